import { useState, type RefCallback } from 'react';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useReachedEnd } from '../lists/use-reached-end.ts';
import { useOwnRows } from './use-own-rows.ts';

export interface OwnWindow<T> {
  /** As from `useOwnRows`. */
  rows: readonly T[] | undefined;
  /** The ref of an element at the end of the list, drawn with it. */
  end: RefCallback<HTMLDivElement>;
}

/**
 * Own rows of a list that grows without limit: one page, and another page whenever the end comes near the screen.
 *
 * @param query Reads at most `limit` rows in the order of the list.
 * @param dependencies JSON values that the query depends on; when they change, the list starts again with one page.
 */
export const useOwnWindow = <T>(
  query: (db: AccountDatabase, limit: number) => PromiseLike<readonly T[]>,
  dependencies: readonly unknown[],
): OwnWindow<T> => {
  const key = JSON.stringify(dependencies);
  const [wanted, setWanted] = useState({ key, pages: 1 });
  const pages = wanted.key === key ? wanted.pages : 1;
  const size = pages * PAGE_SIZE;
  // Reads one row more than is shown, to know whether there is another page.
  const rows = useOwnRows((db) => query(db, size + 1), [key, size]);
  const hasMore = rows !== undefined && rows.length > size;
  const end = useReachedEnd(() => setWanted({ key, pages: pages + 1 }), hasMore);
  return { rows: rows?.slice(0, size), end };
};
