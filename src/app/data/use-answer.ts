import { useCallback, useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { fetchAnswer, readAnswer, type Cached } from '#store/answers.ts';
import { CallError } from '#store/api.ts';
import { fetchPublicAnswer, readPublicAnswer } from '#store/public-answers.ts';
import { onBackOnline } from '../device/traffic.ts';
import { useMaybeAccount, type Account } from './account.ts';

export interface Answered<C extends Call> {
  /** The cached answer, the last one fetched. */
  answer: OutputOf<C> | undefined;
  /** When it was fetched, Unix ms; for "Last updated". */
  fetchedAtMs: number | undefined;
  /** True until there is an answer or an error. */
  isLoading: boolean;
  /** Why the last fetch failed; a cached answer stays shown. */
  error: CallError | undefined;
  reload(): void;
}

export interface AnswerOptions {
  /** An answer younger than this is not fetched again, except by `reload`, ms. */
  freshMs?: number;
  /** False to fetch nothing; a cached answer is still shown. */
  isEnabled?: boolean;
  /** The call needs no session and answers everyone alike: cached per device, not per account. */
  isPublic?: boolean;
}

/** Where an answer is cached. @throws Error if the call needs a session and there is none. */
const cacheOf = (account: Account | null, isPublic: boolean): Account | null => {
  if (isPublic) return null;
  if (!account) throw new Error('This answer needs a signed-in account.');
  return account;
};

const readCached = <C extends Call>(
  cache: Account | null,
  call: C,
  input: InputOf<C>,
): Promise<Cached<C> | undefined> => (cache ? readAnswer(cache.db, call, input) : readPublicAnswer(call, input));

const fetchCached = <C extends Call>(cache: Account | null, call: C, input: InputOf<C>, signal: AbortSignal) =>
  cache ? fetchAnswer(cache.db, cache.userId, call, input, signal) : fetchPublicAnswer(call, input, signal);

/**
 * The one way to show the answer of a call. Shows the cached answer at once and fetches it again on mount, when the
 * network returns, and when the page becomes visible, unless it is younger than `freshMs`.
 */
export const useAnswer = <C extends Call>(
  call: C,
  input: InputOf<C>,
  { freshMs = 0, isEnabled = true, isPublic = false }: AnswerOptions = {},
): Answered<C> => {
  const cache = cacheOf(useMaybeAccount(), isPublic);
  const key = JSON.stringify(input);
  const cached = useLiveQuery(
    async () => (await readCached(cache, call, JSON.parse(key) as InputOf<C>)) ?? null,
    [cache, call.id, key],
  );
  const [error, setError] = useState<{ key: string; error: CallError | undefined }>({ key, error: undefined });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    const refresh = async () => {
      const parsed = JSON.parse(key) as InputOf<C>;
      const stored = await readCached(cache, call, parsed);
      // A negative age means that the clock was set back after the fetch: the real age is unknown.
      const ageMs = stored ? Date.now() - stored.fetchedAtMs : Infinity;
      if (controller.signal.aborted || (round === 0 && ageMs >= 0 && ageMs < freshMs)) return;
      try {
        await fetchCached(cache, call, parsed, controller.signal);
        setError({ key, error: undefined });
      } catch (caught) {
        if (!(caught instanceof CallError)) throw caught;
        if (caught.kind !== 'cancelled') setError({ key, error: caught });
      }
    };
    void refresh();
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    const stop = onBackOnline(onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      stop();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [cache, call, key, freshMs, isEnabled, round]);

  const currentError = error.key === key ? error.error : undefined;
  return {
    answer: cached?.answer,
    fetchedAtMs: cached?.fetchedAtMs,
    isLoading: !cached && !currentError,
    error: currentError,
    reload,
  };
};
