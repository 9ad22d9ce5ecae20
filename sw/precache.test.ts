import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { soon } from '#tests/support/soon.ts';
import { startScope } from './scope.fixtures.ts';

const MANIFEST = Array.from({ length: 9 }, (_, at) => ({ url: `/assets/page-${at}.js`, revision: null }));

let asked: string[];
let kept: Set<string>;
/** Ends the fetches that wait: with the file, or without an answer. */
let answer: (how: 'file' | 'nothing') => void;

beforeEach(() => {
  asked = [];
  kept = new Set();
  let waiting: ((how: 'file' | 'nothing') => void)[] = [];
  answer = (how) => {
    const ended = waiting;
    waiting = [];
    for (const end of ended) end(how);
  };
  startScope();
  vi.stubGlobal('self', globalThis);
  const file = () => new Response('export {}', { headers: { 'Content-Type': 'text/javascript' } });
  vi.stubGlobal('fetch', (key: string) => {
    asked.push(key);
    return new Promise<Response>((resolve, reject) => {
      waiting.push((how) => (how === 'file' ? resolve(file()) : reject(new TypeError('Failed to fetch'))));
    });
  });
  const cache = {
    keys: async () => [...kept].map((url) => ({ url })),
    put: async (key: string) => void kept.add(key),
  };
  vi.stubGlobal('caches', { open: async () => cache });
});
afterEach(() => void vi.unstubAllGlobals());

const untilOver = async (work: Promise<unknown>, how: 'file' | 'nothing'): Promise<void> => {
  let isOver = false;
  void work.then(() => (isOver = true));
  await soon(() => {
    answer(how);
    expect(isOver).toBe(true);
  });
};

it('pages that are opened one after the other fetch each file of the build once; what got no answer is fetched by the next', async () => {
  // Its packages look for a worker's `self` when they are loaded.
  const { setUpPrecache } = await import('./precache.ts');
  const { warm } = setUpPrecache(MANIFEST);
  await untilOver(Promise.all([warm(), warm(), warm()]), 'nothing');
  const first = asked.length;
  expect(new Set(asked).size).toBe(first);
  expect(kept.size).toBe(0);
  asked = [];
  await untilOver(Promise.all([warm(), warm()]), 'file');
  expect(asked.map((key) => new URL(key).pathname).toSorted()).toEqual(MANIFEST.map(({ url }) => url));
  expect(kept.size).toBe(MANIFEST.length);
});
