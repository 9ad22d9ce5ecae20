import { afterEach, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createLog } from '../log.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { startJobs, type Jobs } from './jobs.ts';

const log = createLog({ logLevel: 'fatal' });
let testDb: TestDatabase;
let database: Database;
let started: Awaited<ReturnType<typeof startJobs>>;
let jobs: Jobs;
beforeEach(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.poolConfig);
  started = await startJobs(testDb.poolConfig, database.db, log);
  ({ jobs } = started);
});
afterEach(async () => {
  await jobs.stop();
  await database.close();
  await testDb.drop();
});

/** Starts workers whose jobs run until the gate opens. @returns The notifications whose jobs have begun. */
const workUntil = async (gate: Promise<void>, concurrency: number): Promise<string[]> => {
  const begun: string[] = [];
  await started.work({
    ...NO_WORKS,
    'notification.mail': {
      concurrency,
      async run({ notificationId }) {
        begun.push(notificationId);
        await gate;
      },
    },
  });
  return begun;
};

test('each worker of a kind is woken for jobs that come later, also one that was busy before', async () => {
  const gate = Promise.withResolvers<void>();
  const begun = await workUntil(gate.promise, 3);
  const sent = [newId(), newId(), newId(), newId()];
  for (const notificationId of sent) await jobs.send(database.db, 'notification.mail', { notificationId });
  await expect.poll(() => begun).toHaveLength(3);
  gate.resolve();
  await expect.poll(() => begun.toSorted()).toEqual(sent.toSorted());
});

test('a job that was sent for later is taken once its time has come, although the others had nothing to do', async () => {
  const begun = await workUntil(Promise.resolve(), 1);
  const [soon, later] = [newId(), newId()];
  await jobs.send(database.db, 'notification.mail', { notificationId: later }, { afterSeconds: 2 });
  await jobs.send(database.db, 'notification.mail', { notificationId: soon });
  await expect.poll(() => begun).toEqual([soon, later]);
});

test('workers are woken again after the connections of the queue were cut', async () => {
  const begun = await workUntil(Promise.resolve(), 1);
  await database.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
  );
  const notificationId = newId();
  await jobs.send(database.db, 'notification.mail', { notificationId });
  await expect.poll(() => begun).toEqual([notificationId]);
});

test('a start changes the queues and times of another version, and leaves its own as they are', async () => {
  await started.work(NO_WORKS);
  const read = async () => [
    (await database.pool.query('select * from jobs.queue order by name')).rows.map(
      ({ name, retry_limit, expire_seconds, updated_on }) => ({ name, retry_limit, expire_seconds, updated_on }),
    ),
    (await database.pool.query('select name, cron, updated_on from jobs.schedule order by name')).rows,
  ];
  const again = async () => {
    await jobs.stop();
    started = await startJobs(testDb.poolConfig, database.db, log);
    ({ jobs } = started);
    await started.work(NO_WORKS);
  };
  const own = await read();
  await again();
  expect(await read()).toEqual(own);
  await database.pool.query(`update jobs.queue set retry_limit = 1, expire_seconds = 7 where name = 'housekeeping'`);
  await database.pool.query(`update jobs.schedule set cron = '1 1 1 1 *' where name = 'housekeeping'`);
  await again();
  const without = (rows: unknown) => JSON.stringify(rows, (key, value: unknown) => (key === 'updated_on' ? 0 : value));
  expect(without(await read())).toEqual(without(own));
});
