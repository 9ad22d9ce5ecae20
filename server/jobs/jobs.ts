import { fromKysely, PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { jobsDone } from '../calls/metrics.ts';
import { createClaims, findAbandoned, type Claims } from './claims.ts';

/** Every durable job and what it is told. Work is safe to run twice: a killed server's job is run again. */
export interface JobData {
  /** Checks, encodes and reviews an uploaded content; then a waiting publication goes live. */
  'media.prepare': { contentId: string };
  /** Tells the followers of a channel, in batches. */
  'publication.announce': { publicationId: string; afterUserId?: string };
  /** Sends one notification to the devices of its person, or a test to one device. */
  'notification.push': { notificationId: string } | { testId: string; deviceId: string };
  /** Deletes objects that no row names any more. */
  'objects.delete': { prefix: string };
  /** Ends uploads that nobody continued, trims kept keys, old codes and tombstones. */
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobData;
const JOB_NAMES: readonly JobName[] = [
  'media.prepare',
  'publication.announce',
  'notification.push',
  'objects.delete',
  'housekeeping',
];

export interface SendOptions {
  /** At most one waiting job of this name and key; by default the key is the data. */
  key?: string;
  afterSeconds?: number;
}

export interface Jobs {
  /** Sends a job in the caller's transaction: it exists if and only if that is committed. */
  send<N extends JobName>(db: Db, name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  isWorking(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface JobWork<N extends JobName> {
  run(data: JobData[N], signal: AbortSignal): Promise<void>;
  concurrency?: number;
  /** A job that runs longer is taken for dead and run again. */
  expireInSeconds?: number;
}
export type JobWorks = { [N in JobName]: JobWork<N> };

/** How soon the job of a machine is noticed that went away without closing its connections; a killed server's is sooner (claims.ts). */
const HEARTBEAT_SECONDS = 20;
const SUPERVISE_SECONDS = 15;
/** How often a server looks for jobs that a killed one left. */
const TAKE_BACK_EVERY_MS = 3_000;
/** Also the ends of servers count as tries: an encoding of hours outlives many deployments. */
const RETRIES = 30;
const RETRY_DELAY_MAX_SECONDS = 120;

/** Starts pg-boss on the server's own database, with every queue; `work` begins to do what is in them. */
export const startJobs = async (
  poolConfig: pg.PoolConfig,
  db: Db,
  log: Log,
): Promise<{ jobs: Jobs; work(works: JobWorks): Promise<void> }> => {
  const boss = new PgBoss({
    ...poolConfig,
    max: 4,
    schema: 'jobs',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 60,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', (error) => log.error({ err: error }, 'job queue trouble'));
  await boss.start();
  // Queues exist before anybody works on them: a call may send a job from the first moment.
  for (const name of JOB_NAMES) await boss.createQueue(name, { policy: 'short', heartbeatSeconds: HEARTBEAT_SECONDS });

  const claims = createClaims(poolConfig, log);
  let takingBack: NodeJS.Timeout | undefined;

  const takeBack = async (): Promise<void> => {
    try {
      await giveAbandonedAnotherTry(boss, db, log);
    } catch (error) {
      log.warn({ err: error }, 'not looked for jobs of servers that are gone');
    }
    takingBack = setTimeout(() => void takeBack(), TAKE_BACK_EVERY_MS).unref();
  };
  const work = async (works: JobWorks): Promise<void> => {
    await claims.start();
    for (const name of JOB_NAMES) await workOn(boss, claims, name, works[name] as JobWork<JobName>, log);
    await boss.schedule('housekeeping', '*/10 * * * *', {});
    await takeBack();
  };
  const jobs: Jobs = {
    async send(db, name, data, { key, afterSeconds } = {}) {
      await boss.send(name, data, {
        db: fromKysely(db as never),
        singletonKey: key ?? JSON.stringify(data),
        ...(afterSeconds ? { startAfter: afterSeconds } : {}),
      });
    },
    isWorking: async () => (await boss.getQueues()).length > 0,
    async stop() {
      clearTimeout(takingBack);
      await boss.stop({ graceful: true, timeout: 10_000, close: true });
      await claims.stop();
    },
  };
  return { jobs, work };
};

/** What a killed server was at is tried again at once, by whichever server looks first. */
const giveAbandonedAnotherTry = (boss: PgBoss, db: Db, log: Log): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { id, name } of await findAbandoned(tx, JOB_NAMES)) {
      await boss.fail(name, id, { message: 'its server ended' }, { db: fromKysely(tx as never) });
      log.info({ job: name, id }, 'taken back from a server that ended');
    }
  });

const workOn = async (
  boss: PgBoss,
  claims: Claims,
  name: JobName,
  { run, concurrency = 1, expireInSeconds = 300 }: JobWork<JobName>,
  log: Log,
): Promise<void> => {
  const options = {
    retryLimit: RETRIES,
    retryDelay: 1,
    retryBackoff: true,
    retryDelayMax: RETRY_DELAY_MAX_SECONDS,
    expireInSeconds,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
  // A queue that an older version made keeps its policy; the rest follows this version.
  await boss.updateQueue(name, options);
  await boss.work<JobData[JobName]>(
    name,
    { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, batchSize: 1 } as never,
    async ([job]) => {
      if (!job) return;
      try {
        await claims.during(job.id, () =>
          run(job.data, (job as { signal?: AbortSignal }).signal ?? new AbortController().signal),
        );
        jobsDone.inc({ job: name, result: 'done' });
      } catch (error) {
        jobsDone.inc({ job: name, result: 'failed' });
        log.warn({ err: error, job: name, id: job.id }, 'job failed; it is tried again');
        throw error;
      }
    },
  );
};
