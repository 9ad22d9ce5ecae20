import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import { openPipelines, type Pipelines } from './pipelines.ts';

let testDb: TestDatabase;
let pipelines: Pipelines;
let errors: Error[];
beforeAll(async () => {
  testDb = await testDatabase();
});
afterAll(() => testDb.drop());
beforeEach(() => {
  errors = [];
  pipelines = openPipelines(testDb.poolConfig, (error) => errors.push(error), 2);
});
afterEach(() => pipelines.close());

const value = async (text: string, values: unknown[] = []): Promise<unknown> =>
  (await pipelines.query({ name: text, text, values })).rows[0]?.value;
const backend = () => value('select pg_backend_pid() as value');

test('answers belong to their statements, over no more connections than wanted', async () => {
  const numbers = Array.from({ length: 60 }, (_, index) => index);
  const answers = await Promise.all(numbers.map((n) => value('select $1::int as value', [n])));
  expect(answers).toEqual(numbers);
  const backends = await Promise.all(numbers.map(backend));
  expect(new Set(backends).size).toBe(2);
});

test('a statement that fails leaves the others on its connection alone, as a transaction of its own', async () => {
  const all = await Promise.allSettled(
    [1, 0, 2, 0, 3, 0].map((n) => value('select 6 / $1::int as value, pg_current_xact_id() as own', [n])),
  );
  expect(all.map((one) => (one.status === 'fulfilled' ? one.value : (one.reason as Error).message))).toEqual([
    6,
    'division by zero',
    3,
    'division by zero',
    2,
    'division by zero',
  ]);
});

test('a slow statement keeps those waiting that share its connection, not those that come later', async () => {
  await Promise.all([backend(), backend()]);
  const locker = value("select pg_advisory_lock(7)::text || 'x' as value");
  await locker;
  // The lock is held by one connection; the other one waits for it, and everything else goes to the first.
  let isOver = false;
  const slow = Promise.all([
    value('select pg_advisory_lock_shared(7)::text as value'),
    value('select pg_advisory_lock_shared(7)::text as value'),
  ]).finally(() => {
    isOver = true;
  });
  for (const n of [1, 2, 3, 4, 5]) expect(await value('select $1::int as value', [n])).toBe(n);
  expect(isOver).toBe(false);
  await value('select pg_advisory_unlock(7) as value');
  await slow;
});

test('after a lost connection what was under way fails, and the next statement has a new one', async () => {
  const before = await backend();
  const underWay = value('select pg_sleep(60)::text as value');
  const lost = expect(underWay).rejects.toThrow(/terminat/);
  await pipelines.query({ text: 'select pg_terminate_backend($1::int)', values: [before] });
  await lost;
  await expect.poll(() => errors.length).toBe(1);
  const after = await Promise.all([backend(), backend(), value('select 5 as value')]);
  expect(after).not.toContain(before);
  expect(after[2]).toBe(5);
});

test('without a database a statement fails, and the next one tries again', async () => {
  const away = openPipelines({ ...testDb.poolConfig, host: '/nowhere' }, (error) => errors.push(error), 1);
  await expect(away.query({ text: 'select 1' })).rejects.toThrow('ENOENT');
  await expect(away.query({ text: 'select 1' })).rejects.toThrow('ENOENT');
  await away.close();
});

test('closing waits for what is under way', async () => {
  const underWay = value('select pg_sleep(0.1)::text as value, $1::int', [1]);
  await backend();
  await pipelines.close();
  await expect(underWay).resolves.toBe('');
  pipelines = openPipelines(testDb.poolConfig, (error) => errors.push(error), 2);
});
