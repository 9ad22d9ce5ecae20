import { afterEach, beforeEach, expect, test } from 'vitest';
import { Kysely, PostgresDialect, sql } from 'kysely';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '#tests/support/postgres.ts';
import type { Db } from '../db/database.ts';
import { seedReference } from './reference.ts';

let testDb: TestDatabase;
let statements: number;
let db: Db;
beforeEach(async () => {
  testDb = await testDatabase();
  db = new Kysely({
    dialect: new PostgresDialect({ pool: new pg.Pool({ ...testDb.poolConfig, max: 1 }) }),
    log: () => void (statements += 1),
  });
  statements = 0;
});
afterEach(async () => {
  await db.destroy();
  await testDb.drop();
});

const TABLES = [
  'sports',
  'sport_levels',
  'sport_roles',
  'sport_role_levels',
  'sport_bio_questions',
  'science_areas',
  'science_educations',
  'application_questions',
  'feature_flags',
  'variables',
  'page_texts',
  'pages',
  'page_blocks',
] as const;

test('a start with all reference data there asks once; each table gets back what is missing', async () => {
  await seedReference(db);
  for (const table of TABLES) {
    statements = 0;
    await seedReference(db);
    expect(statements).toBe(1);
    const countOf = async () =>
      (await db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirst())!.n;
    const before = await countOf();
    // Also one that others refer to.
    await sql`set session_replication_role = replica`.execute(db);
    await sql.raw(`delete from ${table} where ctid = (select max(ctid) from ${table})`).execute(db);
    await sql`set session_replication_role = origin`.execute(db);
    expect(await countOf()).not.toBe(before);
    await seedReference(db);
    expect(await countOf()).toBe(before);
  }
});

test('what an operator has edited stays, also when another row is missing', async () => {
  await seedReference(db);
  await db.updateTable('page_texts').set({ text: 'edited' }).execute();
  await db.deleteFrom('variables').execute();
  await seedReference(db);
  expect(await db.selectFrom('page_texts').select('text').distinct().execute()).toEqual([{ text: 'edited' }]);
  expect(await db.selectFrom('variables').selectAll().execute()).not.toEqual([]);
});
