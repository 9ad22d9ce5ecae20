import { afterEach, expect, test, vi } from 'vitest';
import { startServiceWorker } from './update.ts';

afterEach(() => vi.restoreAllMocks());

test('a browser that blocks service workers, and answers nothing, starts the app without an error', async () => {
  const failures: unknown[] = [];
  addEventListener('unhandledrejection', ({ reason }) => failures.push(reason));
  const register = vi.spyOn(navigator.serviceWorker, 'register').mockResolvedValue(undefined as never);
  startServiceWorker();
  await expect.poll(() => register.mock.settledResults).toEqual([{ type: 'fulfilled', value: undefined }]);
  // The browser reports a rejection that nobody handles before it draws again.
  await new Promise(requestAnimationFrame);
  await new Promise(requestAnimationFrame);
  expect(failures).toEqual([]);
});
