import { Problem } from '#contract/problems.ts';
import type { Db } from '#server/db/database.ts';
import type { Services } from '#server/services.ts';
import { lockContent, touchContents } from './rows.ts';
import { schedule } from './schedule.ts';

/**
 * Holds back the publication of a content that is not live yet, because the edit that it waited for is not made: what the
 * edit would cut off must not be shown. It goes live when an edit is made (releaseHeld) or its owner says so. Source:
 * decision 0064.
 */
export const holdBack = async (db: Db, contentId: string, now: Date): Promise<void> => {
  const held = await db
    .updateTable('publications')
    .set({ held_at: now })
    .where('content_id', '=', contentId)
    .where('is_deleted', '=', false)
    .where('is_live', '=', false)
    .where('held_at', 'is', null)
    .returning('id')
    .execute();
  if (held.length > 0) await touchContents(db, [contentId]);
};

/** Ends the hold of the publication of a content whose edit was made. `goLiveIfWaiting` makes it live then, if it is time. */
export const releaseHeld = async (db: Db, contentId: string): Promise<void> => {
  const released = await db
    .updateTable('publications')
    .set({ held_at: null })
    .where('content_id', '=', contentId)
    .where('held_at', 'is not', null)
    .returning('id')
    .execute();
  if (released.length > 0) await touchContents(db, [contentId]);
};

/** Id of the publication of a content that is held back. */
export const findHeld = async (db: Db, contentId: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('publications')
      .select('id')
      .where('content_id', '=', contentId)
      .where('is_deleted', '=', false)
      .where('held_at', 'is not', null)
      .executeTakeFirst()
  )?.id;

interface HeldPublication {
  id: string;
  contentId: string;
  isReady: boolean;
  /** The time that was planned, if it is still to come. */
  publishAt: Date | null;
}

/**
 * The owner lets a publication that is held back go live with its file as it is, at its time or now.
 *
 * @throws Problem `library.not_ready` while an edit or a new file is under way: the owner decided about another file.
 */
export const publishAsItIs = async (db: Db, services: Services, publication: HeldPublication): Promise<void> => {
  if ((await lockContent(db, publication.contentId))?.isReplaced) throw new Problem('library.not_ready');
  await releaseHeld(db, publication.contentId);
  await schedule(db, services, publication);
};
