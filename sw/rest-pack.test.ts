import { afterEach, expect, it, vi } from 'vitest';
import { fetchPack } from './rest-pack.ts';

const SCRIPT = 'export const word = "Übung"';
const STYLE = 'body { color: red }';
const PACK = new TextEncoder().encode(
  `[["/assets/a.js",${SCRIPT.length + 1}],["/assets/b.css",${STYLE.length}]]\n${SCRIPT}${STYLE}`,
);
const HEADERS = {
  'Content-Type': 'application/octet-stream',
  'Content-Encoding': 'br',
  'Content-Length': '12',
  ETag: '"x"',
  'Content-Security-Policy': "default-src 'self'",
};

afterEach(() => void vi.unstubAllGlobals());

/** The answer's bytes in pieces of a length, as a line brings them. */
const inPieces = (bytes: Uint8Array<ArrayBuffer>, length: number): ReadableStream<Uint8Array<ArrayBuffer>> => {
  let at = 0;
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      controller.enqueue(bytes.slice(at, at + length));
      at += length;
    },
  });
};

/** Fetches a pack that the server answers so. @returns what was kept, and whether it was read to its end. */
const fetched = async (answer: () => Response) => {
  vi.stubGlobal('fetch', async () => answer());
  const files: { path: string; file: Response }[] = [];
  const isWhole = await fetchPack('https://sideline.test/assets/rest-1.pack', async (path, file) => {
    files.push({ path, file });
  });
  return { isWhole, files };
};

it.each([1, 7, 40, 10_000])('files are the same however the bytes come: %i at a time', async (length) => {
  const { isWhole, files } = await fetched(() => new Response(inPieces(PACK, length), { headers: HEADERS }));
  expect(isWhole).toBe(true);
  expect(files.map(({ path }) => path)).toEqual(['/assets/a.js', '/assets/b.css']);
  expect(await Promise.all(files.map(({ file }) => file.text()))).toEqual([SCRIPT, STYLE]);
});

it('a file has its own type, the security policy of the answer, and nothing that is true of the pack alone', async () => {
  const { files } = await fetched(() => new Response(inPieces(PACK, 9), { headers: HEADERS }));
  expect(files.map(({ file }) => Object.fromEntries(file.headers))).toEqual([
    { 'content-type': 'text/javascript', 'content-security-policy': "default-src 'self'" },
    { 'content-type': 'text/css', 'content-security-policy': "default-src 'self'" },
  ]);
});

it('of a pack that breaks off, the files that came whole are kept', async () => {
  const { isWhole, files } = await fetched(
    () => new Response(inPieces(PACK.slice(0, PACK.length - 1), 8), { headers: HEADERS }),
  );
  expect(isWhole).toBe(false);
  expect(await Promise.all(files.map(({ file }) => file.text()))).toEqual([SCRIPT]);
});

it.each([
  ['the page of a captive portal', () => new Response('<html>', { headers: { 'Content-Type': 'text/html' } })],
  ['a pack of a build that is gone', () => new Response('Not found', { status: 404, headers: HEADERS })],
  ['bytes that are no pack', () => new Response('{"a":1}\n', { headers: HEADERS })],
  ['no answer', () => Promise.reject(new TypeError('Failed to fetch')) as unknown as Response],
])('nothing is kept of %s', async (_what, answer) => {
  expect(await fetched(answer)).toEqual({ isWhole: false, files: [] });
});

it('a line on which nothing comes for a minute is given up', async () => {
  vi.useFakeTimers();
  let signal: AbortSignal | undefined;
  vi.stubGlobal('fetch', (_url: string, options: { signal: AbortSignal }) => {
    signal = options.signal;
    return new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason)));
  });
  const fetching = fetchPack('https://sideline.test/assets/rest-1.pack', async () => {});
  await vi.advanceTimersByTimeAsync(59_999);
  expect(signal!.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await fetching).toBe(false);
  vi.useRealTimers();
});
