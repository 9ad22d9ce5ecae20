import type { RefCallback } from 'react';
import { PAGE_SIZE } from '#contract/limits.ts';
import type { AccountDatabase } from '#store/database.ts';
import { useReachedEnd } from '../lists/use-reached-end.ts';
import { usePages } from '../navigation/entries.ts';
import { useOwnRows } from './use-own-rows.ts';

export interface OwnWindow<T> {
  /** As from `useOwnRows`. */
  rows: readonly T[] | undefined;
  /** The ref of an element at the end of the list, drawn with it. */
  end: RefCallback<HTMLDivElement>;
  /** All rows of the list are in `rows`. */
  isWhole: boolean;
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
  const [pages, more] = usePages(`own rows ${key}`);
  const size = pages * PAGE_SIZE;
  // Reads one row more than is shown, to know whether there is another page.
  const rows = useOwnRows((db) => query(db, size + 1), [key, size]);
  const hasMore = rows !== undefined && rows.length > size;
  const end = useReachedEnd(more, hasMore);
  return { rows: rows?.slice(0, size), end, isWhole: rows !== undefined && !hasMore };
};
