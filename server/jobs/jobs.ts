import { fromKysely, PgBoss } from 'pg-boss';
import type pg from 'pg';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';
import { jobsDone } from '../http/metrics.ts';

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
  'housekeeping': Record<string, never>;
}
export type JobName = keyof JobData;
const JOB_NAMES: readonly JobName[] = ['media.prepare', 'publication.announce', 'notification.push', 'objects.delete', 'housekeeping'];

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
  retries?: number;
}
export type JobWorks = { [N in JobName]: JobWork<N> };

/** How soon a killed worker's job is noticed. */
const HEARTBEAT_SECONDS = 20;

/** Starts pg-boss on the server's own database, with every queue and, unless told not to, its workers. */
export const startJobs = async (poolConfig: pg.PoolConfig, log: Log): Promise<{ jobs: Jobs; work(works: JobWorks): Promise<void> }> => {
  const boss = new PgBoss({ ...poolConfig, max: 4, schema: 'jobs', superviseIntervalSeconds: 15, maintenanceIntervalSeconds: 60 } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', (error) => log.error({ err: error }, 'job queue trouble'));
  await boss.start();
  // Queues exist before anybody works on them: a call may send a job from the first moment.
  for (const name of JOB_NAMES) await boss.createQueue(name, { policy: 'short', heartbeatSeconds: HEARTBEAT_SECONDS });

  const work = async (works: JobWorks): Promise<void> => {
    for (const name of JOB_NAMES) await workOn(boss, name, works[name] as JobWork<JobName>, log);
    await boss.schedule('housekeeping', '*/10 * * * *', {});
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
    stop: () => boss.stop({ graceful: true, timeout: 10_000, close: true }),
  };
  return { jobs, work };
};

const workOn = async (boss: PgBoss, name: JobName, { run, concurrency = 1, expireInSeconds = 300, retries = 5 }: JobWork<JobName>, log: Log): Promise<void> => {
  const options = { retryLimit: retries, retryDelay: 2, retryBackoff: true, expireInSeconds, heartbeatSeconds: HEARTBEAT_SECONDS };
  // A queue that an older version made keeps its policy; the rest follows this version.
  await boss.updateQueue(name, options);
  await boss.work<JobData[JobName]>(name, { localConcurrency: concurrency, pollingIntervalSeconds: 0.5, batchSize: 1 } as never, async ([job]) => {
    if (!job) return;
    try {
      await run(job.data, (job as { signal?: AbortSignal }).signal ?? new AbortController().signal);
      jobsDone.inc({ job: name, result: 'done' });
    } catch (error) {
      jobsDone.inc({ job: name, result: 'failed' });
      log.warn({ err: error, job: name, id: job.id }, 'job failed; it is tried again');
      throw error;
    }
  });
};
