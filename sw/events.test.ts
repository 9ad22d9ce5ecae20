import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { forwardEvents } from './events.ts';
import { loadBackground } from './load-background.ts';
import { startScope } from './scope.fixtures.ts';

vi.mock('./load-background.ts', { spy: true });

const scope = startScope();
beforeAll(forwardEvents);
afterAll(() => vi.unstubAllGlobals());

test('a worker is installed only with its background, which later starts cannot fetch', async () => {
  const lost = new Error('The script was not loaded.');
  vi.mocked(loadBackground).mockImplementationOnce(() => {
    throw lost;
  });
  expect(await scope.dispatch('install')).toEqual([lost]);
  expect(await scope.dispatch('install')).toEqual([]);
  expect(loadBackground).toHaveBeenCalledTimes(2);
});
