import { ENCODING } from '#contract/encoding.ts';
import { newId } from '#contract/ids.ts';
import { TRIM_MIN_MS } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { CallContext, Handler } from '#server/calls/context.ts';
import { found } from '#server/calls/context.ts';
import type { Db } from '#server/db/database.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { copyCaptions, cutCaptions } from '../captions/index.ts';
import { isShown, refuseRemoved } from '../publications/index.ts';
import { contentRow } from './content-handlers.ts';
import { findContent, findUploadOf } from './contents.ts';
import { CUT_EXTENSION, freeName, splitName } from './names.ts';
import { dropReplacement } from './replace.ts';
import { reserveRoom } from './room.ts';

/** How far a device's length of a video may differ from the server's, ms: players round. */
const LENGTH_ROUNDING_MS = 1_000;

interface Part {
  startMs: number;
  endMs: number;
}

const readOriginal = async (db: Db, scope: string, id: string) =>
  found(
    await db
      .selectFrom('contents')
      .selectAll()
      .where('id', '=', id)
      .where('scope', '=', scope)
      .forUpdate()
      .executeTakeFirst(),
  );
type Original = Awaited<ReturnType<typeof readOriginal>>;

/** @throws Problem `library.trim_not_possible`, `library.not_ready` while the bytes are missing or after they failed. */
const checkOriginal = (original: Original, { endMs }: Part): void => {
  const isBeyond = original.duration !== null && endMs > original.duration * 1000 + LENGTH_ROUNDING_MS;
  if (original.type !== 'video' || isBeyond) throw new Problem('library.trim_not_possible');
  if (original.object_key === null || original.encoding_status < 0) throw new Problem('library.not_ready');
};

/** What a part of a file is expected to take, bytes; the whole file while its length is unknown. */
const shareOf = ({ origin_file_size: bytes, duration }: Original, { startMs, endMs }: Part): number =>
  duration === null ? bytes : Math.max(1, Math.ceil(bytes * Math.min(1, (endMs - startMs) / 1000 / duration)));

/**
 * A video is cut to the part between two times, by a job. A copy is a new content that is prepared from the original's
 * bytes; a replacement changes the content when it is done. Source: D-140, decision 0039.
 */
export const trimContent: Handler<'library.trimContent'> = async (context, { id, mode, startMs, endMs, copyId }) => {
  const { db, scope } = context;
  const part = { startMs, endMs };
  if (endMs - startMs < TRIM_MIN_MS) throw new Problem('library.trim_too_short');
  const isCopy = mode === 'copy';
  await raiseScopes(db, [scope]);
  if (isCopy && (await findContent(db, copyId))) return contentRow(db, scope, copyId);
  // Its bytes will be stored under the same name.
  if (isCopy && (await findUploadOf(db, copyId))) throw new Problem('access.not_found');
  const original = await readOriginal(db, scope, id);
  checkOriginal(original, part);
  if (isCopy) await refuseRemoved(db, id);
  if (isCopy) await insertCopy(context, original, { id: copyId, part });
  else await markReplacement(context, original, part);
  return contentRow(db, scope, isCopy ? copyId : id);
};

const insertCopy = async (
  { db, services, scope, session }: CallContext,
  original: Original,
  { id, part }: { id: string; part: Part },
): Promise<void> => {
  const bytes = shareOf(original, part);
  await reserveRoom(db, scope, bytes);
  const filename = await freeName(db, scope, splitName(original.filename).stem + CUT_EXTENSION);
  await db
    .insertInto('contents')
    .values({
      id,
      scope,
      folder_id: original.folder_id,
      title: splitName(filename).stem,
      filename,
      type: original.type,
      origin_file_size: bytes,
      // Named here, the bytes stay until the copy has its own, also if the original is deleted meanwhile.
      object_key: original.object_key,
      cut_from_ms: part.startMs,
      cut_to_ms: part.endMs,
      created_by: session.userId,
    })
    .execute();
  await copyCaptions(db, original.id, id);
  await cutCaptions(db, id, part);
  await services.jobs.send(db, 'media.prepare', { contentId: id });
};

/** A replacement takes no more room than it frees, so none is reserved: a full storage can be emptied by it. */
const markReplacement = async ({ db, services, now }: CallContext, original: Original, part: Part): Promise<void> => {
  // One that is planned, waits or is held back goes live when the edit is made.
  if (await isShown(db, original.id)) throw new Problem('library.trim_published');
  if (original.cut_from_ms !== null || original.next_key !== null) throw new Problem('library.not_ready');
  await db
    .updateTable('contents')
    .set({
      cut_id: newId(now.getTime()),
      cut_from_ms: part.startMs,
      cut_to_ms: part.endMs,
      cut_status: ENCODING.queued,
      cut_progress: 0,
      cut_reason: null,
      cut_failed: false,
    })
    .where('id', '=', original.id)
    .execute();
  // Of a video that is still being prepared, the end of its preparation sends the job.
  await services.jobs.send(db, 'media.prepare', { contentId: original.id });
};

/**
 * Also of a new file. The job of the edit notices it. Of a copy nothing is cancelled: it is deleted. A publication that
 * waited for the edit is held back.
 */
export const cancelTrim: Handler<'library.cancelTrim'> = async ({ db, services, scope }, { id }) => {
  await raiseScopes(db, [scope]);
  await dropReplacement(db, services, { scope, contentId: id });
  return contentRow(db, scope, id);
};
