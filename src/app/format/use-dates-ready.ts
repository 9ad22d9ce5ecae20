import { useSyncExternalStore } from 'react';
import { formatDate } from './format.ts';

let isReady = false;
const waiting = new Set<() => void>();

/** After the next picture: a process's first date formatter takes up to 100 ms on a slow phone. */
const prepare = (): void => {
  requestAnimationFrame(() =>
    setTimeout(() => {
      formatDate(new Date(0).toISOString());
      isReady = true;
      for (const tell of waiting) tell();
    }),
  );
};

const subscribe = (tell: () => void): (() => void) => {
  if (!isReady && waiting.size === 0) prepare();
  waiting.add(tell);
  return () => waiting.delete(tell);
};

/** Whether a date can be written without a pause; false only until the first picture of a start stands. */
export const useDatesReady = (): boolean => useSyncExternalStore(subscribe, () => isReady);
