import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { soon } from '#tests/support/soon.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import { ModelUploads } from './model-uploads.fixtures.ts';
import type { GrowingFile } from './recording-file.ts';
import { clipsOf, type StoredRecording } from './recording.ts';
import { sendChunks } from './send-chunks.ts';
import { GrowingSender } from './send-growing.ts';
import { Slots } from './slots.ts';

let server: ModelUploads;
let recording: StoredRecording;
let file: GrowingFile & { bytes: Uint8Array<ArrayBuffer> };

beforeEach(async () => {
  server = new ModelUploads();
  vi.stubGlobal('fetch', server.fetch);
  const owner = newId();
  await storeSession(owner, tokenOf(owner));
  recording = {
    id: newId(),
    owner,
    scope: userScope(owner),
    folderId: null,
    name: 'Recording.webm',
    clips: [0],
    bytes: 0,
    ms: 0,
    keptIn: 'opfs',
    holder: '',
    startedAtMs: 1,
  };
  file = {
    bytes: new Uint8Array(0),
    get size() {
      return this.bytes.length;
    },
    append(piece) {
      this.bytes = new Uint8Array([...this.bytes, ...piece]);
      return Promise.resolve();
    },
    read: (from, to) => Promise.resolve(file.bytes.slice(from, to)),
    close: () => {},
  };
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Makes the file longer, with bytes that differ from unit to unit. */
const record = (bytes: number): void => {
  const grown = new Uint8Array(file.size + bytes);
  grown.set(file.bytes);
  for (let at = file.size; at < grown.length; at += 101) grown[at] = (at * 7 + 3) % 251;
  file.bytes = grown;
};
const unitsSent = (): number => server.units.get(recording.id)?.size ?? 0;

it('whole units of a recording are sent while it grows; the upload sends only the rest and makes one file', async () => {
  const sent: number[] = [];
  const sender = new GrowingSender(recording, file, (bytes) => sent.push(bytes));
  record(UNIT_BYTES / 2);
  sender.grew();
  expect(server.lines).toEqual([]);
  record(UNIT_BYTES * 2);
  sender.grew();
  await expect.poll(unitsSent).toBe(2);
  await expect.poll(() => sent.at(-1)).toBe(2 * UNIT_BYTES);
  await sender.end();
  record(UNIT_BYTES * 0.7);
  expect(server.contents.size).toBe(0);
  const { id, owner, scope, name, folderId } = recording;
  const before = server.bytesTaken;
  const job = { id, owner, scope, name, folderId, type: 'video' as const, size: file.size, clips: [0, 9] };
  const done = await sendChunks(job, {
    signal: new AbortController().signal,
    file: () => new Blob([file.bytes]),
    slots: new Slots(3),
    chunkUnits: 3,
    lineBytesPerSecond: undefined,
    isProofNeeded: false,
    onCommitted: () => {},
    onChunkUnits: () => {},
    onLine: () => {},
    onSlow: () => {},
  });
  expect(done.contentId).toBe(id);
  expect(server.bytesTaken - before).toBe(file.size - 2 * UNIT_BYTES);
  expect(Buffer.compare(server.contents.get(id)!, file.bytes)).toBe(0);
});

it('without a line it waits and goes on; after a refusal it leaves the rest to the upload', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  server.weather = ['lost answer', 'dropped'];
  const sender = new GrowingSender(recording, file, () => {});
  record(UNIT_BYTES * 2);
  sender.grew();
  await soon(async () => {
    await vi.advanceTimersByTimeAsync(60_000);
    expect(server.lines.filter((line) => line.startsWith('POST')).length).toBeGreaterThan(0);
    record(1);
    sender.grew();
    expect(unitsSent()).toBe(2);
  });
  await sender.end();

  const refused = new GrowingSender({ ...recording, id: newId() }, file, () => {});
  vi.stubGlobal('fetch', async (...args: Parameters<typeof fetch>) => {
    server.lines.push('asked');
    void args;
    return Response.json({ errors: [{ code: 'access.not_found', message: 'Gone' }] }, { status: 404 });
  });
  server.lines.length = 0;
  refused.grew();
  await soon(() => expect(server.lines).toEqual(['asked']));
  await refused.end();
  refused.grew();
  expect(server.lines).toEqual(['asked']);
});

it('a clip that got no bytes is left out', () => {
  expect(clipsOf([0, 10, 10, 30], 30)).toEqual([0, 10]);
  expect(clipsOf([0, 10], 25)).toEqual([0, 10]);
});
