import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PICTURES_CACHE, PICTURES_MAX, setUpPictures } from './pictures.ts';

// With the browser's real cache; only the fetch event and the network are made here.

/** What the network answers with, by path. */
let network: Map<string, () => Response>;
let asked: string[];
const picture = (body: string) => new Response(body, { headers: { 'Content-Type': 'image/svg+xml' } });

setUpPictures();
beforeEach(async () => {
  await caches.delete(PICTURES_CACHE);
  network = new Map();
  asked = [];
  vi.stubGlobal('fetch', async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(pathname);
    const respond = network.get(pathname);
    if (!respond) throw new TypeError('Failed to fetch');
    return respond();
  });
});
afterEach(() => void vi.unstubAllGlobals());

/** A page asks for a picture. @returns Its answer once the worker's work is over; undefined if the worker leaves it to the browser. */
const ask = async (path: string, init: RequestInit = {}): Promise<string | undefined> => {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const event = Object.assign(new Event('fetch'), {
    request: new Request(new URL(path, location.origin), init),
    waitUntil: (promise: Promise<unknown>) => void work.push(promise),
    respondWith: (response: Promise<Response>) => void (answer = response),
  });
  dispatchEvent(event);
  if (!answer) return undefined;
  const text = await answer.then((response) => response.text());
  await Promise.allSettled(work);
  return text;
};
const kept = async () =>
  (await (await caches.open(PICTURES_CACHE)).keys()).map((request) => new URL(request.url).pathname);

test('a picture that was shown once is shown again without a network', async () => {
  network.set('/pictures/a', () => picture('first'));
  expect(await ask('/pictures/a')).toBe('first');
  network.clear();
  expect(await ask('/pictures/a')).toBe('first');
});

test('a kept picture is shown at once, and its newer version the next time', async () => {
  network.set('/art/golf.svg', () => picture('old'));
  await ask('/art/golf.svg');
  network.set('/art/golf.svg', () => picture('new'));
  expect(await ask('/art/golf.svg')).toBe('old');
  expect(await ask('/art/golf.svg')).toBe('new');
});

test('only whole pictures are kept: no portal’s page, no part, no refusal', async () => {
  network.set('/pictures/portal', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }));
  network.set('/pictures/part', () => new Response('x', { status: 206, headers: { 'Content-Type': 'image/png' } }));
  network.set('/pictures/gone', () => new Response('{}', { status: 404, headers: { 'Content-Type': 'image/png' } }));
  for (const path of network.keys()) await ask(path);
  expect(await kept()).toEqual([]);
});

test('a portal’s page does not replace a kept picture', async () => {
  network.set('/pictures/a', () => picture('ours'));
  await ask('/pictures/a');
  network.set('/pictures/a', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } }));
  expect(await ask('/pictures/a')).toBe('ours');
  expect(await ask('/pictures/a')).toBe('ours');
});

test('above the limit the picture that was used longest ago goes', async () => {
  const cache = await caches.open(PICTURES_CACHE);
  for (let index = 0; index < PICTURES_MAX; index += 1)
    await cache.put(new URL(`/pictures/${index}`, location.origin), picture('x'));
  network.set('/pictures/0', () => picture('x'));
  network.set('/pictures/new', () => picture('x'));
  await ask('/pictures/0');
  await ask('/pictures/new');
  const paths = await kept();
  expect(paths).toHaveLength(PICTURES_MAX);
  expect(paths).toContain('/pictures/0');
  expect(paths).not.toContain('/pictures/1');
  expect(paths.at(-1)).toBe('/pictures/new');
});

test('a device that is full shows the picture all the same', async () => {
  network.set('/pictures/a', () => picture('shown'));
  vi.spyOn(Cache.prototype, 'put').mockRejectedValueOnce(new DOMException('Full', 'QuotaExceededError'));
  expect(await ask('/pictures/a')).toBe('shown');
  expect(await kept()).toEqual([]);
});

test('other files, other methods and other origins are left to the browser', async () => {
  expect(await ask('/media/a.mp4')).toBeUndefined();
  expect(await ask('/api/sync')).toBeUndefined();
  expect(await ask('/pictures/a', { method: 'POST' })).toBeUndefined();
  expect(await ask('https://elsewhere.example/pictures/a')).toBeUndefined();
  expect(asked).toEqual([]);
});
