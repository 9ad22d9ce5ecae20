import { useCallback, useSyncExternalStore } from 'react';

const UPDATE_INTERVAL_MS = 250;

/** Ends of the countdowns on the monotonic clock (`performance.now()`), by their end in Unix ms. */
const monotonicEnds = new Map<number, number>();

/** Time left, ms. Fixed on the first call, so that a later change of the device's clock does not affect it. */
const remainingMs = (untilMs: number): number => {
  const endsAtMs = monotonicEnds.get(untilMs) ?? performance.now() + untilMs - Date.now();
  monotonicEnds.set(untilMs, endsAtMs);
  return endsAtMs - performance.now();
};

/** Whole seconds until a time, counting down to 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const subscribe = useCallback(
    (notify: () => void) => {
      const timer = setInterval(() => {
        notify();
        if (remainingMs(untilMs) <= 0) clearInterval(timer);
      }, UPDATE_INTERVAL_MS);
      return () => clearInterval(timer);
    },
    [untilMs],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil(remainingMs(untilMs) / 1000)));
};

/** "1:24" */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
