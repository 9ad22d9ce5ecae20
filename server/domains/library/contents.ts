import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { ContentType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { unpublishContents } from '../publications/index.ts';
import { freeName, splitName, storableName } from './names.ts';
import { freeReservedRoom, freeUsedRoom, reserveRoom } from './room.ts';

/** Key of the object that holds the bytes of a content. */
export const originalKey = (contentId: string): string => `originals/${contentId}`;
/** Key of the object that holds the joined clips of a recording. */
export const joinedKey = (contentId: string): string => `recordings/${contentId}`;
/** Prefix of the objects that are made of a content. */
export const mediaKey = (contentId: string): string => `media/${contentId}`;

/** The columns of a content that no larger renditions follow. */
export const NO_BETTER = { better_id: null, better_progress: 0, minutes_left: null } as const;

/** The columns of a content that no edit and no new file waits for. */
export const NO_CUT = {
  cut_id: null,
  cut_from_ms: null,
  cut_to_ms: null,
  cut_status: null,
  cut_progress: 0,
  cut_reason: null,
  cut_failed: false,
  next_key: null,
  next_filename: null,
  next_size: null,
  next_sha256: null,
  next_room: null,
} as const;

export interface NewContent {
  id: string;
  scope: string;
  type: ContentType;
  filename: string;
  folderId: string | null;
  sizeBytes: number;
  createdBy: string;
  pagesCount?: number | null;
}

/**
 * Makes the record of a content whose room is reserved already. The transaction must hold the scope's version counter,
 * so that the free name stays free.
 *
 * @returns The name it is stored under.
 */
export const insertContent = async (db: Db, content: NewContent): Promise<string> => {
  const filename = await freeName(db, content.scope, storableName(content.filename));
  await sql`insert into contents (id, scope, folder_id, title, filename, type, pages_count, origin_file_size, created_by)
    values (${content.id}, ${content.scope}, (select id from folders where id = ${content.folderId} and scope = ${content.scope}),
      ${splitName(filename).stem}, ${filename}, ${content.type}, ${content.pagesCount ?? null}, ${content.sizeBytes}, ${content.createdBy})`.execute(
    db,
  );
  return filename;
};

/**
 * The bytes are whole and stored: the content waits for its preparation, whose job is sent in the same transaction.
 *
 * @param objectKey Where they are stored: with an equal file of the owner (equal-files.ts), or under the content's own key.
 */
export const markArrived = async (
  db: Db,
  services: Services,
  contentId: string,
  { sha256, objectKey }: { sha256: string; objectKey: string },
): Promise<void> => {
  await db.updateTable('contents').set({ object_key: objectKey, sha256 }).where('id', '=', contentId).execute();
  await services.jobs.send(db, 'media.prepare', { contentId });
};

/** Notes where the clips of a recording begin; they are joined before anything is made of them (decision 0042). */
export const noteClips = async (db: Db, contentId: string, clips: readonly number[]): Promise<void> => {
  await db
    .updateTable('contents')
    .set({ clips: JSON.stringify(clips) })
    .where('id', '=', contentId)
    .execute();
};

export interface StoredContent {
  id: string;
  scope: string;
  type: ContentType;
  filename: string;
  title: string;
  originFileSize: number;
  hasArrived: boolean;
  encodingStatus: number;
  mediaKey: string | null;
}

/** A content by its id, in any scope. */
export const findContent = async (db: Db, id: string): Promise<StoredContent | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select([
      'id',
      'scope',
      'type',
      'filename',
      'title',
      'origin_file_size',
      'object_key',
      'media_key',
      'encoding_status',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      id,
      scope: row.scope,
      type: row.type as ContentType,
      filename: row.filename,
      title: row.title,
      originFileSize: row.origin_file_size,
      hasArrived: row.object_key !== null,
      encodingStatus: row.encoding_status,
      mediaKey: row.media_key,
    }
  );
};

/**
 * Deletes contents of a scope; ids without a row are ignored. A published one is unpublished first (D-95).
 * Frees their room, and sends the jobs that delete their bytes. The transaction must hold the scope's version counter.
 *
 * @returns Ids of the deleted ones.
 */
export const removeContents = async (
  db: Db,
  services: Services,
  scope: string,
  ids: readonly string[],
): Promise<string[]> => {
  const contents = await db
    .selectFrom('contents')
    .select([
      'id',
      'origin_file_size',
      'is_reserved',
      'encoding_status',
      'object_key',
      'media_key',
      'thumbnail',
      'waveform',
      'publication_id',
      'cut_id',
      'next_key',
      'next_room',
      'better_id',
      'archived_until',
    ])
    .where('scope', '=', scope)
    .where('id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (contents.length === 0) return [];
  const published = contents.filter((content) => content.publication_id !== null).map(({ id }) => id);
  if (published.length > 0) await unpublishContents(db, published);

  // An archived content has freed its room already, and so has a failed one, unless an earlier version of the server let it keep it.
  const sum = (isReserved: boolean) =>
    contents
      .filter((content) => content.is_reserved === isReserved && (isReserved || content.encoding_status >= 0))
      .filter((content) => content.archived_until === null)
      .reduce((total, content) => total + content.origin_file_size, 0);
  const reserved = sum(true) + contents.reduce((total, content) => total + (content.next_room ?? 0), 0);
  if (reserved > 0) await freeReservedRoom(db, scope, reserved);
  if (sum(false) > 0) await freeUsedRoom(db, scope, sum(false));
  await db
    .deleteFrom('contents')
    .where(
      'id',
      'in',
      contents.map(({ id }) => id),
    )
    .execute();

  const objects = contents.flatMap((content) =>
    [
      content.object_key,
      content.next_key,
      content.media_key,
      content.thumbnail?.slice(1),
      content.waveform?.slice(1),
      // What a killed server may have stored of an edit or of larger renditions.
      ...(content.cut_id ? [originalKey(content.cut_id), mediaKey(content.cut_id)] : []),
      ...(content.better_id ? [mediaKey(content.better_id)] : []),
    ].filter((key) => key !== undefined && key !== null),
  );
  for (const prefix of new Set(objects)) await services.jobs.send(db, 'objects.delete', { prefix });
  await endReplacingUploads(
    db,
    scope,
    contents.map(({ id }) => id),
  );
  return contents.map(({ id }) => id);
};

/** Deletes all contents of a scope with their objects, those that copies of other scopes share excepted. */
export const removeAllContents = async (db: Db, services: Services, scope: string): Promise<void> => {
  const rows = await db.selectFrom('contents').select('id').where('scope', '=', scope).execute();
  await removeContents(
    db,
    services,
    scope,
    rows.map(({ id }) => id),
  );
};

/**
 * Ends the uploads that would replace the files of deleted contents, and frees their room. Their growing files are deleted
 * by housekeeping.
 */
const endReplacingUploads = async (db: Db, scope: string, contentIds: readonly string[]): Promise<void> => {
  const ended = await db
    .updateTable('uploads')
    .set({ state: 'cancelled', updated_at: new Date() })
    .where('scope', '=', scope)
    .where('replaces', 'in', [...contentIds])
    .where('state', '=', 'uploading')
    .returning(['id', 'is_reserved', 'room', 'length'])
    .execute();
  if (ended.length === 0) return;
  const roomBytes = ended.reduce((sum, upload) => sum + (upload.is_reserved ? (upload.room ?? upload.length) : 0), 0);
  if (roomBytes > 0) await freeReservedRoom(db, scope, roomBytes);
  await db
    .deleteFrom('upload_units')
    .where(
      'upload_id',
      'in',
      ended.map(({ id }) => id),
    )
    .execute();
};

/** The bytes of a text by the folder of its media. @returns Undefined if no text has this folder. */
export const findDocument = async (db: Db, key: string): Promise<string | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select('object_key')
    .where('media_key', '=', key)
    .where('type', '=', 'text')
    .limit(1)
    .executeTakeFirst();
  return row?.object_key ?? undefined;
};

/** @throws Problem `access.not_found` unless the folder belongs to the scope; `null` is the root. */
export const checkFolder = async (db: Db, scope: string, folderId: string | null): Promise<void> => {
  if (folderId === null) return;
  const folder = await db
    .selectFrom('folders')
    .select('id')
    .where('id', '=', folderId)
    .where('scope', '=', scope)
    .executeTakeFirst();
  if (!folder) throw new Problem('access.not_found');
};

/**
 * Reserves the room of a content whose bytes are on their way, unless its record has reserved it already.
 *
 * @returns The record, if there is one, in any scope.
 * @throws Problem `library.out_of_storage`, `access.not_found` for a folder of another scope.
 */
export const reserveContent = async (
  db: Db,
  { id, scope, folderId, sizeBytes }: Pick<NewContent, 'id' | 'scope' | 'folderId' | 'sizeBytes'>,
): Promise<StoredContent | undefined> => {
  await checkFolder(db, scope, folderId);
  const record = await findContent(db, id);
  if (!record) await reserveRoom(db, scope, sizeBytes);
  return record;
};

/**
 * The bytes of a content are stored: makes its record, unless it was made before them, and sends the preparation.
 *
 * @returns The name it is stored under.
 */
export const addContent = async (
  db: Db,
  services: Services,
  content: NewContent,
  stored: { sha256: string; objectKey: string },
): Promise<{ filename: string }> => {
  const record = await findContent(db, content.id);
  const filename = record?.filename ?? (await insertContent(db, content));
  await markArrived(db, services, content.id, stored);
  return { filename };
};

/**
 * Deletes the content of an upload that has ended, or frees the room that the upload has reserved for it.
 *
 * @param reservedBytes What the upload has reserved, if there is no record.
 * @throws Problem `access.not_found` for a content of another scope.
 */
export const discardContent = async (
  db: Db,
  services: Services,
  { id, scope, reservedBytes }: { id: string; scope: string; reservedBytes: number },
): Promise<void> => {
  const record = await findContent(db, id);
  if (record && record.scope !== scope) throw new Problem('access.not_found');
  const removed = await removeContents(db, services, scope, [id]);
  if (reservedBytes > 0 && removed.length === 0) await freeReservedRoom(db, scope, reservedBytes);
};

/** The upload that brings the bytes of a content, under the same id. Read here because uploads depend on the Library. */
export const findUploadOf = (
  db: Db,
  contentId: string,
): Promise<
  { scope: string; state: string; lengthBytes: number; isReserved: boolean; replaces: string | null } | undefined
> =>
  db
    .selectFrom('uploads')
    .select(['scope', 'state', 'length as lengthBytes', 'is_reserved as isReserved', 'replaces'])
    .where('id', '=', contentId)
    .executeTakeFirst();
