import { useSyncExternalStore } from 'react';
import { afterFrame } from '#ui/after-frame.ts';
import { formatDate } from './format.ts';

let isReady = false;
const listeners = new Set<() => void>();

/** Runs after the next frame: the first date formatter of a process takes up to 100 ms on a slow phone. */
const prepare = (): void => {
  afterFrame(() => {
    formatDate(new Date(0).toISOString());
    isReady = true;
    for (const listener of listeners) listener();
  });
};

const subscribe = (listener: () => void): (() => void) => {
  if (!isReady && listeners.size === 0) prepare();
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Whether a date can be formatted without a delay; false until the first frame after start is drawn. */
export const useDatesReady = (): boolean => useSyncExternalStore(subscribe, () => isReady);
