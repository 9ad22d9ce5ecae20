import { ENCODING } from '#contract/encoding.ts';
import { Problem } from '#contract/problems.ts';
import type { ContentType } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { holdBack } from '../publications/index.ts';
import { mediaKey, NO_CUT } from './contents.ts';
import { isRunning } from './preparing.ts';
import { notifyHeld } from './notify-held.ts';
import { freeReservedRoom } from './room.ts';

/** The content whose file an upload replaces. */
export interface ReplacedContent {
  scope: string;
  contentId: string;
}

/**
 * Checks that a file may replace that of a content: of the same owner, of the same kind, and ready, so that it plays until
 * then.
 *
 * @returns Bytes to reserve: those by which the new file is larger.
 * @throws Problem `upload.nothing_to_replace`, `upload.wrong_type`, `library.not_ready`.
 */
export const checkReplacement = async (
  db: Db,
  { scope, contentId }: ReplacedContent,
  file: { name: string; type: ContentType; sizeBytes: number },
): Promise<number> => {
  const content = await db
    .selectFrom('contents')
    .select(['type', 'encoding_status', 'origin_file_size'])
    .where('id', '=', contentId)
    .where('scope', '=', scope)
    .executeTakeFirst();
  if (!content) throw new Problem('upload.nothing_to_replace');
  if (content.type !== file.type) throw new Problem('upload.wrong_type', { name: file.name, type: content.type });
  if (content.encoding_status !== ENCODING.done) throw new Problem('library.not_ready');
  return Math.max(0, file.sizeBytes - content.origin_file_size);
};

/** A new file whose bytes are whole and stored. */
export interface NewFile extends ReplacedContent {
  /** Id of its upload. It names what is made of the file. */
  uploadId: string;
  filename: string;
  sizeBytes: number;
  sha256: string;
  objectKey: string;
  /** Bytes that its upload has reserved. */
  roomBytes: number;
}

/**
 * Notes the new file of a content and sends its preparation. The content keeps its own until then. An edit or an earlier
 * new file that still waits is dropped: the person chose this one later. The transaction must hold the scope's version
 * counter.
 *
 * @throws Problem `upload.nothing_to_replace`.
 */
export const noteNewFile = async (db: Db, services: Services, file: NewFile): Promise<void> => {
  const current = await db
    .selectFrom('contents')
    .select('sha256')
    .where('id', '=', file.contentId)
    .where('scope', '=', file.scope)
    .forUpdate()
    .executeTakeFirst();
  if (!current) throw new Problem('upload.nothing_to_replace');
  await dropReplacement(db, services, file);
  // The content has exactly these bytes already.
  if (current.sha256 === file.sha256) {
    await notifyHeld(db, services, { ...file, cause: file.uploadId });
    await freeReservedRoom(db, file.scope, file.roomBytes);
    return services.jobs.send(db, 'objects.delete', { prefix: file.objectKey });
  }
  await db
    .updateTable('contents')
    .set({
      ...NO_CUT,
      cut_id: file.uploadId,
      cut_status: ENCODING.queued,
      next_key: file.objectKey,
      next_filename: file.filename,
      next_size: file.sizeBytes,
      next_sha256: file.sha256,
      next_room: file.roomBytes,
    })
    .where('id', '=', file.contentId)
    .execute();
  await services.jobs.send(db, 'media.prepare', { contentId: file.contentId });
};

/**
 * Ends what would replace a content's file, an edit or a new file, or removes the notice that it failed. Frees the room
 * and deletes the bytes of a new file; a running job notices it and deletes what it has made. A publication that waited for
 * the edit is held back. The transaction must hold the scope's version counter.
 *
 * @param onlyId Only if it is this one.
 */
export const dropReplacement = async (
  db: Db,
  services: Services,
  { scope, contentId }: ReplacedContent,
  onlyId?: string,
): Promise<void> => {
  const current = await db
    .selectFrom('contents')
    .select(['cut_id', 'cut_status', 'next_key', 'next_room', 'better_id'])
    .where('id', '=', contentId)
    .where('scope', '=', scope)
    .forUpdate()
    .executeTakeFirst();
  if (!current || current.cut_status === null || (onlyId !== undefined && current.cut_id !== onlyId)) return;
  await db
    .updateTable('contents')
    .set({ ...NO_CUT, minutes_left: null })
    .where('id', '=', contentId)
    .execute();
  if (current.next_key === null && isRunning(current.cut_status)) await holdBack(db, contentId, services.now());
  // They waited for it.
  if (current.better_id) await services.jobs.send(db, 'media.prepare', { contentId });
  if (current.next_key === null) return;
  await freeReservedRoom(db, scope, current.next_room!);
  for (const prefix of [current.next_key, mediaKey(current.cut_id!)])
    await services.jobs.send(db, 'objects.delete', { prefix });
};
