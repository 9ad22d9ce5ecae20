import { useEffect, useState, type RefCallback } from 'react';
import type * as v from 'valibot';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import { fetchAnswer, readAnswer } from '#store/answers.ts';
import { useAccount } from './account.ts';
import { isMoreBehind, partsHere, rowsOf, type Part } from './paged-parts.ts';
import { answerError, useAnswer, type Answered } from './use-answer.ts';
import { useLive } from './use-live.ts';
import { useReachedEnd } from '../lists/use-reached-end.ts';
import { usePages } from '../navigation/entries.ts';

/** A call that answers with a part of a list and with the length of the whole list. */
export type ListCall = Call<string, v.GenericSchema, v.GenericSchema<unknown, Part>>;

/** A row of a list call's answer. */
export type RowOf<C extends ListCall> = OutputOf<C>['results'][number];

export interface PagedAnswer<C extends Call> {
  answered: Answered<C>;
  /** The ref of an element after the list, drawn with it: the next page is fetched when it comes near the screen. */
  end: RefCallback<HTMLDivElement>;
  /** Fetches the next page; undefined while one is being fetched and where there is none. */
  more: (() => void) | undefined;
  /** No more rows will come: the list is complete, or the rest cannot be fetched now. */
  isEnded: boolean;
}

/**
 * The one way to page through a list of answers. Each page is cached on the device; the leading pages, up to the first one
 * that is missing, are shown.
 *
 * @param key Identifies the list: everything that `inputOf` depends on.
 * @param inputOf The input of a page, counted from 0.
 * @param scope The scope that the call is made for, where the list depends on it.
 * @param freshMs A first page younger than this is not fetched again.
 * @param isEnabled False to fetch nothing yet; what is cached is shown.
 */
export const usePagedAnswer = <C extends ListCall>(
  call: C,
  key: string,
  inputOf: (page: number) => InputOf<C>,
  scope?: Scope,
  freshMs?: number,
  isEnabled = true,
): PagedAnswer<C> => {
  const { db, userId } = useAccount();
  const list = `${call.id} ${scope ?? ''}${key}`;
  const [pages, more] = usePages(list);
  const [failedKey, setFailedKey] = useState('');
  const later = Array.from({ length: pages - 1 }, (_, index) => inputOf(index + 1));
  const laterKey = JSON.stringify(later);
  const firstPage = useAnswer(call, inputOf(0), { scope, isEnabled, ...(freshMs !== undefined && { freshMs }) });
  const read = useLive(
    async (live) => ({ list, pages: await Promise.all(later.map((input) => readAnswer(live, call, input, scope))) }),
    [list, pages],
  );
  // Until another list's pages are read, a live query still gives the former one's.
  const laterPages = read?.list === list ? read.pages : [];
  const parts = partsHere([firstPage.answer, ...laterPages.map((each) => each?.answer)]);
  const hasMore = parts.length === pages && isMoreBehind(parts);
  const isComing = parts.length < pages && (firstPage.answer ? failedKey !== laterKey : firstPage.isLoading);
  const end = useReachedEnd(more, hasMore);

  // Later pages are fetched again after the first one, so that all pages are equally recent.
  const firstAtMs = firstPage.fetchedAtMs;
  useEffect(() => {
    const controller = new AbortController();
    const fetchLater = async () => {
      for (const input of JSON.parse(laterKey) as InputOf<C>[]) {
        const cached = await readAnswer(db, call, input, scope);
        if (!cached || cached.fetchedAtMs < (firstAtMs ?? 0))
          await fetchAnswer(db, userId, call, input, controller.signal, scope);
      }
    };
    fetchLater().catch((error: unknown) => {
      if (answerError(error).kind !== 'cancelled') setFailedKey(laterKey);
    });
    return () => controller.abort();
  }, [db, userId, call, laterKey, firstAtMs, scope]);

  const answer = firstPage.answer && ({ ...firstPage.answer, results: rowsOf(parts) } as OutputOf<C>);
  return { answered: { ...firstPage, answer }, end, more: hasMore ? more : undefined, isEnded: !hasMore && !isComing };
};
