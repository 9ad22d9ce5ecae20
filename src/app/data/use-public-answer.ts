import { useCallback, useEffect, useState } from 'react';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { CallError } from '#store/api.ts';
import { fetchPublicAnswer, readPublicAnswer } from '#store/public-answers.ts';
import { useOnline } from '../device/traffic.ts';

export interface PublicAnswer<C extends Call> {
  /** The last known answer, from the device first. */
  answer: OutputOf<C> | undefined;
  /** True until there is an answer or an error. */
  isLoading: boolean;
  error: CallError | undefined;
  reload(): void;
}

/** What the last round found; `key` tells whose it is after the input has changed. */
interface Found<C extends Call> {
  key: string;
  answer?: OutputOf<C> | undefined;
  error?: CallError | undefined;
}

/** Shows the kept answer of a public call at once and refreshes it behind; needs nobody signed in. */
export const usePublicAnswer = <C extends Call>(call: C, input: InputOf<C>): PublicAnswer<C> => {
  const key = JSON.stringify(input);
  const isOnline = useOnline();
  const [found, setFound] = useState<Found<C>>({ key });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    const left = new AbortController();
    const keep = (next: Omit<Found<C>, 'key'>) => {
      if (!left.signal.aborted) setFound((before) => ({ ...(before.key === key ? before : {}), ...next, key }));
    };
    const load = async () => {
      const parsed = JSON.parse(key) as InputOf<C>;
      const kept = await readPublicAnswer(call, parsed);
      if (kept) keep({ answer: kept.answer });
      try {
        keep({ answer: await fetchPublicAnswer(call, parsed, left.signal), error: undefined });
      } catch (error) {
        if (!(error instanceof CallError)) throw error;
        if (error.kind !== 'cancelled') keep({ error });
      }
    };
    void load();
    return () => left.abort();
  }, [call, key, isOnline, round]);

  const current = found.key === key ? found : { key };
  return {
    answer: current.answer,
    isLoading: current.answer === undefined && current.error === undefined,
    error: current.error,
    reload,
  };
};
