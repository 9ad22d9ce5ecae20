import { fromKysely, PgBoss } from 'pg-boss';
import type pg from 'pg';
import { survivingClient, type Db } from '../db/database.ts';
import type { SandboxWork } from '../adapters/payments/index.ts';
import type { SecurityMessage } from '../domains/auth/index.ts';
import type { Log } from '../log.ts';
import { sql } from 'kysely';
import { findJob, isUnderWay, readFailed, type FailedAsked, type FailedJob } from './failed.ts';
import { createAbandonedWatch, createClaims, findAbandoned } from './claims.ts';
import { HEARTBEAT_SECONDS, wakeWorkers, workOn, type Gate, type Turns, type Wake } from './workers.ts';

/** Every durable job and its data. Work must be idempotent: the jobs of a killed server run again. */
export interface JobData {
  /** Checks, encodes and reviews an uploaded content; then a waiting publication goes live. */
  'media.prepare': { contentId: string };
  /** Makes a scheduled publication live once its time has come. */
  'publication.goLive': { publicationId: string };
  /** Notifies the followers of a channel, in batches. */
  'publication.announce': { publicationId: string; afterUserId?: string };
  /** Sends a notification to the devices of its recipient, or a test to one device. */
  'notification.push': { notificationId: string } | { testId: string; deviceId: string };
  /** Sends notifications of many people to the devices of each. */
  'notification.pushes': { notificationIds: readonly string[] };
  /** Mails a notification to its recipient. */
  'notification.mail': { notificationId: string };
  /** Makes the digests whose time has come. */
  'digest.make': Record<string, never>;
  /** Sends digests to the devices of their recipients. */
  'digest.push': { digestIds: readonly string[] };
  /** Mails digests to their recipients. */
  'digest.mail': { digestIds: readonly string[] };
  /** Sends the code of a row to its destination. */
  'code.send': { codeId: string };
  /** Sends a message about the safety of an account, which nobody who is in it can take back. */
  'security.send': { userId: string; message: SecurityMessage };
  /** Sends a person's report to the operator. */
  'report.send': { reportId: string };
  /** The same for a report of a comment that the shipped 1.1.12 queued. */
  'comment.report': { publicationId: string; authorId: string; reporterId: string };
  /** Mails a message to the support address. */
  'support.mail': { requestId: string; isGuest: boolean };
  /** Tells a person by mail what was decided about an application or an organization. */
  'decision.mail': { about: 'application' | 'organization'; id: string };
  /** Copies the Library of the person who registered an organization to it. */
  'organization.copyLibrary': { organizationId: string };
  /** Deletes the notifications of others about a person who deleted the account. */
  'account.hide': { userId: string };
  /** Mails a guardian: the link to answer, or, after the consent, the link that takes it back. */
  'guardian.mail': { requestId: string; about: 'ask' | 'agreed' };
  /** Sends a mail or a text message of an invitation. */
  'invite.send': { id: string; about: 'invitation' | 'reminder'; send: number };
  /** Mails an invitation to administer an organization. */
  'admin.invite': { id: string };
  /** Erases accounts that were deleted twelve months ago. */
  'account.erase': Record<string, never>;
  /** Makes the archive of all data of a person. */
  'export.make': { exportId: string };
  /** Tells the person that the archive is ready, or could not be made. */
  'export.mail': { exportId: string };
  /** Reads what an event of the payment provider names, and applies it. */
  'payments.event': { eventId: string };
  /** Charges what is open to the card that took the place of another. Source: D-188. */
  'payments.retry': { userId: string };
  /** Detaches a card that the person deleted or replaced. */
  'payments.detach': { cardId: string };
  /** Compares the payment provider's history with ours, and applies what never came. */
  'payments.reconcile': Record<string, never>;
  /** What the payment provider of development does by itself. */
  'payments.sandbox': SandboxWork;
  /** Trials, renewals, retries and ends whose time has come. */
  'billing.run': Record<string, never>;
  /** Gives back what a change of a storage plan has left unused. Source: D-353. */
  'storage.refund': { changeId: string };
  /** Divides the receipts of the days that are over among the Creators. Source: D-351. */
  'revenue.accrue': Record<string, never>;
  /** Sends, reads and brings back the transfers of Creators that are not settled. */
  'wallet.settle': Record<string, never>;
  /** Asks the payment provider to which countries it pays out. */
  'wallet.countries': Record<string, never>;
  /** Deletes objects that no row refers to. */
  'objects.delete': { prefix: string };
  /** Tells the people of a sport, and their devices, that an operator changed its type, in batches. */
  'sport.changed': { actId: string; afterScope?: string };
  /** Refreshes what the search ranks and corrects by. */
  'search.refresh': Record<string, never>;
  /** Ends stale uploads; deletes old idempotency records, codes and tombstones. */
  housekeeping: Record<string, never>;
}
export type JobName = keyof JobData;
export const JOB_NAMES: readonly JobName[] = [
  'media.prepare',
  'publication.goLive',
  'publication.announce',
  'notification.push',
  'notification.pushes',
  'notification.mail',
  'digest.make',
  'digest.push',
  'digest.mail',
  'code.send',
  'security.send',
  'report.send',
  'comment.report',
  'support.mail',
  'decision.mail',
  'organization.copyLibrary',
  'account.hide',
  'guardian.mail',
  'invite.send',
  'admin.invite',
  'account.erase',
  'export.make',
  'export.mail',
  'payments.event',
  'payments.retry',
  'payments.detach',
  'payments.reconcile',
  'payments.sandbox',
  'billing.run',
  'storage.refund',
  'revenue.accrue',
  'wallet.settle',
  'wallet.countries',
  'objects.delete',
  'sport.changed',
  'search.refresh',
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
  /** Sends many jobs of one name as `send` does, in one statement. */
  sendAll<N extends JobName>(db: Db, name: N, data: readonly JobData[N][]): Promise<void>;
  isWorking(): Promise<boolean>;
  /** Jobs of each name that could be taken now, and the age of the oldest of them, seconds. */
  waiting(): Promise<{ job: string; count: number; oldestSeconds: number }[]>;
  /**
   * Jobs that failed and are not done, one page, and how many there are: those that were given up, the last one first, or
   * those that are tried again by themselves, the next one first.
   */
  failed(db: Db, asked: FailedAsked): Promise<{ count: number; jobs: FailedJob[] }>;
  /** Whether a job of this name waits, runs, or is tried again. */
  isUnderWay(db: Db, name: JobName): Promise<boolean>;
  /**
   * Starts a job that was given up again, in the caller's transaction.
   *
   * @returns Its kind, and whether it was given up; undefined if there is no such job.
   */
  retry(db: Db, id: string): Promise<{ job: string; isStarted: boolean } | undefined>;
  stop(): Promise<void>;
}

export interface JobWork<N extends JobName> {
  run(data: JobData[N], signal: AbortSignal): Promise<void>;
  concurrency?: number;
  /** A job that runs longer is considered dead and runs again. */
  expireInSeconds?: number;
  /** Given instead of `concurrency` if jobs wait for their turn. */
  turns?: Turns;
  /** Jobs are taken only while it is open; the others wait, or another process takes them. */
  gate?: Gate;
}
export type { Gate, Turns };
export type JobWorks = { [N in JobName]: JobWork<N> };

const SUPERVISE_SECONDS = 15;
const EVERY_TEN_MINUTES = '*/10 * * * *';
/** When work begins that nobody asks for, UTC. */
const SCHEDULED: readonly [name: JobName, at: string][] = [
  ['housekeeping', EVERY_TEN_MINUTES],
  ['digest.make', '* * * * *'],
  ['account.erase', '17 3 * * *'],
  // After the payments of the day have been made.
  ['payments.reconcile', '41 2 * * *'],
  ['billing.run', EVERY_TEN_MINUTES],
  // When the day is over.
  ['revenue.accrue', '23 0 * * *'],
  ['wallet.settle', EVERY_TEN_MINUTES],
  ['search.refresh', '7 * * * *'],
];
/** Interval at which a server retries the jobs of killed servers, ms. */
const RECOVER_EVERY_MS = 3_000;
/** Starts pg-boss on the server's database and creates all queues. The returned `work` starts to process them. */
export const startJobs = async (
  poolConfig: pg.PoolConfig,
  db: Db,
  log: Log,
): Promise<{ jobs: Jobs; work(works: JobWorks): Promise<void> }> => {
  const boss = new PgBoss({
    ...poolConfig,
    Client: survivingClient((error) => log.warn({ err: error }, 'connection of the job queue lost')),
    max: 4,
    schema: 'jobs',
    superviseIntervalSeconds: SUPERVISE_SECONDS,
    monitorIntervalSeconds: SUPERVISE_SECONDS,
    maintenanceIntervalSeconds: 60,
    // How soon workers notice that many jobs wait, and stop pausing between them.
    queueCacheIntervalSeconds: SUPERVISE_SECONDS,
  } as ConstructorParameters<typeof PgBoss>[0]);
  boss.on('error', (error) => log.error({ err: error }, 'job queue failed'));
  await boss.start();
  // Create them now: calls send jobs before `work` starts.
  const known = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]));
  for (const name of JOB_NAMES.filter((each) => !known.has(each)))
    await boss.createQueue(name, { policy: 'short', heartbeatSeconds: HEARTBEAT_SECONDS });

  const claims = createClaims(poolConfig, log);
  const confirm = createAbandonedWatch();
  const stopped = new AbortController();
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
    const queue = { boss, claims, db, log, known };
    const workers = new Map<JobName, Wake>();
    for (const name of JOB_NAMES)
      workers.set(name, await workOn(queue, name, works[name] as JobWork<JobName>, stopped.signal));
    void wakeWorkers(queue, workers, stopped.signal);
    await schedule(boss);
    await jobs.send(db, 'wallet.countries', {});
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
    async sendAll(db, name, all) {
      if (all.length === 0) return;
      const made = all.map((data) => ({ data, singletonKey: JSON.stringify(data) }));
      await boss.insert(name, made, { db: fromKysely(db as never) });
    },
    isWorking: async () => (await boss.getQueues()).length > 0,
    waiting: () => readWaiting(db),
    failed: (tx, asked) => readFailed(tx, JOB_NAMES, asked),
    isUnderWay,
    retry: (tx, id) => retryFailed(boss, tx, id),
    async stop() {
      stopped.abort();
      clearTimeout(recoveryTimer);
      await boss.stop({ graceful: true, timeout: 10_000, close: true });
      await claims.stop();
    },
  };
  return { jobs, work };
};

/** Schedules what is not yet, or was at other times. */
const schedule = async (boss: PgBoss): Promise<void> => {
  const known = new Map((await boss.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const [name, at] of SCHEDULED) if (known.get(name) !== at) await boss.schedule(name, at, {});
};

const readWaiting = async (db: Db): ReturnType<Jobs['waiting']> => {
  const { rows } = await sql<{ job: string; count: number; oldestSeconds: number }>`
    select name as job, count(*)::int as count, extract(epoch from now() - min(start_after))::float8 as "oldestSeconds"
    from jobs.job where state < 'active' and start_after <= now() and name = any(${sql.val([...JOB_NAMES])}::text[])
    group by name`.execute(db);
  return rows;
};

const retryFailed = async (boss: PgBoss, tx: Db, id: string): ReturnType<Jobs['retry']> => {
  const job = await findJob(tx, JOB_NAMES, id);
  if (!job) return undefined;
  const isStarted = job.state === 'failed';
  if (isStarted) await boss.retry(job.name, id, { db: fromKysely(tx as never) });
  return { job: job.name, isStarted };
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
