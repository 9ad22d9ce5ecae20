import { useCallback, useSyncExternalStore } from 'react';

const LOOK_EVERY_MS = 250;

/** Whole seconds until a time; counts down on its own and stops at 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const subscribe = useCallback((look: () => void) => {
    const timer = setInterval(() => {
      look();
      if (Date.now() >= untilMs) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [untilMs]);
  return useSyncExternalStore(subscribe, () => Math.max(0, Math.ceil((untilMs - Date.now()) / 1000)));
};

/** "1:24" */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
