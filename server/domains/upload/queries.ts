import { sql } from 'kysely';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { ContentType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';

export type UploadState = 'uploading' | 'complete' | 'cancelled' | 'refused';
export interface Upload {
  id: string;
  scope: string;
  userId: string;
  profile: ContentType;
  filename: string;
  folderId: string | null;
  lengthBytes: number;
  state: UploadState;
  contentId: string | null;
  /** Whether its room is reserved: released after a day without a unit, and reserved again by the next one. */
  isReserved: boolean;
  /** The content whose file it replaces; null if it becomes a content of its own. */
  replaces: string | null;
  /** Bytes that it reserves: of a replacement those by which it is larger. */
  roomBytes: number;
  /** A recording that is still being made: `lengthBytes` is what was announced so far. */
  isGrowing: boolean;
  /** First byte of each clip of a recording that has ended. */
  clips: number[] | null;
}

interface UploadRow {
  id: string;
  scope: string;
  user_id: string;
  profile: string;
  filename: string;
  folder_id: string | null;
  length: number;
  state: string;
  content_id: string | null;
  is_reserved: boolean;
  replaces: string | null;
  room: number | null;
  is_growing: boolean;
  clips: unknown;
}
const toUpload = (row: UploadRow): Upload => ({
  id: row.id,
  scope: row.scope,
  userId: row.user_id,
  profile: row.profile as ContentType,
  filename: row.filename,
  folderId: row.folder_id,
  lengthBytes: row.length,
  state: row.state as UploadState,
  contentId: row.content_id,
  isReserved: row.is_reserved,
  replaces: row.replaces,
  roomBytes: row.room ?? row.length,
  isGrowing: row.is_growing,
  clips: row.clips as number[] | null,
});

export const findUpload = async (db: Db, id: string): Promise<Upload | undefined> => {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toUpload(row);
};

/** As `findUpload`, locked until the transaction ends. */
export const lockUpload = async (db: Db, id: string): Promise<Upload | undefined> => {
  const row = await db.selectFrom('uploads').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && toUpload(row);
};

/** @returns False if an upload of that id exists already. */
export const insertUpload = async (db: Db, upload: Omit<Upload, 'contentId'>): Promise<boolean> => {
  const made = await db
    .insertInto('uploads')
    .values({
      id: upload.id,
      scope: upload.scope,
      user_id: upload.userId,
      profile: upload.profile,
      filename: upload.filename,
      folder_id: upload.folderId,
      length: upload.lengthBytes,
      state: upload.state,
      is_reserved: upload.isReserved,
      replaces: upload.replaces,
      room: upload.roomBytes,
      is_growing: upload.isGrowing,
      clips: upload.clips && JSON.stringify(upload.clips),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute();
  return made.length > 0;
};

/** Unfinished uploads of a scope, as `upload.list` answers them. */
export const listRunning = (
  scope: string,
  limit: number,
) => sql<string>`select json_build_object('results', coalesce(json_agg(row), '[]'))
  from (select json_build_object('uploadId', u.id, 'fileName', u.filename, 'length', u.length,
      'received', least(u.length, ${UNIT_BYTES}::bigint * (select count(*) from upload_units n where n.upload_id = u.id)),
      'isReserved', u.is_reserved, 'lastPartAt', to_char(u.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as row
    from uploads u where u.scope = ${scope} and u.state = 'uploading' order by u.updated_at limit ${limit}) listed`;

export const setReserved = async (db: Db, id: string, isReserved: boolean): Promise<void> => {
  await db.updateTable('uploads').set({ is_reserved: isReserved }).where('id', '=', id).execute();
};

/** Sets the size of a recording that grows, and its clips once it has ended. */
export const setLength = async (
  db: Db,
  {
    id,
    lengthBytes,
    roomBytes,
    isGrowing,
    clips,
  }: Pick<Upload, 'id' | 'lengthBytes' | 'roomBytes' | 'isGrowing' | 'clips'>,
): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ length: lengthBytes, room: roomBytes, is_growing: isGrowing, clips: clips && JSON.stringify(clips) })
    .where('id', '=', id)
    .execute();
};

/** Bytes that are still to come for uploads whose room is reserved, in all scopes. */
export const promisedBytes = async (db: Db): Promise<number> =>
  (
    await sql<{ bytes: number }>`select coalesce(sum(greatest(0, u.length - ${UNIT_BYTES}::bigint *
        (select count(*) from upload_units n where n.upload_id = u.id))), 0)::bigint as bytes
      from uploads u where u.state = 'uploading' and u.is_reserved`.execute(db)
  ).rows[0]!.bytes;

/** Uploads without a new unit for that many hours whose room is still reserved; with `onlyId` only that one. */
export const findIdle = async (
  db: Db,
  hours: number,
  limit: number,
  onlyId: string | null = null,
): Promise<{ id: string; scope: string }[]> =>
  (
    await sql<{ id: string; scope: string }>`select id, scope from uploads u
      where state = 'uploading' and is_reserved and updated_at < now() - make_interval(hours => ${hours}::int)
        and not exists (select 1 from contents c where c.id = u.id)
        and (${onlyId}::uuid is null or id = ${onlyId}::uuid) order by updated_at limit ${limit}`.execute(db)
  ).rows;

/** Digests of the units of a range that are on disk, hex, by unit. */
export const readUnits = async (db: Db, id: string, from: number, count: number): Promise<Map<number, string>> => {
  const rows = await db
    .selectFrom('upload_units')
    .select(['unit', 'sha256'])
    .where('upload_id', '=', id)
    .where('unit', '>=', from)
    .where('unit', '<', from + count)
    .execute();
  return new Map(rows.map(({ unit, sha256 }) => [unit, sha256.toString('hex')]));
};

/**
 * Records units that are on disk. For an upload that has ended meanwhile, nothing is recorded.
 *
 * @returns State of the upload, and how many units it has now.
 */
export const commitUnits = async (
  db: Db,
  id: string,
  units: readonly { unit: number; digest: string }[],
): Promise<{ state: UploadState; units: number } | undefined> => {
  if (units.length > 0) {
    await sql`with alive as (update uploads set updated_at = now() where id = ${id} and state = 'uploading' returning id)
      insert into upload_units (upload_id, unit, sha256)
      select alive.id, u.unit, decode(u.digest, 'hex')
      from alive, unnest(${sql.val(units.map(({ unit }) => unit))}::int[], ${sql.val(units.map(({ digest }) => digest))}::text[]) as u(unit, digest)
      on conflict do nothing`.execute(db);
  }
  // A separate statement, so that of two last chunks at the same time the later one sees the units of both.
  const found = await sql<{
    state: UploadState;
    units: number;
  }>`select state, (select count(*) from upload_units where upload_id = ${id}) as units
    from uploads where id = ${id}`.execute(db);
  return found.rows[0];
};

/** All digests in order of the units. */
export const readDigests = async (db: Db, id: string): Promise<Buffer[]> =>
  (await db.selectFrom('upload_units').select('sha256').where('upload_id', '=', id).orderBy('unit').execute()).map(
    ({ sha256 }) => sha256,
  );

/** Units that are on disk, as half-open ranges. */
export const readRanges = async (db: Db, id: string): Promise<[number, number][]> => {
  const rows = await sql<{ from: number; to: number }>`select min(unit) as "from", max(unit) + 1 as "to"
    from (select unit, unit - row_number() over (order by unit) as island from upload_units where upload_id = ${id}) u
    group by island order by 1`.execute(db);
  return rows.rows.map(({ from, to }) => [from, to]);
};

/** Ends an upload and deletes its units: the file is an object now, or deleted. */
export const endState = async (
  db: Db,
  id: string,
  state: 'complete' | 'cancelled' | 'refused',
  contentId: string | null = null,
): Promise<void> => {
  await db
    .updateTable('uploads')
    .set({ state, content_id: contentId, updated_at: new Date() })
    .where('id', '=', id)
    .execute();
  await db.deleteFrom('upload_units').where('upload_id', '=', id).execute();
};

/** Uploads without a new chunk for that many days; with `onlyId` only that one. */
export const findStale = async (
  db: Db,
  days: number,
  limit: number,
  onlyId: string | null = null,
): Promise<{ id: string; scope: string; userId: string }[]> =>
  (
    await sql<{
      id: string;
      scope: string;
      userId: string;
    }>`select id, scope, user_id as "userId" from uploads where state = 'uploading' and updated_at < now() - make_interval(days => ${days}::int)
    and (${onlyId}::uuid is null or id = ${onlyId}::uuid) order by updated_at limit ${limit}`.execute(db)
  ).rows;

/**
 * People whose uploads got no chunk for a while, with how many those are, and the name and scope of the one that began first. Those that
 * nobody has gone on with for days are left out.
 */
export const findWaiting = async (
  db: Db,
  { idleMinutes, days, limit }: { idleMinutes: number; days: number; limit: number },
): Promise<{ userId: string; scope: string; count: number; name: string }[]> =>
  (
    await sql<{ userId: string; scope: string; count: number; name: string }>`
      select u.user_id as "userId", count(*)::int as count, (array_agg(u.filename order by u.created_at))[1] as name,
        (array_agg(u.scope order by u.created_at))[1] as scope
      from uploads u join users p on p.id = u.user_id and p.deleted_at is null and not p.is_suspended
      where u.state = 'uploading' and u.updated_at < now() - make_interval(mins => ${idleMinutes}::int)
        and u.updated_at > now() - make_interval(days => ${days}::int)
      group by u.user_id order by u.user_id limit ${limit}`.execute(db)
  ).rows;

/** Uploads that ended within the last day: a killed server may have left their growing files. */
export const findJustEnded = async (db: Db): Promise<string[]> =>
  (
    await sql<{
      id: string;
    }>`select id from uploads where state <> 'uploading' and updated_at > now() - interval '1 day'`.execute(db)
  ).rows.map(({ id }) => id);

/** Unfinished uploads of a person, in any scope. */
export const findRunningOf = async (db: Db, userId: string): Promise<{ id: string; scope: string; userId: string }[]> =>
  db
    .selectFrom('uploads')
    .select(['id', 'scope', 'user_id as userId'])
    .where('user_id', '=', userId)
    .where('state', '=', 'uploading')
    .orderBy('id')
    .execute();
