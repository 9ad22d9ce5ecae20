import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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

describe('a build with a pack', () => {
  const PACK = '/assets/rest-1.pack';
  const WITH_PACK = [...MANIFEST, { url: PACK, revision: null, isPack: true }];
  const keyOf = (url: string) => new URL(url, 'https://sideline.test').href;

  beforeEach(() => {
    const body = 'export {}';
    const list = JSON.stringify(MANIFEST.map(({ url }) => [url, body.length]));
    vi.stubGlobal('fetch', async (key: string) => {
      asked.push(new URL(key).pathname);
      const isPack = key.endsWith(PACK);
      const type = isPack ? 'application/octet-stream' : 'text/javascript';
      const text = isPack ? `${list}\n${body.repeat(MANIFEST.length)}` : body;
      return new Response(text, { headers: { 'Content-Type': type } });
    });
  });

  it('is cached by one request', async () => {
    const { setUpPrecache } = await import('./precache.ts');
    await setUpPrecache(WITH_PACK).warm();
    expect(asked).toEqual([PACK]);
    expect([...kept].toSorted()).toEqual(MANIFEST.map(({ url }) => keyOf(url)));
  });

  it('of which most is there, as in an update, is completed file by file', async () => {
    for (const { url } of MANIFEST.slice(2)) kept.add(keyOf(url));
    const { setUpPrecache } = await import('./precache.ts');
    await setUpPrecache(WITH_PACK).warm();
    expect(asked.toSorted()).toEqual(MANIFEST.slice(0, 2).map(({ url }) => url));
    expect(kept.size).toBe(MANIFEST.length);
  });

  it('is completed file by file where the pack does not come', async () => {
    const whole = globalThis.fetch;
    vi.stubGlobal('fetch', async (key: string) =>
      key.endsWith(PACK) ? new Response('Not found', { status: 404 }) : whole(key),
    );
    const { setUpPrecache } = await import('./precache.ts');
    await setUpPrecache(WITH_PACK).warm();
    expect(kept.size).toBe(MANIFEST.length);
  });
});
