import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import type { Person } from '../faults/world/people.ts';
import { test as base } from './app.ts';

export { expect } from './app.ts';

const QUIET = { info: () => {}, warn: () => {}, error: console.error };

/** Holds back what is not being encoded yet, however fast the machine is, until it is released. */
interface Encodings {
  hold(): Promise<unknown>;
  release(): Promise<unknown>;
}

/**
 * Playwright's `test` with the app and `sql`, its database: for tests that change what other tests of the worker read,
 * and so add people and rows of their own.
 */
export const test = base.extend<{ sql: pg.Pool; encodings: Encodings }>({
  sql: async ({ app }, provide) => {
    const database = await startEmbeddedPostgres({ dataDir: app.dataDir, log: QUIET });
    const sql = new pg.Pool({ ...database.poolConfig, max: 2 });
    await provide(sql);
    // So that no other test sees the sports that were added.
    await sql.query(`update sports set is_active = false where id like 'own-%'`);
    await sql.end();
    await database.stop();
  },
  encodings: async ({ sql }, provide) => {
    const client = await sql.connect();
    // The lock of the process that gives the next job its turn (server/domains/library/turns.ts).
    const lock = (act: string) => client.query(`select pg_advisory_${act}(hashtextextended('encoding turns', 0))`);
    await provide({ hold: () => lock('lock'), release: () => lock('unlock') });
    // The lock ends with its connection.
    client.release(true);
  },
});

/** A sport of the test alone: other tests do not meet its contents, which have no files. @returns Its id and name. */
export const addSport = async (sql: pg.Pool): Promise<string> => {
  const sport = `own-${randomBytes(6).toString('hex')}`;
  await sql.query(
    `insert into sports (id, name, position, sport_type, is_active) values ($1, $1, 999, 'Launched', true)`,
    [sport],
  );
  return sport;
};

/** Notifications of a person, a minute apart: first those that are unread, then older ones that are read. */
export const addNotifications = async (
  sql: pg.Pool,
  { userId, scope }: Pick<Person, 'userId' | 'scope'>,
  recipient: 'learner' | 'educator',
  { unread, read = 0 }: { unread: number; read?: number },
): Promise<void> => {
  await sql.query(
    `insert into notifications (id, scope, user_id, recipient_type, kind, cause, title, text, sent_at, is_read)
     select gen_random_uuid(), $2, $1, $3, 'welcome', 'own ' || n, 'Message ' || n, 'Text', now() - n * interval '1 minute', n > $4
     from generate_series(1, $4::int + $5::int) n`,
    [userId, scope, recipient, unread, read],
  );
};
