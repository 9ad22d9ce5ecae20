import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startScope } from './scope.fixtures.ts';
import { passServerCalls } from './server-calls.ts';

let scope: ReturnType<typeof startScope>;
beforeEach(() => {
  scope = startScope();
  passServerCalls();
});
afterEach(() => void vi.unstubAllGlobals());

it('a worker is installed also where static routes are missing, or refused', async () => {
  expect(await scope.dispatch('install')).toEqual([]);
  const refuse = async () => Promise.reject(new TypeError('too many rules'));
  expect(await scope.dispatch('install', { addRoutes: refuse })).toEqual([]);
});
