import { useCallback, useEffect, useState } from 'react';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { fetchAnswer, readAnswer } from '#store/answers.ts';
import { CallError } from '#store/api.ts';
import { useAccount } from './account.ts';
import { useLive } from './use-live.ts';

export interface Answered<C extends Call> {
  /** The last known answer, from the device first. */
  answer: OutputOf<C> | undefined;
  /** When it was read, Unix ms; for "Last updated". */
  fetchedAtMs: number | undefined;
  /** True until there is an answer or an error. */
  isLoading: boolean;
  /** Why the last try failed; with an answer shown, only its age matters. */
  error: CallError | undefined;
  reload(): void;
}

/**
 * Shows the kept answer of a call at once and refreshes it behind: on arrival, when the network returns, when the page
 * comes back, unless it is younger than `freshMs`.
 */
export const useAnswer = <C extends Call>(
  call: C,
  input: InputOf<C>,
  { freshMs = 0, isEnabled = true }: { freshMs?: number; isEnabled?: boolean } = {},
): Answered<C> => {
  const { db, userId } = useAccount();
  const key = JSON.stringify(input);
  const cached = useLive(
    (live) => readAnswer(live, call, JSON.parse(key) as InputOf<C>).then((found) => found ?? null),
    [call.id, key],
  );
  const [error, setError] = useState<{ key: string; error: CallError | undefined }>({ key, error: undefined });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    if (!isEnabled) return;
    const left = new AbortController();
    const refresh = async () => {
      const parsed = JSON.parse(key) as InputOf<C>;
      const known = await readAnswer(db, call, parsed);
      // An answer of the future was read before the clock was set back: its age is unknown.
      const ageMs = known ? Date.now() - known.fetchedAtMs : Infinity;
      if (round === 0 && ageMs >= 0 && ageMs < freshMs) return;
      try {
        await fetchAnswer(db, userId, call, parsed, left.signal);
        setError({ key, error: undefined });
      } catch (caught) {
        if (caught instanceof CallError && caught.kind !== 'cancelled') setError({ key, error: caught });
        else if (!(caught instanceof CallError)) throw caught;
      }
    };
    void refresh();
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    addEventListener('online', onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      left.abort();
      removeEventListener('online', onReturn);
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [db, userId, call, key, freshMs, isEnabled, round]);

  const currentError = error.key === key ? error.error : undefined;
  return {
    answer: cached?.answer,
    fetchedAtMs: cached?.fetchedAtMs,
    isLoading: !cached && !currentError,
    error: currentError,
    reload,
  };
};
