import { afterEach, expect, test, vi } from 'vitest';
import { sendsWhenClosed, wordsHere } from './background.ts';

afterEach(() => void vi.unstubAllGlobals());

test('only a browser with Background Sync is said to send when the app is closed', () => {
  const words = { whenClosed: 'also when it is closed', whileOpen: 'while it is open' };
  expect([sendsWhenClosed(), wordsHere(words)]).toEqual([false, words.whileOpen]);
  vi.stubGlobal('SyncManager', class {});
  expect([sendsWhenClosed(), wordsHere(words)]).toEqual([true, words.whenClosed]);
});
