import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import type { ChunkJob } from './post-chunk.ts';
import { ModelUploads, type ChunkWeather } from './model-uploads.fixtures.ts';
import { sendChunks, type SendOptions } from './send-chunks.ts';
import { Slots } from './slots.ts';
import { UploadTrouble } from './trouble.ts';

let server: ModelUploads;
let owner: string;

beforeEach(async () => {
  server = new ModelUploads();
  vi.stubGlobal('fetch', server.fetch);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  owner = newId();
  await storeSession(owner, tokenOf(owner));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const makeFile = (size: number, seed = 1): Blob => {
  const bytes = new Uint8Array(size);
  for (let at = 0; at < size; at += 997) bytes[at] = (at * 31 + seed) % 251;
  return new Blob([bytes]);
};
const jobOf = (size: number): ChunkJob => ({
  id: newId(),
  owner,
  scope: userScope(owner),
  name: 'clip.mp4',
  type: 'video',
  size,
  folderId: null,
});
const optionsFor = (file: Blob, more: Partial<SendOptions> = {}): SendOptions => ({
  signal: new AbortController().signal,
  file: () => file,
  slots: new Slots(3),
  chunkUnits: 3,
  lineBytesPerSecond: undefined,
  isProofNeeded: false,
  onCommitted: () => {},
  onChunkUnits: () => {},
  onLine: () => {},
  onSlow: () => {},
  ...more,
});
/** Waits between tries pass at once: what is promised is the order of things, not their pace. */
const send = async (job: ChunkJob, options: SendOptions): Promise<unknown> => {
  let isOver = false;
  const sending = sendChunks(job, options).finally(() => {
    isOver = true;
  });
  sending.catch(() => {});
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(500);
  }
  return sending;
};
const troubleOf = (work: Promise<unknown>): Promise<UploadTrouble> =>
  work.then(
    () => {
      throw new Error('it went well');
    },
    (error: UploadTrouble) => error,
  );

describe('sending a file', () => {
  it(
    'P9 UPL-007 whatever happens to its chunks, the bytes arrive as they were and the content is made once; what is committed never shrinks',
    async () => {
      const weather = plays(
        fc.constantFrom<ChunkWeather>('fine', 'dropped', 'lost answer', 'cut', 'flipped', 'failed', 'crash'),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.integer({ min: 1, max: 7 * UNIT_BYTES }),
          weather,
          fc.constantFrom(1, 3, 6),
          async (size, sky, chunkUnits) => {
            server.units.clear();
            server.contents.clear();
            server.contentsMade = 0;
            server.weather = [...sky];
            const file = makeFile(size);
            const job = jobOf(size);
            let committed = 0;
            const onCommitted = (bytes: number) => {
              expect(bytes).toBeGreaterThanOrEqual(committed);
              committed = bytes;
            };
            // A job goes on after every pause, each time from what the server says.
            for (let tried = 0; tried < 60; tried += 1) {
              committed = 0;
              const result = await send(job, optionsFor(file, { chunkUnits, onCommitted })).catch(
                (error: unknown) => error,
              );
              if (!(result instanceof UploadTrouble)) break;
              if (result.kind === 'fail' && sky.filter((each) => each === 'flipped').length > 6) return;
              expect(result.kind).toBe('pause');
            }
            expect(server.contentsMade).toBe(1);
            expect(Buffer.compare(server.contents.get(job.id)!, Buffer.from(await file.arrayBuffer()))).toBe(0);
          },
        ),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('asks first and sends only what is missing; a file that is there already sends nothing', async () => {
    const file = makeFile(7 * UNIT_BYTES + 5);
    const job = jobOf(file.size);
    server.weather = ['cut', 'failed'];
    await troubleOf(send(job, optionsFor(file)));
    const before = server.bytesTaken;
    await send(job, optionsFor(file));
    expect(server.bytesTaken - before).toBe(file.size - before);

    server.lines.length = 0;
    await expect(send(job, optionsFor(file))).resolves.toMatchObject({ contentId: job.id });
    expect(server.lines).toEqual([`GET /mam/uploads/${job.id}`]);
  });

  it('UPL-022 without a network it pauses and says so, though the browser claims to be online', async () => {
    server.isOffline = true;
    const trouble = await troubleOf(send(jobOf(10), optionsFor(makeFile(10))));
    expect([trouble.kind, trouble.errorKind]).toEqual(['pause', 'NoInternet']);
  });

  it.each([
    [409, 'library.out_of_storage', 'fail'],
    [413, 'upload.too_large', 'fail'],
    [415, 'upload.wrong_type', 'fail'],
    [410, 'upload.gone', 'gone'],
    [507, 'upload.disk_full', 'pause'],
    [429, 'request.too_often', 'pause'],
    [409, 'upload.other_length', 'fail'],
  ])('an answer %i %s means %s, with the server’s words', async (status, code, kind) => {
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      init.method === 'POST'
        ? Promise.resolve(
            new Response(JSON.stringify({ errors: [{ code, message: 'words' }] }), {
              status,
              headers: { 'Content-Type': 'application/json' },
            }),
          )
        : server.fetch(url, init),
    );
    const trouble = await troubleOf(send(jobOf(10), optionsFor(makeFile(10))));
    expect([trouble.kind, trouble.code]).toEqual([kind, code]);
    if (kind === 'fail') expect(trouble.words).toBe('words');
  });

  it('a file that was chosen again is compared with what the server has before anything is added', async () => {
    const size = 5 * UNIT_BYTES;
    const job = jobOf(size);
    server.weather = ['fine', 'failed'];
    await troubleOf(send(job, optionsFor(makeFile(size), { chunkUnits: 3 })));
    const trouble = await troubleOf(send(job, optionsFor(makeFile(size, 2), { isProofNeeded: true })));
    expect([trouble.kind, trouble.code]).toEqual(['fail', 'upload.other_length']);
    expect(server.contentsMade).toBe(0);
  });
});

describe('the chunks of a file', () => {
  it('D-108 never has more than two chunks of a file under way', async () => {
    let underWay = 0;
    let most = 0;
    const second = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method !== 'POST') return server.fetch(url, init);
      underWay += 1;
      most = Math.max(most, underWay);
      if (underWay === 2) second.resolve();
      await second.promise;
      const answer = await server.fetch(url, init);
      underWay -= 1;
      return answer;
    });
    const file = makeFile(20 * UNIT_BYTES);
    await send(jobOf(file.size), optionsFor(file));
    expect(most).toBe(2);
  });

  it('D-108 after a line broke, one chunk of a file is under way until eight have come through whole, then two again', async () => {
    let underWay = 0;
    const beside: number[] = [];
    let second = Promise.withResolvers<void>();
    // The first two are under way together, and both break.
    server.weather = ['cut', 'cut'];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method !== 'POST') return server.fetch(url, init);
      underWay += 1;
      beside.push(underWay);
      try {
        if (beside.length === 1 || beside.length === 11) await second.promise;
        else if (underWay === 2) {
          second.resolve();
          second = Promise.withResolvers();
        }
        return await server.fetch(url, init);
      } finally {
        underWay -= 1;
      }
    });
    const file = makeFile(36 * UNIT_BYTES);
    await send(jobOf(file.size), optionsFor(file));
    expect(beside.slice(0, 12)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    expect(server.contentsMade).toBe(1);
  });

  it('D-104 chooses the size of its chunks once, by the speed of the line', async () => {
    const chosen: number[] = [];
    const file = makeFile(10 * UNIT_BYTES);
    await send(
      jobOf(file.size),
      optionsFor(file, {
        chunkUnits: null,
        lineBytesPerSecond: 4 * UNIT_BYTES,
        onChunkUnits: (units) => chosen.push(units),
      }),
    );
    expect(chosen).toEqual([6]);
  });
});
