import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { OWN_TABLES, ownTables } from '#contract/tables.ts';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';

let database: TestDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await testDatabase();
  client = new pg.Client(database.poolConfig);
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** The table names that tombstone triggers write (track_versions), by trigger function. */
const namesOfTrigger = async (name: string): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select distinct split_part(encode(t.tgargs, 'escape'), '\\000', 1) as name from pg_trigger t
      join pg_proc p on p.oid = t.tgfoid where p.proname = $1 order by 1`,
    [name],
  );
  return rows.map((row) => row.name);
};

describe('what the database must have for each synced table (contract/tables.ts)', () => {
  for (const table of OWN_TABLES) {
    const { view, ...facts } = ownTables[table];
    test(`${table}: the view ${view} answers scope, id, version and row`, async () => {
      const { rows } = await client.query<{ column: string; type: string }>(
        `select column_name as column, data_type as type from information_schema.columns
          where table_schema = 'public' and table_name = $1 and column_name in ('scope', 'id', 'version', 'row') order by 1`,
        [view],
      );
      expect(rows.map(({ column, type }) => `${column} ${type}`)).toEqual([
        'id text',
        'row json',
        'scope text',
        'version bigint',
      ]);
      const { rows: made } = await client.query<{ text: string }>('select pg_get_viewdef($1::regclass) as text', [
        view,
      ]);
      if ('windowDays' in facts) expect(made[0]!.text).toContain(`'${facts.windowDays} days'::interval`);
    });
  }

  test('each writes and removes tombstones under its name: call track_versions(…) in a migration', async () => {
    const names = OWN_TABLES.toSorted();
    expect(await namesOfTrigger('leave_tombstone')).toEqual(names);
    expect(await namesOfTrigger('lift_tombstone')).toEqual(names);
  });

  test('rows of every kind that a rule names are found by id and scope', async () => {
    for (const facts of Object.values(ownTables))
      if ('owned' in facts)
        await client.query(`select 1 from ${facts.owned.table} where id = gen_random_uuid() and scope = 'x'`);
  });
});
