import { afterEach } from 'vitest';

const real = Object.getOwnPropertyDescriptor(globalThis, 'SyncManager');

/** Makes this browser one that sends with the app closed, or one that does not, until the test ends. */
export const setBackgroundSync = (isThere: boolean): void => {
  if (isThere) Object.defineProperty(globalThis, 'SyncManager', real ?? { configurable: true, value: class {} });
  else Reflect.deleteProperty(globalThis, 'SyncManager');
};

/** Gives the browser back what it had, after each test. */
export const restoreBackgroundSync = (): void => {
  afterEach(() => {
    if (real) Object.defineProperty(globalThis, 'SyncManager', real);
    else Reflect.deleteProperty(globalThis, 'SyncManager');
  });
};
