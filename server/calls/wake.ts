import pg from 'pg';
import { sql } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Log } from '../log.ts';

const CHANNEL = 'sideline_wake';
/** Changes within this time are sent as one notice, ms: NOTIFY takes a lock that all commits share. */
const GATHER_MS = 40;
/** Delay before a lost connection is opened again, or a failed notice sent again, ms. */
const RETRY_MS = 1_000;
/** Scopes in one notice. The payload of NOTIFY may hold 8,000 bytes; a scope has about 41. */
const NOTICE_SCOPES = 150;

export interface Wake {
  /** Notifies the clients of these scopes, in every process, that there is something to pull. Call it after commit. */
  notify(scopes: Iterable<string>): void;
  /** @returns Ends the subscription. */
  subscribe(scopes: readonly string[], listener: () => void): () => void;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** What notices about a person's sessions are addressed to: their streams then check whether their session is open. */
export const sessionsOf = (userId: string): string => `sessions:${userId}`;

/** Notifies at the moment this transaction commits, for changes whose caller does not know the scopes. */
export const wakeAtCommit = async (db: Db, scopes: readonly string[]): Promise<void> => {
  for (let at = 0; at < scopes.length; at += NOTICE_SCOPES)
    await sql`select pg_notify(${CHANNEL}, ${scopes.slice(at, at + NOTICE_SCOPES).join(' ')})`.execute(db);
};

/** Sends "pull now" to the event streams of all processes, through LISTEN and NOTIFY. */
export const createWake = (pool: pg.Pool, poolConfig: pg.ClientConfig, log: Log): Wake => {
  const listeners = new Map<string, Set<() => void>>();
  const gathered = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  let client: pg.Client | undefined;
  let isStopped = false;

  const deliver = (payload: string) => {
    const reached = new Set<() => void>();
    for (const scope of payload.split(' ')) for (const listener of listeners.get(scope) ?? []) reached.add(listener);
    for (const listener of reached) listener();
  };
  const send = () => {
    timer = undefined;
    const scopes = [...gathered];
    gathered.clear();
    for (let at = 0; at < scopes.length; at += NOTICE_SCOPES) {
      const some = scopes.slice(at, at + NOTICE_SCOPES);
      pool.query('select pg_notify($1, $2)', [CHANNEL, some.join(' ')]).catch((error: unknown) => {
        log.warn({ err: error }, 'wake notice not sent; it will be sent again');
        if (isStopped) return;
        for (const scope of some) gathered.add(scope);
        timer ??= setTimeout(send, RETRY_MS).unref();
      });
    }
  };
  /** Notices sent while the connection was lost are unknown: every client pulls. */
  const wakeAll = () => {
    const reached = new Set([...listeners.values()].flatMap((set) => [...set]));
    for (const listener of reached) listener();
  };
  const listen = async (): Promise<void> => {
    const next = new pg.Client(poolConfig);
    next.on('notification', (notice) => deliver(notice.payload ?? ''));
    next.on('error', (error) => log.warn({ err: error }, 'wake connection lost'));
    next.on('end', () => {
      if (isStopped) return;
      client = undefined;
      setTimeout(() => void listen().then(wakeAll, () => {}), RETRY_MS).unref();
    });
    await next.connect();
    await next.query(`listen ${CHANNEL}`);
    client = next;
  };

  return {
    notify(scopes) {
      for (const scope of scopes) gathered.add(scope);
      if (gathered.size > 0) timer ??= setTimeout(send, GATHER_MS);
    },
    subscribe(scopes, listener) {
      for (const scope of scopes) {
        const set = listeners.get(scope) ?? new Set();
        listeners.set(scope, set.add(listener));
      }
      return () => {
        for (const scope of scopes) {
          listeners.get(scope)?.delete(listener);
          if (listeners.get(scope)?.size === 0) listeners.delete(scope);
        }
      };
    },
    start: listen,
    async stop() {
      isStopped = true;
      if (timer) clearTimeout(timer);
      await client?.end().catch(() => {});
    },
  };
};
