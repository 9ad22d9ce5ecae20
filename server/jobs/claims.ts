import pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

/** Time that a server has to claim a job it took, and to claim all its jobs again after a restart of the database. */
const GRACE_SECONDS = 5;
const RECONNECT_MS = 300;

/**
 * Claims on running jobs: advisory locks on a connection of the server that runs them. The locks of a killed server end
 * with its connection, so other servers need not wait for a missed heartbeat; a live server keeps its jobs, however long
 * they take.
 */
export interface Claims {
  start(): Promise<void>;
  /** Runs `work` while holding the job's claim. */
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const lockName = (jobId: string): string => `job:${jobId}`;

export const createClaims = (poolConfig: pg.ClientConfig, log: Log): Claims => {
  const claimed = new Set<string>();
  let client: pg.Client | undefined;
  let isStopped = false;

  const lock = (connection: pg.Client, jobId: string) =>
    connection.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lockName(jobId)]);
  const connect = async (): Promise<void> => {
    const next = new pg.Client(poolConfig);
    next.on('error', (error) => log.warn({ err: error }, 'claims on jobs lost with their connection'));
    next.on('end', () => {
      if (client === next) client = undefined;
      if (!isStopped) setTimeout(() => void connect().catch(() => {}), RECONNECT_MS).unref();
    });
    await next.connect();
    for (const jobId of claimed) await lock(next, jobId);
    client = next;
  };

  return {
    start: connect,
    async during(jobId, work) {
      claimed.add(jobId);
      const connection = client;
      // If this fails, the job may run twice, which is safe: all jobs are idempotent.
      if (connection) await lock(connection, jobId).catch(() => {});
      try {
        return await work();
      } finally {
        claimed.delete(jobId);
        await client
          ?.query('select pg_advisory_unlock_shared(hashtextextended($1, 0))', [lockName(jobId)])
          .catch(() => {});
      }
    },
    async stop() {
      isStopped = true;
      await client?.end().catch(() => {});
    },
  };
};

/**
 * Finds active jobs without a claim: their server was killed. Locks them until the transaction ends, so that only one
 * server retries each. Finds none in the first seconds after a start of the database, while servers claim again.
 */
export const findAbandoned = async (tx: Db, names: readonly string[]): Promise<Abandoned[]> => {
  const { rows } = await sql<Abandoned>`with working as materialized (
      select id, name, retry_count as "retryCount" from jobs.job where state = 'active' and name = any(${sql.val([...names])}::text[])
        and started_on < now() - make_interval(secs => ${GRACE_SECONDS}::int)
        and pg_postmaster_start_time() < now() - make_interval(secs => ${GRACE_SECONDS}::int))
    select * from working where pg_try_advisory_xact_lock(hashtextextended('job:' || id, 0))`.execute(tx);
  return rows;
};

type Abandoned = { id: string; name: string; retryCount: number };

/**
 * Tells jobs of servers that ended from jobs that a busy server took and could not claim yet: a job counts only when
 * two looks of this process in a row find it without a claim. A process that hung takes its own next look no sooner
 * than it handles what it was handed, its claims included, so load alone never makes a job look abandoned.
 */
export const createAbandonedWatch = (): ((found: readonly Abandoned[]) => Abandoned[]) => {
  let seenLast = new Set<string>();
  return (found) => {
    const attempt = ({ id, retryCount }: Abandoned) => `${id}:${retryCount}`;
    const seenTwice = found.filter((job) => seenLast.has(attempt(job)));
    seenLast = new Set(found.map(attempt));
    return seenTwice;
  };
};
