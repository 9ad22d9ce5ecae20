import { useCallback, useEffect, useState } from 'react';
import { useLiveQuery } from 'dexie-react-hooks';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import type { Scope } from '#contract/ids.ts';
import { fetchAnswer, readAnswer, type Cached } from '#store/answers.ts';
import { CallError } from '#store/api.ts';
import { isConnectionLost } from '#store/door.ts';
import { backoffMs } from '#store/outbox/backoff.ts';
import { fetchPublicAnswer, readPublicAnswer } from '#store/public-answers.ts';
import { checkReach, onBackOnline } from '../device/traffic.ts';
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
  /** Of calls about rows of an organization. */
  scope?: Scope | undefined;
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
  scope: Scope | undefined,
): Promise<Cached<C> | undefined> => (cache ? readAnswer(cache.db, call, input, scope) : readPublicAnswer(call, input));

const fetchCached = <C extends Call>(
  cache: Account | null,
  call: C,
  input: InputOf<C>,
  { signal, scope }: { signal: AbortSignal; scope: Scope | undefined },
) => (cache ? fetchAnswer(cache.db, cache.userId, call, input, signal, scope) : fetchPublicAnswer(call, input, signal));

/** Shortest wait before a fetch is repeated that failed for the moment, ms. */
const RETRY_MIN_MS = 1_000;

/**
 * The failure of a read of an answer: one of the call, or of the cache if the browser or a sign-out closed the database.
 *
 * @throws every other error, which is a bug.
 */
export const answerError = (error: unknown): CallError => {
  if (error instanceof CallError) return error;
  if (isConnectionLost(error)) return new CallError('refused', { code: 'storage.failed', cause: error });
  throw error;
};

/**
 * The one way to show the answer of a call. Shows the cached answer at once and fetches it again on mount, when the
 * network returns, and when the page becomes visible, unless it is younger than `freshMs`. A fetch that the server did not
 * answer as it should is repeated with backoff.
 */
export const useAnswer = <C extends Call>(
  call: C,
  input: InputOf<C>,
  { freshMs = 0, isEnabled = true, isPublic = false, scope }: AnswerOptions = {},
): Answered<C> => {
  const cache = cacheOf(useMaybeAccount(), isPublic);
  const key = JSON.stringify(input);
  const asked = `${call.id} ${scope ?? ''} ${key}`;
  const read = useLiveQuery(
    async () => ({ asked, cached: await readCached(cache, call, JSON.parse(key) as InputOf<C>, scope) }),
    [cache, asked],
  );
  // Until another input's answer is read, a live query still gives the former one's.
  const cached = read?.asked === asked ? read.cached : undefined;
  const [failed, setFailed] = useState<{ asked: string; error: CallError }>();
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);

  useEffect(() => {
    if (!isEnabled) return;
    const controller = new AbortController();
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const retryLater = ({ isTransient, reach, retryAfterMs }: CallError) => {
      failures += 1;
      // Without a network, its return is the trigger.
      if (!isTransient || reach === 'offline') return;
      if (reach !== 'online') checkReach();
      clearTimeout(timer);
      timer = setTimeout(onReturn, Math.max(RETRY_MIN_MS, backoffMs(failures, retryAfterMs)));
    };
    const refresh = async () => {
      clearTimeout(timer);
      const parsed = JSON.parse(key) as InputOf<C>;
      try {
        const stored = await readCached(cache, call, parsed, scope);
        // A negative age means that the clock was set back after the fetch: the real age is unknown.
        const ageMs = stored ? Date.now() - stored.fetchedAtMs : Infinity;
        if (controller.signal.aborted || (round === 0 && ageMs >= 0 && ageMs < freshMs)) return;
        await fetchCached(cache, call, parsed, { signal: controller.signal, scope });
        failures = 0;
        setFailed(undefined);
      } catch (caught) {
        const failure = answerError(caught);
        if (failure.kind === 'cancelled' || controller.signal.aborted) return;
        setFailed({ asked, error: failure });
        retryLater(failure);
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
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [cache, call, key, asked, freshMs, isEnabled, scope, round]);

  const error = failed?.asked === asked ? failed.error : undefined;
  return {
    answer: cached?.answer,
    fetchedAtMs: cached?.fetchedAtMs,
    isLoading: !cached && !error,
    error,
    reload,
  };
};
