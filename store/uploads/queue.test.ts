import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { soon } from '#tests/support/soon.ts';
import type { AccountDatabase } from '../database.ts';
import { deviceDatabase, writeDeviceSetting } from '../device.ts';
import { accountDatabase } from '../door.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import { addUploads, sendAnyway } from './jobs.ts';
import { ModelUploads } from './model-uploads.fixtures.ts';
import { inQueueOrder, orderQueue } from './queue.ts';
import { JobRunner } from './run-jobs.ts';

let server: ModelUploads;
let owner: string;
let db: AccountDatabase;
let line: EventTarget & { type?: string; saveData?: boolean };
const runners: JobRunner[] = [];

beforeEach(async () => {
  server = new ModelUploads();
  vi.stubGlobal('fetch', server.fetch);
  line = Object.assign(new EventTarget(), { type: 'wifi' });
  vi.stubGlobal('navigator', { onLine: true, connection: line });
  owner = newId();
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
});
afterEach(async () => {
  for (const runner of runners.splice(0)) runner.stop();
  await deviceDatabase.settings.delete('uploadsOnWifiOnly');
  vi.unstubAllGlobals();
});

const add = async (names: readonly string[], units = 1): Promise<string[]> => {
  const files = names.map((name) => ({
    file: new File([new Uint8Array(units * UNIT_BYTES)], name),
    type: 'video' as const,
  }));
  const { jobs, saved } = await addUploads(db, { files, owner, scope: userScope(owner), folderId: null });
  await Promise.all(saved);
  return jobs.map(({ id }) => id);
};
const start = (): JobRunner => {
  const runner = new JobRunner({ db });
  runners.push(runner);
  runner.start();
  return runner;
};
const once = () => new JobRunner({ db, untilStored: true }).runOnce(new AbortController().signal);
const namesInOrder = async () => inQueueOrder(await db.uploadJobs.toArray()).map(({ name }) => name);
const move = (ids: readonly string[], from: number, to: number): Promise<void> => {
  const rest = ids.toSpliced(from, 1);
  return orderQueue(db, rest.toSpliced(to, 0, ids[from]!));
};
const onAbort = (signal: AbortSignal, reject: (reason: unknown) => void): void =>
  signal.addEventListener('abort', () => reject(signal.reason));
const stateOf = async (id: string) => (await db.uploadJobs.get(id))!;

it('files are sent in the order that the person chose without a network, also by the next page', async () => {
  server.isOffline = true;
  const ids = await add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4']);
  start();
  await soon(async () => expect((await db.uploadJobs.toArray()).every(({ state }) => state === 'paused')).toBe(true));
  await move(ids, 4, 0);
  await move([ids[4]!, ids[0]!, ids[1]!, ids[2]!, ids[3]!], 2, 1);
  expect(await namesInOrder()).toEqual(['e.mp4', 'b.mp4', 'a.mp4', 'c.mp4', 'd.mp4']);
  for (const runner of runners.splice(0)) runner.stop();

  server.isOffline = false;
  await once();
  expect([...server.contents.keys()]).toEqual([4, 1, 0, 2, 3].map((index) => ids[index]));
});

it('a file that is moved up while others are sent gets the next free place', async () => {
  const open = Promise.withResolvers<void>();
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof server.fetch>) => {
    if (String(sent[0]).includes('/mam/ondemand')) await open.promise;
    return server.fetch(...sent);
  });
  const ids = await add(['a.mp4', 'b.mp4', 'c.mp4', 'd.mp4', 'e.mp4']);
  start();
  await soon(() => expect(server.lines.filter((line) => line.includes('/mam/uploads/'))).toHaveLength(2));
  await move(ids, 4, 0);
  await new Promise((resolve) => setImmediate(resolve));
  open.resolve();
  await soon(() => expect(server.contents.size).toBe(5));
  expect([...server.contents.keys()].indexOf(ids[4]!)).toBe(2);
});

it('a file added later comes after a changed order, and jobs that were added at once keep theirs apart', async () => {
  vi.setSystemTime(1_000);
  const ids = await add(['a.mp4', 'b.mp4']);
  await db.uploadJobs.toCollection().modify({ startedAtMs: 1_000 });
  await move(ids, 1, 0);
  vi.useRealTimers();
  await add(['c.mp4']);
  expect(await namesInOrder()).toEqual(['b.mp4', 'a.mp4', 'c.mp4']);
});

it('on mobile data an upload waits for Wi-Fi and goes on by itself; nothing of it is sent before', async () => {
  await writeDeviceSetting('uploadsOnWifiOnly', true);
  line.type = 'cellular';
  const [id] = await add(['clip.mp4']);
  start();
  await soon(async () =>
    expect(await stateOf(id!)).toMatchObject({
      state: 'paused',
      errorCode: 'upload.waits_for_wifi',
      errorMessage: 'Waiting for Wi-Fi',
    }),
  );
  expect(server.lines).toEqual([]);
  line.type = 'wifi';
  line.dispatchEvent(new Event('change'));
  await soon(() => expect(server.contents.has(id!)).toBe(true));
});

it('an upload that has begun stops when the device leaves the Wi-Fi, and continues where it stopped', async () => {
  await writeDeviceSetting('uploadsOnWifiOnly', true);
  vi.stubGlobal('fetch', async (...sent: Parameters<typeof server.fetch>) => {
    if (!String(sent[0]).includes('/mam/ondemand')) return server.fetch(...sent);
    // The first chunk arrives; the others are on their way as the network changes.
    if (server.bytesTaken > 0) return new Promise((_, reject) => onAbort(sent[1]!.signal!, reject));
    const answer = await server.fetch(...sent);
    line.type = 'cellular';
    line.dispatchEvent(new Event('change'));
    return answer;
  });
  const [id] = await add(['clip.mp4'], 12);
  start();
  await soon(async () => expect((await stateOf(id!)).errorCode).toBe('upload.waits_for_wifi'));
  expect([server.contents.size, server.bytesTaken > 0]).toEqual([0, true]);
  vi.stubGlobal('fetch', server.fetch);
  line.type = 'wifi';
  line.dispatchEvent(new Event('change'));
  await soon(() => expect(server.contents.has(id!)).toBe(true));
}, 20_000);

it('without a page it waits too, and one upload is sent anyway if the person says so', async () => {
  await writeDeviceSetting('uploadsOnWifiOnly', true);
  line.saveData = true;
  const [held, sent] = await add(['held.mp4', 'sent.mp4']);
  await once();
  expect((await stateOf(held!)).errorCode).toBe('upload.waits_for_wifi');
  expect(server.lines).toEqual([]);
  await sendAnyway(db, sent!);
  await once();
  expect([...server.contents.keys()]).toEqual([sent]);
});

it('a browser that does not tell its network sends', async () => {
  await writeDeviceSetting('uploadsOnWifiOnly', true);
  vi.stubGlobal('navigator', { onLine: true });
  const [id] = await add(['clip.mp4']);
  await once();
  expect(server.contents.has(id!)).toBe(true);
});
