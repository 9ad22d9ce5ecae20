import { readPublishedCaptions, type Captions } from '#contract/captions.ts';
import type { WatchDetail } from '#contract/channels.ts';
import { readDetail } from '#contract/watch.ts';
import type { AccountDatabase, SavedMedia } from '../database.ts';
import { readStored, SHAPE_MARK } from '../stored/stored-answer.ts';

/** What is shown with a copy, as this build reads it, also if another build saved it; parts that it lacks are undefined. */
export const readShown = async (
  db: AccountDatabase,
  id: string,
): Promise<{ detail?: WatchDetail; captions?: Captions } | undefined> => {
  const row = await db.savedMedia.get(id);
  if (!row) return undefined;
  const detail = await readStored<typeof readDetail>(readDetail, row.detail, row);
  const captions = await readStored<typeof readPublishedCaptions>(readPublishedCaptions, row.captions, row);
  return { ...(detail && { detail }), ...(captions && { captions }) };
};

/** Stores the server's newer detail of a copy with its lease. Its captions stay, and with them the mark of their build. */
export const renewShown = async (
  db: AccountDatabase,
  id: string,
  renewed: Required<Pick<SavedMedia, 'detail' | 'lease'>>,
): Promise<void> => {
  const hasCaptions = (await db.savedMedia.get(id))?.captions !== undefined;
  await db.savedMedia.update(id, { ...renewed, ...(!hasCaptions && SHAPE_MARK) });
};
