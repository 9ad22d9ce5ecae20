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
import { UploadFailure } from './failure.ts';

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
/** Sends with fake timers: waits between retries take no time. */
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
const failureOf = (work: Promise<unknown>): Promise<UploadFailure> =>
  work.then(
    () => {
      throw new Error('it went well');
    },
    (error: UploadFailure) => error,
  );

describe('sending a file', () => {
  it(
    'P9 UPL-007 under any chunk failures the same bytes arrive, the content is made once, and committed bytes never decrease',
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
            // The job continues after every pause with what the server lacks.
            for (let tried = 0; tried < 60; tried += 1) {
              committed = 0;
              const result = await send(job, optionsFor(file, { chunkUnits, onCommitted })).catch(
                (error: unknown) => error,
              );
              if (!(result instanceof UploadFailure)) break;
              if (result.action === 'fail' && sky.filter((each) => each === 'flipped').length > 6) return;
              expect(result.action).toBe('pause');
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

  it('reads first what the server has and sends only the rest; nothing for a complete file', async () => {
    const file = makeFile(7 * UNIT_BYTES + 5);
    const job = jobOf(file.size);
    server.weather = ['cut', 'failed'];
    await failureOf(send(job, optionsFor(file)));
    const before = server.bytesTaken;
    await send(job, optionsFor(file));
    expect(server.bytesTaken - before).toBe(file.size - before);

    server.lines.length = 0;
    await expect(send(job, optionsFor(file))).resolves.toMatchObject({ contentId: job.id });
    expect(server.lines).toEqual([`GET /mam/uploads/${job.id}`]);
  });

  it('UPL-022 without a network it pauses with NoInternet, although the browser reports to be online', async () => {
    server.isOffline = true;
    const failure = await failureOf(send(jobOf(10), optionsFor(makeFile(10))));
    expect([failure.action, failure.errorKind]).toEqual(['pause', 'NoInternet']);
  });

  it.each([
    [409, 'library.out_of_storage', 'pause'],
    [413, 'upload.too_large', 'fail'],
    [415, 'upload.wrong_type', 'fail'],
    [410, 'upload.gone', 'cancel'],
    [507, 'upload.disk_full', 'pause'],
    [429, 'request.too_often', 'pause'],
    [409, 'upload.other_length', 'fail'],
  ])('an answer %i %s means %s, with the server’s message', async (status, code, action) => {
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
    const failure = await failureOf(send(jobOf(10), optionsFor(makeFile(10))));
    expect([failure.action, failure.code]).toEqual([action, code]);
    if (action === 'fail') expect(failure.userMessage).toBe('words');
  });

  it('a file that was picked again is compared with what the server has before more is sent', async () => {
    const size = 5 * UNIT_BYTES;
    const job = jobOf(size);
    server.weather = ['fine', 'failed'];
    await failureOf(send(job, optionsFor(makeFile(size), { chunkUnits: 3 })));
    const failure = await failureOf(send(job, optionsFor(makeFile(size, 2), { isProofNeeded: true })));
    expect([failure.action, failure.code]).toEqual(['fail', 'upload.other_length']);
    expect(server.contentsMade).toBe(0);
  });
});

describe('the chunks of a file', () => {
  it('D-108 never has more than two chunks of a file in flight', async () => {
    let inFlight = 0;
    let peak = 0;
    const second = Promise.withResolvers<void>();
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method !== 'POST') return server.fetch(url, init);
      inFlight += 1;
      peak = Math.max(peak, inFlight);
      if (inFlight === 2) second.resolve();
      await second.promise;
      const answer = await server.fetch(url, init);
      inFlight -= 1;
      return answer;
    });
    const file = makeFile(20 * UNIT_BYTES);
    await send(jobOf(file.size), optionsFor(file));
    expect(peak).toBe(2);
  });

  it('D-108 after a break, one chunk of a file is in flight until eight whole ones were committed, then two again', async () => {
    let inFlight = 0;
    const counts: number[] = [];
    let second = Promise.withResolvers<void>();
    // The first two are in flight together, and both break.
    server.weather = ['cut', 'cut'];
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      if (init.method !== 'POST') return server.fetch(url, init);
      inFlight += 1;
      counts.push(inFlight);
      try {
        if (counts.length === 1 || counts.length === 11) await second.promise;
        else if (inFlight === 2) {
          second.resolve();
          second = Promise.withResolvers();
        }
        return await server.fetch(url, init);
      } finally {
        inFlight -= 1;
      }
    });
    const file = makeFile(36 * UNIT_BYTES);
    await send(jobOf(file.size), optionsFor(file));
    expect(counts.slice(0, 12)).toEqual([1, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2]);
    expect(server.contentsMade).toBe(1);
  });

  it('D-104 chooses the chunk size once, by the speed of the connection', async () => {
    const sizes: number[] = [];
    const file = makeFile(10 * UNIT_BYTES);
    await send(
      jobOf(file.size),
      optionsFor(file, {
        chunkUnits: null,
        lineBytesPerSecond: 4 * UNIT_BYTES,
        onChunkUnits: (units) => sizes.push(units),
      }),
    );
    expect(sizes).toEqual([6]);
  });
});
