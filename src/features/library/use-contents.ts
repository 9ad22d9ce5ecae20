import type { LibraryContent } from '#contract/rows.ts';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { EVERYTHING, FIRST_ROWS, readContentIds, readNewest, type ContentQuery } from './content-query.ts';

export interface ContentList {
  /** Ids of all contents that fit, in order; undefined while the first read runs. */
  ids: readonly string[] | undefined;
  /** The newest rows, read before all ids are; undefined if the query is not for the whole Library. */
  first: LibraryContent[] | undefined;
}

/** The contents that fit the query, live from this device. */
export const useContentList = (query: ContentQuery): ContentList => {
  const scope = useScope();
  const { search, type, state, sort, folderId } = query;
  const isEverything =
    search === '' && type === 'all' && state === 'all' && sort === EVERYTHING.sort && folderId === undefined;
  const first = useLive((db) => (isEverything ? readNewest(db, scope, FIRST_ROWS) : undefined), [scope, isEverything]);
  const ids = useOwnRows(
    (db) => readContentIds(db, scope, { search, type, state, sort, folderId }),
    [scope, search, type, state, sort, folderId],
  );
  return { ids, first: isEverything && first?.length ? first : undefined };
};

/** Rows in the order of `ids`; missing rows are left out. */
export const useContentRows = (ids: readonly string[]): LibraryContent[] | undefined =>
  useLive(async (db) => (await db.contents.bulkGet([...ids])).filter((row) => row !== undefined), [ids]);

/** Number of items in the Library; undefined while the first read runs. */
export const useContentCount = (): number | undefined => {
  const scope = useScope();
  return useLive((db) => db.contents.where('scope').equals(scope).count(), [scope]);
};

/** Sport of each own channel, by the channel's id; selects the placeholder for content without a cover. */
export const useChannelSports = (): ReadonlyMap<string, string> =>
  useLive(async (db) => new Map((await db.channels.toArray()).map((channel) => [channel.id, channel.sportId])), []) ??
  NO_SPORTS;

const NO_SPORTS: ReadonlyMap<string, string> = new Map();
