import { useEffect, useState, type RefCallback } from 'react';
import type * as v from 'valibot';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { CallError } from '#store/api.ts';
import { fetchAnswer, readAnswer } from '#store/answers.ts';
import { useAccount } from './account.ts';
import { isMoreBehind, partsHere, rowsOf, type Part } from './paged-parts.ts';
import { useAnswer, type Answered } from './use-answer.ts';
import { useLive } from './use-live.ts';
import { useReachedEnd } from '../lists/use-reached-end.ts';

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
 */
export const usePagedAnswer = <C extends ListCall>(
  call: C,
  key: string,
  inputOf: (page: number) => InputOf<C>,
): PagedAnswer<C> => {
  const { db, userId } = useAccount();
  const list = `${call.id} ${key}`;
  const [wanted, setWanted] = useState({ list, pages: 1 });
  const [failedKey, setFailedKey] = useState('');
  const pages = wanted.list === list ? wanted.pages : 1;
  const later = Array.from({ length: pages - 1 }, (_, index) => inputOf(index + 1));
  const laterKey = JSON.stringify(later);
  const firstPage = useAnswer(call, inputOf(0));
  const laterPages = useLive((live) => Promise.all(later.map((input) => readAnswer(live, call, input))), [list, pages]);
  const parts = partsHere([firstPage.answer, ...(laterPages ?? []).map((each) => each?.answer)]);
  const hasMore = parts.length === pages && isMoreBehind(parts);
  const isComing = parts.length < pages && (firstPage.answer ? failedKey !== laterKey : firstPage.isLoading);
  const more = () => setWanted({ list, pages: pages + 1 });
  const end = useReachedEnd(more, hasMore);

  // Later pages are fetched again after the first one, so that all pages are equally recent.
  const firstAtMs = firstPage.fetchedAtMs;
  useEffect(() => {
    const controller = new AbortController();
    const fetchLater = async () => {
      for (const input of JSON.parse(laterKey) as InputOf<C>[]) {
        const cached = await readAnswer(db, call, input);
        if (!cached || cached.fetchedAtMs < (firstAtMs ?? 0))
          await fetchAnswer(db, userId, call, input, controller.signal);
      }
    };
    fetchLater().catch((error: unknown) => {
      if (!(error instanceof CallError)) throw error;
      if (error.kind !== 'cancelled') setFailedKey(laterKey);
    });
    return () => controller.abort();
  }, [db, userId, call, laterKey, firstAtMs]);

  const answer = firstPage.answer && ({ ...firstPage.answer, results: rowsOf(parts) } as OutputOf<C>);
  return { answered: { ...firstPage, answer }, end, more: hasMore ? more : undefined, isEnded: !hasMore && !isComing };
};
