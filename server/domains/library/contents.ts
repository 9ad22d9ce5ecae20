import { sql } from 'kysely';
import { Problem } from '#contract/problems.ts';
import type { ContentType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { unpublishContents } from '../publications/index.ts';
import { freeName, splitName, storableName } from './names.ts';
import { freeReservedRoom, freeUsedRoom } from './room.ts';

/** Where the bytes of a content lie. */
export const originalKey = (contentId: string): string => `originals/${contentId}`;
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
 * Makes the record of a content whose room is reserved already. The transaction must hold the scope's version, so that
 * the name found free stays free.
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

/** The bytes are whole and in place: the content waits for its preparation, whose job is sent in the same transaction. */
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
  type: string;
  filename: string;
  title: string;
  originFileSize: number;
  hasArrived: boolean;
  encodingStatus: number;
}

/** A content by its id, in whatever scope. */
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
      type: row.type,
      filename: row.filename,
      title: row.title,
      originFileSize: row.origin_file_size,
      hasArrived: row.object_key !== null,
      encodingStatus: row.encoding_status,
    }
  );
};

/**
 * Deletes contents of a scope; those already gone are passed over. A published one is unpublished first (decisions
 * D-95). Frees their room, and sends the jobs that delete their bytes. The transaction must hold the scope's version.
 *
 * @returns Ids of those that were there.
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

/** Where the media of a prepared content lie. */
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
