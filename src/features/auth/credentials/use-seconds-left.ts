import { useCallback, useSyncExternalStore } from 'react';

const LOOK_EVERY_MS = 250;

/** Ends of waits as they are counted, by the time of the clock at which they were to end. */
const countedEnds = new Map<number, number>();

/** A wait is as long as it was when it was first asked for, whatever becomes of the device's clock. */
const leftMs = (untilMs: number): number => {
  const endsAtMs = countedEnds.get(untilMs) ?? performance.now() + untilMs - Date.now();
  countedEnds.set(untilMs, endsAtMs);
  return endsAtMs - performance.now();
};

/** Whole seconds until a time; counts down on its own and stops at 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const subscribe = useCallback(
    (look: () => void) => {
      const timer = setInterval(() => {
        look();
        if (leftMs(untilMs) <= 0) clearInterval(timer);
      }, LOOK_EVERY_MS);
      return () => clearInterval(timer);
    },
    [untilMs],
  );
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil(leftMs(untilMs) / 1000)));
};

/** "1:24" */
export const clockText = (seconds: number): string =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
