import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { createLog } from '../log.ts';
import { NO_WORKS } from '#tests/support/no-works.ts';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { createAbandonedWatch, createClaims, findAbandoned, type Claims } from './claims.ts';
import { startJobs, type JobWorks } from './jobs.ts';

const log = createLog({ logLevel: 'fatal' });
let testDb: TestDatabase;
let database: Database;
let stop: () => Promise<void>;
beforeAll(async () => {
  testDb = await testDatabase();
  database = openDatabase(testDb.poolConfig);
  const { jobs } = await startJobs(testDb.poolConfig, database.db, log);
  stop = () => jobs.stop();
});
afterAll(async () => {
  await stop();
  await database.close();
  await testDb.drop();
});

/** Adds a job that a server took so many seconds ago. */
const addWorking = async (secondsAgo: number): Promise<string> => {
  const id = newId();
  await database.pool.query(
    `insert into jobs.job (id, name, data, state, started_on, policy) values ($1, 'housekeeping', '{}', 'active', now() - make_interval(secs => $2), 'short')`,
    [id, secondsAgo],
  );
  return id;
};
const abandoned = () =>
  database.db.transaction().execute(async (tx) => (await findAbandoned(tx, ['housekeeping'])).map(({ id }) => id));
/** Waits until the database has run for long enough. */
const untilFinding = async () => {
  const id = await addWorking(60);
  await expect.poll(abandoned).toContain(id);
  await database.pool.query(`update jobs.job set state = 'completed' where id = $1`, [id]);
};
const startClaims = async (): Promise<Claims> => {
  const claims = createClaims(testDb.poolConfig, log);
  await claims.start();
  return claims;
};

test('F14 only a job without a claim is abandoned: not that of a live server, not one that was just taken', async () => {
  await untilFinding();
  const [ours, theirs, fresh] = [await addWorking(60), await addWorking(60), await addWorking(0)];
  const [living, killed] = [await startClaims(), await startClaims()];
  const gate = Promise.withResolvers<void>();
  const working = [living.during(ours, () => gate.promise), killed.during(theirs, () => gate.promise)];
  await expect.poll(abandoned).toEqual([]);
  await killed.stop();
  await expect.poll(abandoned).toEqual([theirs]);
  gate.resolve();
  await Promise.all(working);
  expect(await abandoned()).toEqual(expect.arrayContaining([ours, theirs]));
  expect(await abandoned()).not.toContain(fresh);
  await living.stop();
});

test('a server whose connection was cut claims its jobs again', async () => {
  await untilFinding();
  const id = await addWorking(60);
  const claims = await startClaims();
  const gate = Promise.withResolvers<void>();
  const working = claims.during(id, () => gate.promise);
  await expect.poll(abandoned).not.toContain(id);
  const cut = await database.pool.query<{ pid: number }>(`select pid, pg_terminate_backend(pid) from pg_locks
    where locktype = 'advisory' and mode = 'ShareLock' and database = (select oid from pg_database where datname = current_database())`);
  expect(cut.rows).toHaveLength(1);
  const holders = async () =>
    (
      await database.pool.query<{
        pid: number;
      }>(`select pid from pg_locks where locktype = 'advisory' and mode = 'ShareLock'
    and database = (select oid from pg_database where datname = current_database())`)
    ).rows.map(({ pid }) => pid);
  await expect.poll(async () => (await holders()).filter((pid) => pid !== cut.rows[0]!.pid)).toHaveLength(1);
  expect(await abandoned()).not.toContain(id);
  gate.resolve();
  await working;
  await claims.stop();
});

test('F14 a job that one look finds without a claim is not taken back before a second look finds it so', async () => {
  await untilFinding();
  const confirm = createAbandonedWatch();
  const look = () =>
    database.db
      .transaction()
      .execute(async (tx) => confirm(await findAbandoned(tx, ['housekeeping'])).map(({ id }) => id));
  const [late, left] = [await addWorking(60), await addWorking(60)];
  expect(await look()).toEqual([]);
  // The server that took it was busy and claims it only now.
  const claims = await startClaims();
  const gate = Promise.withResolvers<void>();
  const working = claims.during(late, () => gate.promise);
  await expect.poll(abandoned).not.toContain(late);
  const found = await look();
  expect(found).toContain(left);
  expect(found).not.toContain(late);
  gate.resolve();
  await working;
  await claims.stop();
});

test('F14 a server that starts looks once, and takes back nothing that only this look found', async () => {
  await untilFinding();
  const left = await addWorking(60);
  const { jobs, work } = await startJobs(testDb.poolConfig, database.db, log);
  await work(NO_WORKS);
  // At once, before the next look.
  await jobs.stop();
  const { rows } = await database.pool.query('select state from jobs.job where id = $1', [left]);
  expect(rows).toEqual([{ state: 'active' }]);
});

test('F14 a job whose end is slow to be noted is still claimed: nobody takes back what is done', async () => {
  await untilFinding();
  const started = Promise.withResolvers<string>();
  const gate = Promise.withResolvers<void>();
  const { jobs, work } = await startJobs(testDb.poolConfig, database.db, log);
  const works: JobWorks = {
    ...NO_WORKS,
    'media.prepare': {
      run: async ({ contentId }) => {
        started.resolve(contentId);
        await gate.promise;
      },
    },
  };
  await work(works);
  await jobs.send(database.db, 'media.prepare', { contentId: 'any' });
  await started.promise;
  const slow = await database.pool.connect();
  try {
    // Its row is locked, so the end of the job cannot be noted; it was taken long ago.
    await slow.query('begin');
    const { rows } = await slow.query<{ id: string }>(
      `update jobs.job set started_on = now() - interval '1 minute' where name = 'media.prepare' returning id`,
    );
    await slow.query('commit');
    await slow.query('begin');
    await slow.query(`select 1 from jobs.job where id = $1 for update`, [rows[0]!.id]);
    gate.resolve();
    const noting = async () =>
      (
        await database.pool.query(
          `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%completed_on%'`,
        )
      ).rowCount;
    await expect.poll(noting).toBe(1);
    const found = await database.db
      .transaction()
      .execute(async (tx) => (await findAbandoned(tx, ['media.prepare'])).map(({ id }) => id));
    expect(found).toEqual([]);
  } finally {
    await slow.query('commit');
    slow.release();
    await jobs.stop();
  }
});
