import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startScope } from './scope.fixtures.ts';
import { claimClients, takeOver } from './update.ts';

let scope: ReturnType<typeof startScope>;
let calls: string[];
beforeEach(() => {
  calls = [];
  scope = startScope();
  const note = (name: string) => async () => void calls.push(name);
  vi.stubGlobal('clients', { claim: note('claim') });
  vi.stubGlobal('skipWaiting', note('skipWaiting'));
  claimClients();
});
afterEach(() => void vi.unstubAllGlobals());

it('D-242 a worker that becomes active controls the pages that are open, and never takes over by itself', async () => {
  expect(await scope.dispatch('install')).toEqual([]);
  expect(calls).toEqual([]);
  expect(await scope.dispatch('activate')).toEqual([]);
  expect(calls).toEqual(['claim']);
});

it('a claim that fails is waited for, so that the browser knows of it', async () => {
  vi.stubGlobal('clients', { claim: async () => Promise.reject(new Error('not active')) });
  expect((await scope.dispatch('activate')).map(({ message }) => message)).toEqual(['not active']);
});

it('D-242 the update that the person chose takes over at once', async () => {
  await takeOver();
  expect(calls).toEqual(['skipWaiting']);
});
