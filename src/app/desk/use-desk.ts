import { useCallback, useEffect, useState } from 'react';
import type { Call, InputOf, OutputOf } from '#contract/call.ts';
import { isProblem, type CallError } from '#store/api.ts';
import { backoffMs } from '#store/outbox/backoff.ts';
import { callAs } from '#store/session.ts';
import { useAccount } from '../data/account.ts';
import { answerError } from '../data/use-answer.ts';
import { checkReach, onBackOnline } from '../device/traffic.ts';

/** Input of a list: the oldest one that waits for a decision, and how many wait. */
export const FIRST_WAITING = { status: 'pending', limit: 1, offset: 0 } as const;

/** Shortest wait before a read is repeated that failed for the moment, ms. */
const RETRY_MIN_MS = 1_000;

export interface Desk<C extends Call> {
  /** One answer for each input; of the same list, those of before while more are read. */
  answers: OutputOf<C>[] | undefined;
  /** Why the last read failed. */
  error: CallError | undefined;
  /** The server does not know what was asked for: also what it answers everybody who is no operator. */
  isMissing: boolean;
  reload(): void;
}

interface Read<C extends Call> {
  list: string;
  answers?: OutputOf<C>[];
  error?: CallError;
}

/**
 * Reads what an operator sees, which is other people's personal data: kept in memory only, never on the device, so it is not
 * there without a network. Read again when the network returns and when the page becomes visible. Source: decision 0091.
 *
 * @param inputs The pages of a list, or one input.
 */
export const useDesk = <C extends Call>(call: C, inputs: readonly InputOf<C>[]): Desk<C> => {
  const { userId } = useAccount();
  const key = JSON.stringify(inputs);
  const list = JSON.stringify(inputs[0]);
  const [read, setRead] = useState<Read<C>>({ list });
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((n) => n + 1), []);
  useEffect(() => {
    const controller = new AbortController();
    let failures = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const refresh = async () => {
      clearTimeout(timer);
      try {
        const answers: OutputOf<C>[] = [];
        for (const input of JSON.parse(key) as InputOf<C>[])
          answers.push((await callAs(userId, call, input, { signal: controller.signal })).output);
        failures = 0;
        if (!controller.signal.aborted) setRead({ list, answers });
      } catch (caught) {
        const error = answerError(caught);
        if (error.kind === 'cancelled' || controller.signal.aborted) return;
        setRead((now) => ({ ...(now.list === list ? now : { list }), error }));
        failures += 1;
        // Without a network, its return is the trigger.
        if (!error.isTransient || error.reach === 'offline') return;
        if (error.reach !== 'online') checkReach();
        timer = setTimeout(onReturn, Math.max(RETRY_MIN_MS, backoffMs(failures, error.retryAfterMs)));
      }
    };
    const onReturn = () => {
      if (document.visibilityState === 'visible') void refresh();
    };
    void refresh();
    const stop = onBackOnline(onReturn);
    document.addEventListener('visibilitychange', onReturn);
    return () => {
      controller.abort();
      clearTimeout(timer);
      stop();
      document.removeEventListener('visibilitychange', onReturn);
    };
  }, [userId, call, key, list, round]);
  const { answers, error } = read.list === list ? read : { answers: undefined, error: undefined };
  return { answers, error, isMissing: isProblem(error, 'access.not_found'), reload };
};
