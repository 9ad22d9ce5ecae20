// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useUploadIds } from '#app/data/upload-jobs.ts';
import { useLive } from '#app/data/use-live.ts';
import { hasEverything, useOwnRows } from '#app/data/use-own-rows.ts';
import { dropEarlyList, earlyList } from './early-list.ts';
import { keptRows } from './kept-rows.ts';
import type { LibrarySnapshot } from './library-rows.ts';
import { SameIds, SameRows } from './same-rows.ts';
import { useSpoken } from './use-spoken.ts';
import {
  countContents,
  EVERYTHING,
  FIRST_ROWS,
  isWhole,
  readContentIds,
  readNewest,
  type ContentQuery,
} from './content-query.ts';

export interface ContentList {
  /** Ids of all contents that fit, in order; undefined while the first read runs. */
  ids: readonly string[] | undefined;
  /** The newest rows, read before all ids are; undefined if the query is not for the whole Library. */
  first: LibraryContent[] | undefined;
  /** There are contents that fit, and all of them are still shown by the cards of their uploads. */
  isAllCards: boolean;
  /** A row from memory; undefined until all are there. */
  rowOf?: LibrarySnapshot['get'] | undefined;
}

/** The rows of the Library in memory; undefined until all of them are there, some time after the page is drawn. */
const useLibraryRows = (): LibrarySnapshot | undefined => {
  const { db } = useAccount();
  const rows = keptRows(db, useScope());
  const isComplete = useLive(hasEverything, []);
  useEffect(() => (isComplete ? rows.use() : undefined), [rows, isComplete]);
  return useSyncExternalStore(rows.subscribe, rows.read);
};

/** Instead of ids from the database while they come from memory. A live read shows its former result while it reads again. */
const IN_MEMORY: readonly string[] = ['in memory'];

/** The contents that fit the query, live from this device, without those that the cards of uploads show. */
export const useContentList = (query: ContentQuery): ContentList => {
  const scope = useScope();
  const { search, type, state, sort, folderId, offChannel } = query;
  const isEverything = isWhole(query) && sort === EVERYTHING.sort;
  const spoken = useSpoken(search);
  const rows = useLibraryRows();
  const hasRows = rows !== undefined;
  const [early] = useState(() => (isEverything ? earlyList(scope) : undefined));
  useEffect(dropEarlyList, []);
  const isFirstRead = isEverything && !hasRows;
  const first = useLive(
    (db) => (isFirstRead ? readNewest(db, scope, FIRST_ROWS) : undefined),
    [scope, isFirstRead],
    early?.first,
  );
  // The same for all queries while they are answered from memory: nothing is read anew then.
  const toRead = useMemo(
    () => (hasRows ? undefined : { search, type, state, sort, folderId, offChannel, spoken }),
    [hasRows, search, type, state, sort, folderId, offChannel, spoken],
  );
  const read = useOwnRows(
    async (db) => (toRead ? readContentIds(db, scope, toRead) : IN_MEMORY),
    [scope, toRead],
    early?.ids,
  );
  const found = useMemo(
    () => rows?.find({ search, type, state, sort, folderId, offChannel, spoken }),
    [rows, search, type, state, sort, folderId, offChannel, spoken],
  );
  const [same] = useState(() => new SameIds());
  const ids = same.of(found ?? (read === IN_MEMORY ? undefined : read));
  const cards = useUploadIds(folderId);
  // Where content is chosen for a channel, no cards are shown.
  const shown = useMemo(
    () => (cards.size === 0 || offChannel ? ids : ids?.filter((id) => !cards.has(id))),
    [ids, cards, offChannel],
  );
  const firstShown = useMemo(() => first?.filter(({ id }) => !cards.has(id)), [first, cards]);
  return {
    ids: shown,
    first: isEverything && firstShown?.length ? firstShown : undefined,
    isAllCards: shown?.length === 0 && (ids?.length ?? 0) > 0,
    rowOf: rows?.get,
  };
};

/** Rows in the order of `ids`; missing rows are left out. A row that is read again unchanged stays the same object. */
export const useContentRows = (ids: readonly string[]): LibraryContent[] | undefined => {
  const [same] = useState(() => new SameRows<LibraryContent>());
  // oxlint-disable-next-line sideline/own-rows -- the rows of known ids; what is missing is left out
  return useLive(
    async (db) => same.of((await db.contents.bulkGet([...ids])).filter((row) => row !== undefined)),
    [ids, same],
  );
};

/** Number of items in the Library, without archived ones; undefined while the first read runs. */
export const useContentCount = (): number | undefined => {
  const scope = useScope();
  return useLive((db) => countContents(db, scope), [scope]);
};

/** Sport of each own channel, by the channel's id; selects the placeholder for content without a cover. */
export const useChannelSports = (): ReadonlyMap<string, string> =>
  // oxlint-disable-next-line sideline/own-rows -- for placeholders of pictures
  useLive(async (db) => new Map((await db.channels.toArray()).map((channel) => [channel.id, channel.sportId])), []) ??
  NO_SPORTS;

const NO_SPORTS: ReadonlyMap<string, string> = new Map();
