import { sql } from 'kysely';
import type { Db } from '#server/db/database.ts';

/** Rows that are looked at in one statement. */
const BATCH = 1_000;

const SOURCES = [
  ['channel', 'channels'],
  ['content', 'publications'],
  ['playlist', 'playlists'],
  ['educator', 'users'],
  ['sport', 'sports'],
] as const;

/**
 * Refreshes what triggers leave as it is: how much each row is watched and followed, and the list of words by which
 * mistyped ones are corrected. Writes only what changed.
 */
export const refreshSearch = async (db: Db, signal?: AbortSignal): Promise<void> => {
  for (const [kind, table] of SOURCES) {
    let after: string | undefined;
    do {
      if (signal?.aborted) return;
      const { rows }: { rows: { last: string | null }[] } = await sql<{ last: string | null }>`
        with batch as (select id::text as id from ${sql.table(table)}
          ${after === undefined ? sql`` : sql`where id > ${sql.val(after)}${table === 'sports' ? sql`` : sql`::uuid`}`}
          order by ${sql.ref(`${table}.id`)} limit ${BATCH}),
          done as (select search_refresh(${kind}, (select array_agg(id) from batch)))
        select (select (array_agg(id))[count(*)] from batch) as last from done`.execute(db);
      after = rows[0]?.last ?? undefined;
    } while (after !== undefined);
  }
  await sql`select search_refresh_words()`.execute(db);
};
