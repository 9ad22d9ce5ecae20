import { listChannelPage } from '#contract/channels.ts';
import { listPlaylistContents } from '#contract/playlists.ts';
import type { ContentListItem } from '#contract/sports.ts';
import { fetchAnswer } from '../answers.ts';
import { CallError } from '../api.ts';
import type { AccountDatabase, SavedSet } from '../database.ts';
import { deleteCopy } from './copies.ts';
import type { Fetcher } from './fetch-copy.ts';
import { addSaves, cancelSaves } from './jobs.ts';

/** A list is compared with what is saved of it this often, ms. */
const FILL_EVERY_MS = 15 * 60_000;
/** Rows of a page: the same as on the pages of channels and playlists, so that those can be read offline too. */
const PAGE_SIZE = 25;
/** Items of one list that are looked at. */
const LOOKED_AT_MAX = 500;
/** An item is finished when this much of it was watched. */
const FINISHED = 0.95;

/** Keeps the items of a list on this device from now on, or another number of them: what is saved already stays. */
export const keepSet = (db: AccountDatabase, set: Pick<SavedSet, 'id' | 'title' | 'count' | 'height'>): Promise<void> =>
  db.transaction('rw', db.savedSets, async () => {
    const known = await db.savedSets.get(set.id);
    await db.savedSets.put({ addedAtMs: Date.now(), ...known, ...set, filledAtMs: 0 });
  });

/** Stops keeping a list, and frees what it has saved; what the person saved stays. */
export const endSet = async (db: AccountDatabase, id: string): Promise<void> => {
  await db.savedSets.delete(id);
  const jobs = await db.saveJobs.filter(({ setId }) => setId === id).primaryKeys();
  await cancelSaves(db, jobs);
  for (const copy of await db.savedMedia.filter(({ setId }) => setId === id).primaryKeys()) await deleteCopy(db, copy);
};

/** Removes a copy, or stops saving it, because the person wants so: its list leaves it out from now on. */
export const removeSaved = async (db: AccountDatabase, id: string): Promise<void> => {
  const setId = (await db.savedMedia.get(id))?.setId ?? (await db.saveJobs.get(id))?.setId;
  if (setId !== undefined)
    await db.savedSets
      .where('id')
      .equals(setId)
      .modify((set) => void (set.leftOut = [...(set.leftOut ?? []), id]));
  await cancelSaves(db, [id]);
  await deleteCopy(db, id);
};

/** A document that was read makes room for the next of its list. It stays as what was opened does, until others take its place. */
export const noteRead = (db: AccountDatabase, id: string): Promise<void> =>
  db.transaction('rw', db.savedMedia, db.savedSets, async () => {
    const { setId } = (await db.savedMedia.get(id)) ?? {};
    const set = setId === undefined ? undefined : await db.savedSets.get(setId);
    if (!set || set.count === null) return;
    await db.savedSets.update(set.id, { leftOut: [...(set.leftOut ?? []), id], filledAtMs: 0 });
    await db.savedMedia
      .where('id')
      .equals(id)
      .modify((copy) => {
        delete copy.setId;
        Object.assign(copy, { isOpened: true, savedAtMs: Date.now() });
      });
  });

/**
 * Brings what is saved of each kept list up to date: new items are saved, finished and removed ones are freed.
 *
 * @param all Compares lists that were compared lately too, because a subscription has changed.
 */
export const fillSets = async (
  fetcher: Fetcher,
  signal: AbortSignal,
  { all = false }: { all?: boolean } = {},
): Promise<void> => {
  const nowMs = Date.now();
  for (const set of await fetcher.db.savedSets.toArray()) {
    const sinceMs = nowMs - set.filledAtMs;
    if (!all && sinceMs >= 0 && sinceMs < FILL_EVERY_MS) continue;
    try {
      await fillSet(fetcher, set, signal);
    } catch (error) {
      if (!(error instanceof CallError && error.kind === 'refused' && error.status === 404)) throw error;
      // The list does not exist any more.
      await endSet(fetcher.db, set.id);
    }
  }
};

const fillSet = async (fetcher: Fetcher, set: SavedSet, signal: AbortSignal): Promise<void> => {
  const { db } = fetcher;
  const items = await readItems(fetcher, set, signal);
  const listed = items.filter((item) => canKeep(item, set.leftOut));
  const wanted = set.count === null ? listed : (await unfinished(db, listed)).slice(0, set.count);
  const ids = new Set(wanted.map(({ id }) => id));
  const stale = ({ id, setId }: { id: string; setId?: string }): boolean => setId === set.id && !ids.has(id);
  await cancelSaves(db, await db.saveJobs.filter(stale).primaryKeys());
  for (const id of await db.savedMedia.filter(stale).primaryKeys()) await deleteCopy(db, id);
  const here = new Set<string>(await db.savedMedia.toCollection().primaryKeys());
  await addSaves(
    db,
    wanted.filter(({ id }) => !here.has(id)).map(({ id, title }) => ({ id, title, height: set.height, setId: set.id })),
  );
  await db.savedSets.update(set.id, { filledAtMs: Date.now(), wanted: wanted.length });
};

/** Whether an item may be watched, and the person has not removed it. */
const canKeep = ({ id, locked }: ContentListItem, leftOut: SavedSet['leftOut']): boolean =>
  !locked && !leftOut?.includes(id);

const readItems = async ({ db, userId }: Fetcher, { id, count, leftOut }: SavedSet, signal: AbortSignal) => {
  const [kind, listId] = id.split(':') as ['playlist' | 'channel', string];
  const items: ContentListItem[] = [];
  for (let offset = 0; offset < LOOKED_AT_MAX; offset += PAGE_SIZE) {
    const part = { limit: PAGE_SIZE, offset };
    const page =
      kind === 'playlist'
        ? await fetchAnswer(db, userId, listPlaylistContents, { playlistId: listId, ...part }, signal)
        : await fetchAnswer(db, userId, listChannelPage, { channelId: listId, ...part }, signal);
    items.push(...page.results);
    // The next few are among the first rows, unless nearly all of those were watched.
    const isEnough =
      count !== null &&
      (
        await unfinished(
          db,
          items.filter((item) => canKeep(item, leftOut)),
        )
      ).length >= count;
    if (page.results.length < PAGE_SIZE || isEnough) break;
  }
  return items;
};

/** What was neither watched to its end nor, if it is a document, opened on this device. */
const unfinished = async (db: AccountDatabase, items: readonly ContentListItem[]): Promise<ContentListItem[]> => {
  const ids = items.map(({ id }) => id);
  const [places, copies] = await Promise.all([db.watchPlaces.bulkGet(ids), db.savedMedia.bulkGet(ids)]);
  return items.filter(({ content }, index) => {
    if (content.duration === null) return !copies[index]?.isOpened;
    return (places[index]?.positionMs ?? 0) < content.duration * 1000 * FINISHED;
  });
};
