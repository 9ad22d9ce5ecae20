import pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

/** Between taking a job and claiming it; also how long after its own start the database lets servers claim again. */
const GRACE_SECONDS = 5;
const RECONNECT_MS = 300;

/**
 * Which jobs somebody is really at, as the database itself knows it: each is locked on a connection of the server that
 * runs it. A killed server's connection ends with it, so the others need not wait for a missed heartbeat; a server
 * that lives keeps its jobs, however long they take.
 */
export interface Claims {
  start(): Promise<void>;
  /** Does the work under the job's lock. */
  during<T>(jobId: string, work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
}

const lockName = (jobId: string): string => `job:${jobId}`;

export const createClaims = (poolConfig: pg.ClientConfig, log: Log): Claims => {
  const held = new Set<string>();
  let client: pg.Client | undefined;
  let isStopped = false;

  const lock = (on: pg.Client, jobId: string) =>
    on.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [lockName(jobId)]);
  const connect = async (): Promise<void> => {
    const next = new pg.Client(poolConfig);
    next.on('error', (error) => log.warn({ err: error }, 'claims on jobs lost with their connection'));
    next.on('end', () => {
      if (client === next) client = undefined;
      if (!isStopped) setTimeout(() => void connect().catch(() => {}), RECONNECT_MS).unref();
    });
    await next.connect();
    for (const jobId of held) await lock(next, jobId);
    client = next;
  };

  return {
    start: connect,
    async during(jobId, work) {
      held.add(jobId);
      const at = client;
      // Without the lock the job may run twice, which all work here must bear; not to run at all would be worse.
      if (at) await lock(at, jobId).catch(() => {});
      try {
        return await work();
      } finally {
        held.delete(jobId);
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
 * Jobs in work that nobody is at: their server was killed. Locks them until the transaction ends, so that of several
 * servers one takes each back. Finds nothing in the first seconds of a database that was away: everybody claims anew.
 */
export const findAbandoned = async (tx: Db, names: readonly string[]): Promise<{ id: string; name: string }[]> => {
  const { rows } = await sql<{ id: string; name: string }>`with working as materialized (
      select id, name from jobs.job where state = 'active' and name = any(${sql.val([...names])}::text[])
        and started_on < now() - make_interval(secs => ${GRACE_SECONDS}::int)
        and pg_postmaster_start_time() < now() - make_interval(secs => ${GRACE_SECONDS}::int))
    select id, name from working where pg_try_advisory_xact_lock(hashtextextended('job:' || id, 0))`.execute(tx);
  return rows;
};
