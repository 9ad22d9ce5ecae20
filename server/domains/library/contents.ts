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
/** Prefix of the objects that are made of a content. */
export const mediaKey = (contentId: string): string => `media/${contentId}`;

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

/** The bytes are whole and stored: the content waits for its preparation, whose job is sent in the same transaction. */
export const markArrived = async (db: Db, services: Services, contentId: string, sha256: string): Promise<void> => {
  await db
    .updateTable('contents')
    .set({ object_key: originalKey(contentId), sha256 })
    .where('id', '=', contentId)
    .execute();
  await services.jobs.send(db, 'media.prepare', { contentId });
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
}

/** A content by its id, in any scope. */
export const findContent = async (db: Db, id: string): Promise<StoredContent | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select(['id', 'scope', 'type', 'filename', 'title', 'origin_file_size', 'object_key', 'encoding_status'])
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
      'object_key',
      'media_key',
      'thumbnail',
      'waveform',
      'publication_id',
    ])
    .where('scope', '=', scope)
    .where('id', 'in', ids.length > 0 ? [...ids] : ['00000000-0000-0000-0000-000000000000'])
    .orderBy('id')
    .forUpdate()
    .execute();
  if (contents.length === 0) return [];
  const published = contents.filter((content) => content.publication_id !== null).map(({ id }) => id);
  if (published.length > 0) await unpublishContents(db, published);

  const sum = (isReserved: boolean) =>
    contents
      .filter((content) => content.is_reserved === isReserved)
      .reduce((total, content) => total + content.origin_file_size, 0);
  if (sum(true) > 0) await freeReservedRoom(db, scope, sum(true));
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
    [content.object_key, content.media_key, content.thumbnail?.slice(1), content.waveform?.slice(1)].filter(
      (key) => key !== undefined && key !== null,
    ),
  );
  for (const prefix of new Set(objects)) await services.jobs.send(db, 'objects.delete', { prefix });
  return contents.map(({ id }) => id);
};

export interface FoundMedia {
  type: string;
  objectKey: string;
  mediaKey: string;
}

/** Keys of the media of a content. @returns Undefined if it is not prepared. */
export const findMedia = async (db: Db, contentId: string): Promise<FoundMedia | undefined> => {
  const row = await db
    .selectFrom('contents')
    .select(['type', 'object_key', 'media_key'])
    .where('id', '=', contentId)
    .executeTakeFirst();
  return row?.object_key && row.media_key
    ? { type: row.type, objectKey: row.object_key, mediaKey: row.media_key }
    : undefined;
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
  sha256: string,
): Promise<{ filename: string }> => {
  const record = await findContent(db, content.id);
  const filename = record?.filename ?? (await insertContent(db, content));
  await markArrived(db, services, content.id, sha256);
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
): Promise<{ scope: string; state: string; lengthBytes: number } | undefined> =>
  db
    .selectFrom('uploads')
    .select(['scope', 'state', 'length as lengthBytes'])
    .where('id', '=', contentId)
    .executeTakeFirst();
