import { useEffect, useState, type RefCallback } from 'react';
import type * as v from 'valibot';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { CallError } from '#store/api.ts';
import { fetchAnswer, readAnswer } from '#store/answers.ts';
import { useAccount } from './account.ts';
import { useAnswer, type Answered } from './use-answer.ts';
import { useLive } from './use-live.ts';
import { useReachedEnd } from './use-reached-end.ts';

/** A call that answers with a part of a list and says how long all of it is. */
type ListCall = Call<string, v.GenericSchema, v.GenericSchema<unknown, Part>>;
interface Part {
  count: number;
  results: { id: string }[];
}

export interface PagedAnswer<C extends Call> {
  answered: Answered<C>;
  /** Stands after the list, drawn with it: more is asked for when it comes near. */
  end: RefCallback<HTMLDivElement>;
}

/**
 * A list that comes in pages, each kept on the device; shown are all that are here, from the first without a gap.
 *
 * @param inputOf The input of a page, counted from 0. What it is made of belongs into `key`.
 */
export const usePagedAnswer = <C extends ListCall>(call: C, key: string, inputOf: (page: number) => InputOf<C>): PagedAnswer<C> => {
  const { db, userId } = useAccount();
  const list = `${call.id} ${key}`;
  const [wanted, setWanted] = useState({ list, pages: 1 });
  const pages = wanted.list === list ? wanted.pages : 1;
  const later = Array.from({ length: pages - 1 }, (_, index) => inputOf(index + 1));
  const first = useAnswer(call, inputOf(0));
  const kept = useLive((live) => Promise.all(later.map((input) => readAnswer(live, call, input))), [list, pages]);
  const parts = listParts(first.answer, kept?.map((each) => each?.answer));
  const shown = joined(parts);
  const count = first.answer?.count ?? 0;
  const isWhole = parts.length === pages;
  const end = useReachedEnd(() => setWanted({ list, pages: pages + 1 }), isWhole && shown.length < count);

  // Read again with the first page, so that all of them are of one time.
  const firstAtMs = first.fetchedAtMs;
  const laterKey = JSON.stringify(later);
  useEffect(() => {
    const left = new AbortController();
    const fetchLater = async () => {
      for (const input of JSON.parse(laterKey) as InputOf<C>[]) {
        const known = await readAnswer(db, call, input);
        if (!known || known.fetchedAtMs < (firstAtMs ?? 0)) await fetchAnswer(db, userId, call, input, left.signal);
      }
    };
    fetchLater().catch((error: unknown) => { if (!(error instanceof CallError)) throw error; });
    return () => left.abort();
  }, [db, userId, call, laterKey, firstAtMs]);

  return { answered: { ...first, answer: first.answer && ({ ...first.answer, results: shown } as OutputOf<C>) }, end };
};

/** The pages from the first to the first that is missing. */
const listParts = (first: Part | undefined, later: readonly (Part | undefined)[] = []): Part[] => {
  const all = [first, ...later];
  const gap = all.indexOf(undefined);
  return (gap === -1 ? all : all.slice(0, gap)) as Part[];
};

/** A row that moved to the next page while the pages were read is shown once. */
const joined = (parts: readonly Part[]): { id: string }[] => [...new Map(parts.flatMap(({ results }) => results).map((row) => [row.id, row])).values()];
