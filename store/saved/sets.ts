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

/** Keeps the items of a list on this device from now on. */
export const keepSet = async (
  db: AccountDatabase,
  set: Pick<SavedSet, 'id' | 'title' | 'count' | 'height'>,
): Promise<void> => {
  await db.savedSets.put({ ...set, addedAtMs: Date.now(), filledAtMs: 0 });
};

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

/** Brings what is saved of each kept list up to date: new items are saved, finished and removed ones are freed. */
export const fillSets = async (fetcher: Fetcher, signal: AbortSignal): Promise<void> => {
  const nowMs = Date.now();
  for (const set of await fetcher.db.savedSets.toArray()) {
    const sinceMs = nowMs - set.filledAtMs;
    if (sinceMs >= 0 && sinceMs < FILL_EVERY_MS) continue;
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
  const listed = items.filter(({ id, locked }) => !locked && !set.leftOut?.includes(id));
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
  await db.savedSets.update(set.id, { filledAtMs: Date.now() });
};

const readItems = async ({ db, userId }: Fetcher, { id, count }: SavedSet, signal: AbortSignal) => {
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
    const isEnough = count !== null && (await unfinished(db, items)).filter(({ locked }) => !locked).length >= count;
    if (page.results.length < PAGE_SIZE || isEnough) break;
  }
  return items;
};

const unfinished = async (db: AccountDatabase, items: readonly ContentListItem[]): Promise<ContentListItem[]> => {
  const places = await db.watchPlaces.bulkGet(items.map(({ id }) => id));
  return items.filter(({ content }, index) => {
    const positionMs = places[index]?.positionMs ?? 0;
    return content.duration === null || positionMs < content.duration * 1000 * FINISHED;
  });
};
