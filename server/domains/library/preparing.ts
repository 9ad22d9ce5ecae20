import { sql } from 'kysely';
import type { Scope } from '#contract/ids.ts';
import { ENCODING } from '#contract/rows.ts';
import type { Db } from '#server/db/database.ts';
import { inScopes } from '#server/db/raise-scopes.ts';
import type { Services } from '#server/services.ts';

/** The part of a video that is kept, seconds. */
export interface Cut {
  fromSeconds: number;
  toSeconds: number;
}

/** A content whose bytes have arrived, with what is to be made of it. */
export interface Preparing {
  id: string;
  scope: Scope;
  type: 'video' | 'audio' | 'text';
  filename: string;
  title: string;
  objectKey: string;
  createdBy: string;
  /** Names the stored results: its own, that of the edit or of the new file, or that of the larger renditions. */
  workId: string;
  /** Names the price, and the pictures: larger renditions have those of the first one. */
  priceId: string;
  /** Null if all of it is kept. */
  cut: Cut | null;
  /** First byte of each clip of a recording that is not joined yet. */
  clips: number[] | null;
  /** Whether the content can be watched, and stays as it is until the edit or the new file is done. */
  isReplacement: boolean;
  /** Whether a new file replaces the content's own. */
  isNewFile: boolean;
  /** Whether the content can be watched, and its larger renditions are made. */
  isBetter: boolean;
}

/** Whether an edit or a new file waits or is prepared. */
export const isRunning = (status: number | null): boolean => status !== null && status >= 0 && status < ENCODING.done;

/**
 * @returns Undefined if there is nothing to do: the bytes are missing, or the content is done, failed or deleted. A
 * replacement comes after the first preparation, and before larger renditions, which it makes superfluous.
 */
export const findPreparing = async (db: Db, contentId: string): Promise<Preparing | undefined> => {
  const row = await db.selectFrom('contents').selectAll().where('id', '=', contentId).executeTakeFirst();
  if (!row?.object_key) return undefined;
  const isDone = row.encoding_status === ENCODING.done;
  const isReplacement = isDone && row.cut_id !== null && isRunning(row.cut_status);
  const isBetter = isDone && !isReplacement && row.better_id !== null;
  if (isDone ? !isReplacement && !isBetter : row.encoding_status < 0) return undefined;
  const hasCut = !isBetter && row.cut_from_ms !== null && isReplacement === (row.cut_id !== null);
  return {
    id: row.id,
    scope: row.scope as Scope,
    type: row.type as Preparing['type'],
    filename: (isReplacement && row.next_filename) || row.filename,
    title: row.title,
    objectKey: (isReplacement && row.next_key) || row.object_key,
    createdBy: row.created_by,
    workId: isReplacement ? row.cut_id! : isBetter ? row.better_id! : row.id,
    priceId: isReplacement ? row.cut_id! : row.id,
    cut: hasCut ? { fromSeconds: row.cut_from_ms! / 1000, toSeconds: row.cut_to_ms! / 1000 } : null,
    clips: isReplacement || isBetter ? null : (row.clips as number[] | null),
    isReplacement,
    isNewFile: isReplacement && row.next_key !== null,
    isBetter,
  };
};

/** How far the work under way is. */
export interface Progress {
  percent: number;
  /** Null while it is not known. */
  minutesLeft: number | null;
}
const NOTHING_DONE: Progress = { percent: 0, minutesLeft: null };

const firstStage = (status: number, { percent, minutesLeft }: Progress) => ({
  encoding_status: status,
  encoding_progress: percent,
  minutes_left: minutesLeft,
  review_reason: null,
  ...(status >= ENCODING.checking ? { review_status: 'reviewing' } : {}),
});
const editStage = (status: number, { percent, minutesLeft }: Progress) => ({
  cut_status: status,
  cut_progress: percent,
  minutes_left: minutesLeft,
  cut_reason: null,
});

/**
 * Records the progress of the preparation and notifies the owner's devices: a status of D-109, and percents of the
 * encoding.
 *
 * @returns False if the content or its owner's account was deleted, or an edit makes its larger renditions superfluous: stop the preparation.
 */
export const showStage = async (
  { database, wake }: Services,
  content: Preparing,
  status: number,
  progress = NOTHING_DONE,
): Promise<boolean> => {
  const { scope } = content;
  const shown = await inScopes(database.db, [scope], (tx) =>
    content.isBetter ? setBetterProgress(tx, content, progress) : setStage(tx, content, status, progress),
  );
  wake.notify([scope]);
  return shown.length > 0;
};

const setStage = (db: Db, { id, workId, isReplacement }: Preparing, status: number, progress: Progress) => {
  const column = isReplacement ? 'cut_status' : 'encoding_status';
  return db
    .updateTable('contents')
    .set(isReplacement ? editStage(status, progress) : firstStage(status, progress))
    .where('id', '=', id)
    .where(isReplacement ? 'cut_id' : 'id', '=', workId)
    .where(column, '>=', 0)
    .where(column, '<', ENCODING.done)
    .where(sql<boolean>`not has_left(scope)`)
    .returning('id')
    .execute();
};

const setBetterProgress = (db: Db, { id, workId }: Preparing, { percent, minutesLeft }: Progress) =>
  db
    .updateTable('contents')
    .set({ better_progress: percent, minutes_left: minutesLeft })
    .where('id', '=', id)
    .where('better_id', '=', workId)
    .where(sql<boolean>`not has_left(scope)`)
    .where(sql<boolean>`coalesce(cut_status, -1) not between 0 and ${sql.lit(ENCODING.done - 1)}`)
    .returning('id')
    .execute();
