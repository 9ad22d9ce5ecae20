import { sql, type Insertable, type RawBuilder } from 'kysely';
import type { Db } from '../db/database.ts';
import type { Schema } from '../db/schema.ts';
import { APPLICATION_QUESTIONS, SCIENCE_AREAS, SCIENCE_EDUCATIONS } from './applications.ts';
import { BLOCKS } from './blocks.ts';
import { BIO_QUESTIONS } from './bio-questions.ts';
import { PAGES } from './legal/index.ts';
import { LEVELS, ROLES, SPORTS } from './sports.ts';
import { FLAGS, TEXTS, VARIABLES } from './settings.ts';

interface Part {
  /** How many of the rows are not there. */
  missing: RawBuilder<number>;
  insert(tx: Db): Promise<unknown>;
}

/** @param key The primary key of the table. */
const part = <T extends keyof Schema & string>(
  table: T,
  rows: readonly Insertable<Schema[T]>[],
  ...key: (keyof Insertable<Schema[T]> & string)[]
): Part => {
  const keys = rows.map((row) => key.map((name) => String(row[name])).join(SEPARATOR));
  const columns = sql.join(key.map((name) => sql.ref(name)));
  return {
    missing: sql`${rows.length}::int - (select count(*)::int from ${sql.table(table)}
      where concat_ws(${SEPARATOR}, ${columns}) = any(${sql.val(keys)}::text[]))`,
    insert: (tx) =>
      tx
        .insertInto(table as string as 'sports')
        .values(rows as never)
        .onConflict((on) => on.doNothing())
        .execute(),
  };
};
/** In no key. */
const SEPARATOR = '\u001f';

/** In an order in which no row comes before one that it refers to. */
const PARTS: readonly Part[] = [
  part('sports', SPORTS, 'id'),
  part('sport_levels', LEVELS, 'id'),
  part(
    'sport_roles',
    ROLES.map(({ id, name, rule, position }) => ({ id, name, rule, position })),
    'id',
  ),
  part(
    'sport_role_levels',
    ROLES.flatMap(({ id, levels }) => levels.map((level_id, position) => ({ role_id: id, level_id, position }))),
    'role_id',
    'level_id',
  ),
  part('sport_bio_questions', BIO_QUESTIONS, 'sport_id', 'id'),
  part('science_areas', SCIENCE_AREAS, 'id'),
  part('science_educations', SCIENCE_EDUCATIONS, 'id'),
  part('application_questions', APPLICATION_QUESTIONS, 'application_type', 'id'),
  part('feature_flags', FLAGS, 'name'),
  part('variables', VARIABLES, 'name'),
  part('page_texts', TEXTS, 'name'),
  part('pages', PAGES, 'name'),
  part('page_blocks', BLOCKS, 'page_name', 'id'),
];

/**
 * Inserts the reference data: sports, roles and levels, flags, variables, pages and texts. Runs at every start, and asks
 * first whether a row is missing; existing rows stay unchanged, because they may have been edited.
 *
 * Source: D-330…D-340.
 */
export const seedReference = async (db: Db): Promise<void> => {
  const missing = sql.join(
    PARTS.map((each) => each.missing),
    sql` + `,
  );
  const { rows } = await sql<{ missing: number }>`select ${missing} as missing`.execute(db);
  if (rows[0]?.missing === 0) return;
  await db.transaction().execute(async (tx) => {
    // One process at a time.
    await sql`select pg_advisory_xact_lock(7301903)`.execute(tx);
    for (const each of PARTS) await each.insert(tx);
  });
};
