import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownTables } from '#contract/tables.ts';
import { startWorld, type World } from './fixtures.ts';
import { changedTables, countRows, readRowsSum, readSums, restore } from './snapshot.ts';

// The matrix and the tests of keys see a change of rows only by these checksums, which skip what was not written.

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const pool = () => world.server.services.database.pool;
const scopes = () => [...new Set(world.actors.flatMap(({ scope, userScope }) => [scope, userScope]))];

test('a write changes the checksum of its table, and a restore brings it back', async () => {
  const before = await readSums(pool());
  await pool().query(`update folders set title = 'Changed'`);
  expect(changedTables(before, await readSums(pool()))).toContain('folders');
  await restore(pool());
  expect(await readSums(pool())).toEqual(before);
});

test('a row more and a row less change the number of rows of their tables, and a restore brings both back', async () => {
  const before = await countRows(pool());
  await pool().query(`delete from contacts where ctid = (select min(ctid) from contacts)`);
  await pool().query(`insert into variables (name, value, unit) values ('counted', 1, 'days')`);
  const { contacts, tombstones, variables } = before;
  const after = { ...before, contacts: contacts! - 1, tombstones: tombstones! + 1, variables: variables! + 1 };
  expect(await countRows(pool())).toEqual(after);
  await restore(pool());
  expect(await countRows(pool())).toEqual(before);
});

test.each([
  ['a row of the view', `update folders set title = 'Changed'`],
  ['a row that the view joins', `update sports set name = name || '!'`],
  ['a row that a view below the view reads', `update ratings set relevance = 6 - relevance`],
  ['a deleted row', `delete from contacts`],
])('%s changes the checksum of the synced rows, and a restore brings it back', async (_, sql) => {
  const before = await readRowsSum(pool(), scopes());
  await pool().query(sql);
  expect(await readRowsSum(pool(), scopes())).not.toBe(before);
  await restore(pool());
  expect(await readRowsSum(pool(), scopes())).toBe(before);
});

test('the tables of every synced view are known', async () => {
  const { rows } = await pool().query<{ view: string }>('select distinct view from kept.view_tables');
  const known = rows.map(({ view }) => view);
  expect(
    Object.values(ownTables)
      .map(({ view }) => view)
      .filter((view) => !known.includes(view)),
  ).toEqual([]);
});
