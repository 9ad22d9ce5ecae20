import { fromKysely, PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { jobsDone } from '../calls/metrics.ts';
import { createAbandonedWatch, createClaims, findAbandoned, type Claims } from './claims.ts';

/** Every durable job and its data. Work must be idempotent: the jobs of a killed server run again. */
export interface JobData {
  /** Checks, encodes and reviews an uploaded content; then a waiting publication goes live. */
  'media.prepare': { contentId: string };
  /** Notifies the followers of a channel, in batches. */
  'publication.announce': { publicationId: string; afterUserId?: string };
  /** Sends a notification to the devices of its recipient, or a test to one device. */
  'notification.push': { notificationId: string } | { testId: string; deviceId: string };
  /** Deletes objects that no row refers to. */
  'objects.delete': { prefix: string };
  /** Ends stale uploads; deletes old idempotency records, codes and tombstones. */
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobData;
export const JOB_NAMES: readonly JobName[] = [
  'media.prepare',
  'publication.announce',
  'notification.push',
  'objects.delete',
  'housekeeping',
];

export interface SendOptions {
  /** At most one job of this name and key waits; default is the data. */
  key?: string;
  afterSeconds?: number;
}

export interface Jobs {
  /** Sends a job in the caller's transaction: it exists only if that is committed. */
  send<N extends JobName>(db: Db, name: N, data: JobData[N], options?: SendOptions): Promise<void>;
  isWorking(): Promise<boolean>;
  stop(): Promise<void>;
}

export interface JobWork<N extends JobName> {
  run(data: JobData[N], signal: AbortSignal): Promise<void>;
  concurrency?: number;
  /** A job that runs longer is considered dead and runs again. */
  expireInSeconds?: number;
}
export type JobWorks = { [N in JobName]: JobWork<N> };

/**
 * Detects the jobs of a machine that disappeared without closing its connections; those of a killed server: claims.ts.
 * Long enough that a server that is only slow (a load of 50 on 2 cores) is not mistaken for one.
 */
const HEARTBEAT_SECONDS = 60;
const SUPERVISE_SECONDS = 15;
/** Interval at which a server retries the jobs of killed servers, ms. */
const RECOVER_EVERY_MS = 3_000;
/** Many, because each stop of a server uses one: an encoding of hours outlives many deployments. */
const RETRIES = 30;
const RETRY_DELAY_MAX_SECONDS = 120;

/** Starts pg-boss on the server's database and creates all queues. The returned `work` starts to process them. */
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
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
  await boss.start();
  // Create them now: calls send jobs before `work` starts.
  for (const name of JOB_NAMES) await boss.createQueue(name, { policy: 'short', heartbeatSeconds: HEARTBEAT_SECONDS });

  const claims = createClaims(poolConfig, log);
  const confirm = createAbandonedWatch();
  let recoveryTimer: NodeJS.Timeout | undefined;

  const recoverAbandoned = async (): Promise<void> => {
    try {
      await retryAbandoned(boss, db, log, confirm);
    } catch (error) {
      log.warn({ err: error }, 'looking for jobs of killed servers failed');
    }
    recoveryTimer = setTimeout(() => void recoverAbandoned(), RECOVER_EVERY_MS).unref();
  };
  const work = async (works: JobWorks): Promise<void> => {
    await claims.start();
    for (const name of JOB_NAMES) await workOn(boss, claims, name, works[name] as JobWork<JobName>, log);
    await boss.schedule('housekeeping', '*/10 * * * *', {});
    await recoverAbandoned();
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
      clearTimeout(recoveryTimer);
      await boss.stop({ graceful: true, timeout: 10_000, close: true });
      await claims.stop();
    },
  };
  return { jobs, work };
};

/** Retries the jobs of killed servers at once. */
const retryAbandoned = (
  boss: PgBoss,
  db: Db,
  log: Log,
  confirm: ReturnType<typeof createAbandonedWatch>,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    for (const { id, name, retryCount } of confirm(await findAbandoned(tx, JOB_NAMES))) {
      await boss.fail(name, { id, retryCount }, { message: 'its server was killed' }, { db: fromKysely(tx as never) });
      log.info({ job: name, id }, 'job of a killed server is retried');
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
  // Updates the queue of an older version, except its policy, which cannot change.
  await boss.updateQueue(name, options);
  await boss.work<JobData[JobName]>(
    name,
    { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, batchSize: 1 } as never,
    async ([job]) => {
      if (!job) return;
      try {
        await claims.during(job.id, async () => {
          await run(job.data, (job as { signal?: AbortSignal }).signal ?? new AbortController().signal);
          // Marked as done under the claim: between the end of the claim and pg-boss's own mark the job would look
          // abandoned. A mark that fails here is made again by pg-boss.
          await boss.complete(name, job).catch(() => {});
        });
        jobsDone.inc({ job: name, result: 'done' });
      } catch (error) {
        jobsDone.inc({ job: name, result: 'failed' });
        log.warn({ err: error, job: name, id: job.id }, 'job failed; it is retried');
        throw error;
      }
    },
  );
};
