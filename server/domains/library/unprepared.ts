import { sql } from 'kysely';
import { ENCODING } from '#contract/encoding.ts';
import type { Db } from '#server/db/database.ts';

/** Contents whose bytes have arrived and that are not prepared yet, or not to the end, or that an edit will replace. */
export const findUnprepared = async (db: Db, limit: number): Promise<string[]> =>
  (
    await sql<{ id: string }>`select id from contents
    where object_key is not null and not has_left(scope) and (encoding_status between 0 and 3 or cut_status between 0 and 3 or better_id is not null)
    order by created_at limit ${limit}`.execute(db)
  ).rows.map(({ id }) => id);

/** Whether all of a content is made: what is stored of it is in use. */
export const isPrepared = async (db: Db, id: string): Promise<boolean> => {
  const row = await db.selectFrom('contents').select('encoding_status').where('id', '=', id).executeTakeFirst();
  return row?.encoding_status === ENCODING.done;
};

/**
 * Records whose bytes never came and without a running upload, older than that many days; with `onlyId` only that one.
 */
export const findEmptyRecords = async (
  db: Db,
  days: number,
  limit: number,
  onlyId: string | null = null,
): Promise<{ id: string; scope: string; userId: string }[]> =>
  (
    await sql<{ id: string; scope: string; userId: string }>`select id, scope, created_by as "userId" from contents c
    where object_key is null and encoding_status >= 0 and created_at < now() - make_interval(days => ${days}::int) and (${onlyId}::uuid is null or id = ${onlyId}::uuid)
      and not exists (select 1 from uploads u where u.id = c.id and u.state = 'uploading')
    order by created_at limit ${limit}`.execute(db)
  ).rows;
