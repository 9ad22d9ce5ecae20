import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase } from './postgres.ts';
import type { TestDatabase } from './postgres.ts';

let one: TestDatabase;
let other: TestDatabase;

beforeAll(async () => {
  [one, other] = await Promise.all([testDatabase(), testDatabase()]);
});
afterAll(() => Promise.all([one.drop(), other.drop()]));

test('two files get separate databases', async () => {
  const [a, b] = [new pg.Client(one.poolConfig), new pg.Client(other.poolConfig)];
  await Promise.all([a.connect(), b.connect()]);
  await a.query('create table only_here (id int)');
  const { rows } = await b.query(`select to_regclass('only_here') as there`);
  expect(rows).toEqual([{ there: null }]);
  await Promise.all([a.end(), b.end()]);
});
