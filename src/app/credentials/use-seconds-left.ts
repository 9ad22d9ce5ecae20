import { useEffect, useState } from 'react';

/** Whole seconds until a time; counts down on its own and stops at 0. */
export const useSecondsLeft = (untilMs: number): number => {
  const [nowMs, setNowMs] = useState(() => Date.now());
  const isOver = nowMs >= untilMs;
  useEffect(() => {
    // A fresh deadline is far from the last look.
    setNowMs(Date.now());
    if (Date.now() >= untilMs) return;
    const timer = setInterval(() => setNowMs(Date.now()), 250);
    return () => clearInterval(timer);
  }, [untilMs, isOver]);
  return Math.max(0, Math.ceil((untilMs - nowMs) / 1000));
};

/** "1:24" */
export const clockText = (seconds: number): string => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
