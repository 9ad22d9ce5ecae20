import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import type { Me } from '#contract/rows.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { tokenOf } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import type { StoredUploadJob } from './job.ts';
import { addUploads } from './jobs.ts';
import { ModelUploads } from './model-uploads.fixtures.ts';
import { JobRunner } from './run-jobs.ts';

// The waits of a job that runs as in the app, with a clock that only these tests advance.

vi.setConfig({ testTimeout: 60_000 });
/** How far the clock advances at a time: times are exact to this. */
const STEP_MS = 100;

let server: ModelUploads;
let db: AccountDatabase;
let runner: JobRunner;
/** When each path was asked for, s since the start; ids are `:id`. */
let asked: { path: string; atS: number }[];
/** Hashes and reads of files that have begun and not ended: they take real time, in threads of their own. */
let atWork: number;
const counted = async <T>(work: Promise<T>): Promise<T> => {
  atWork += 1;
  return work.finally(() => {
    atWork -= 1;
  });
};

beforeEach(async () => {
  server = new ModelUploads();
  asked = [];
  atWork = 0;
  const digest = crypto.subtle.digest.bind(crypto.subtle);
  const read = Blob.prototype.arrayBuffer;
  vi.spyOn(crypto.subtle, 'digest').mockImplementation((...of) => counted(digest(...of)));
  vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(function (this: Blob) {
    return counted(read.call(this));
  });
  vi.stubGlobal('fetch', (url: string, init?: RequestInit) => {
    const path = new URL(url, 'http://sideline.test').pathname.replace(/[0-9a-f-]{36}/, ':id');
    asked.push({ path, atS: Date.now() / 1000 });
    return server.fetch(url, init);
  });
  const owner = newId();
  await storeSession(owner, tokenOf(owner));
  db = accountDatabase(owner);
  runner = new JobRunner({ db });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'Date'], now: 0 });
});
afterEach(() => {
  runner.stop();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/**
 * Lets everything happen that needs no time of the clock. A hash may take longer than 40 turns on a busy machine: the
 * clock would run ahead of the job.
 */
const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 40; turn = atWork > 0 ? 0 : turn + 1) await new Promise((resolve) => setImmediate(resolve));
};
const advanceTo = async (seconds: number): Promise<void> => {
  for (;;) {
    await settle();
    if (Date.now() >= seconds * 1000) return;
    await vi.advanceTimersByTimeAsync(STEP_MS);
  }
};
const add = async (name: string, type: StoredUploadJob['type'], bytes = 1000): Promise<StoredUploadJob> => {
  const { jobs } = await addUploads(db, {
    files: [{ file: new File([new Uint8Array(bytes)], name), type }],
    owner: db.name.slice('sideline-'.length),
    scope: userScope(db.name.slice('sideline-'.length)),
    folderId: null,
  });
  await settle();
  return jobs[0]!;
};
/** Seconds between one request for a path and the next. */
const intervals = (path: string): number[] => {
  const times = asked.filter((each) => each.path === path).map(({ atS }) => atS);
  return times.slice(1).map((atS, index) => Math.round((atS - times[index]!) * 10) / 10);
};
const firstAt = (path: string): number => asked.find((each) => each.path === path)!.atS;
/** Answers with each value in turn, then with the last one. */
const inTurn = <T>(...values: T[]) => {
  let next = 0;
  return () => values[Math.min(next++, values.length - 1)];
};

it('UPL-009 UPL-013 UPL-018 the encoding of a video is polled every 20 s, whatever it is busy with, and its review every 5 s', async () => {
  const { id, name } = await add('clip.mp4', 'video');
  const encoding = inTurn(0, 1, 7, 4);
  server.answers.set(`/mam/ondemand/${id}`, () => ({
    data: { onDemandEncodingStatus: encoding(), fileName: name, title: name, embedUrlList: [] },
  }));
  server.answers.set(`/library/contents/${id}`, () => ({ filename: name }));
  server.answers.set(
    '/review-status',
    inTurn({ status: 'reviewing' }, { status: 'reviewing' }, { status: 'approved' }),
  );
  runner.start();
  await advanceTo(90);
  expect(intervals('/api/mam/ondemand/:id')).toEqual([20, 20, 20]);
  const encodedAtS = firstAt('/api/mam/ondemand/:id') + 60;
  expect(firstAt('/api/library/contents/:id/review-status') - encodedAtS).toBeCloseTo(5, 0);
  expect(intervals('/api/library/contents/:id/review-status')).toEqual([5, 5]);
  expect(await db.uploadJobs.count()).toBe(0);
});

it('UPL-005 UPL-015 a PDF counts 20, 50 and 80 percent, and its active status is polled every 2 s', async () => {
  const { id, name } = await add('plan.pdf', 'text');
  server.answers.set('POST /library/contents', () => ({ filename: name }));
  server.answers.set(`/library/contents/${id}/upload-credentials`, () => ({
    url: '/api/uploads/token',
    method: 'PUT',
    headers: {},
    expiresAt: '',
  }));
  server.answers.set('/uploads/token', () => ({}));
  server.answers.set('/active-status', inTurn({ status: 'pending' }, { status: 'pending' }, { status: 'active' }));
  server.answers.set('/review-status', () => ({ status: 'approved' }));
  const percents: number[] = [];
  db.uploadJobs.hook('updating', (changes) => {
    const { percent } = changes as Partial<StoredUploadJob>;
    if (percent !== undefined && percent !== percents.at(-1)) percents.push(percent);
  });
  runner.start();
  await advanceTo(15);
  expect(percents.slice(0, 3)).toEqual([20, 50, 80]);
  expect(intervals('/api/library/contents/:id/active-status')).toEqual([2, 2]);
  expect(await db.uploadJobs.count()).toBe(0);
});

it('UPL-011 UPL-058 an encoding error is shown a second after it is known', async () => {
  const { id, name } = await add('clip.mp4', 'video');
  server.answers.set(`/mam/ondemand/${id}`, () => ({
    data: { onDemandEncodingStatus: -5, fileName: name, title: name, embedUrlList: [] },
  }));
  server.answers.set(`/library/contents/${id}`, () => ({ filename: name }));
  runner.start();
  while (!asked.some(({ path }) => path === '/api/mam/ondemand/:id')) await advanceTo(Date.now() / 1000 + 0.1);
  const failedAtS = firstAt('/api/mam/ondemand/:id');
  await advanceTo(failedAtS + 0.9);
  expect(await db.uploadJobs.get(id)).toMatchObject({ state: 'working', errorKind: null });
  await advanceTo(failedAtS + 1.2);
  expect(await db.uploadJobs.get(id)).toMatchObject({
    state: 'failed',
    errorKind: 'EncodingError',
    errorLevel: 'StatusChecking',
  });
});

it('UPL-006 the percentage of a video is that of the bytes that the server has, chunk by chunk', async () => {
  const { id } = await add('clip.mp4', 'video', 12 * UNIT_BYTES);
  await db.uploadJobs.update(id, { chunkUnits: 3 });
  const stubbed = globalThis.fetch;
  let chunks = 0;
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    // One chunk a second, whatever is in flight.
    if (url.includes('/mam/ondemand?')) await new Promise((resolve) => setTimeout(resolve, (chunks += 1) * 1_000));
    return stubbed(url, init);
  });
  const percents: number[] = [];
  db.uploadJobs.hook('updating', (changes) => {
    const { percent } = changes as Partial<StoredUploadJob>;
    if (percent !== undefined) percents.push(percent);
  });
  runner.start();
  await advanceTo(15);
  expect([...new Set(percents)]).toEqual([25, 50, 75, 100]);
});

it('a file that finds no room waits, asks for room every minute and when some may have been made, and is sent once there is', async () => {
  const owner = db.name.slice('sideline-'.length);
  await db.me.put({ id: owner, storageUsed: 900, storageSize: 1_000 } as Me);
  let used = 900;
  server.isFull = true;
  server.answers.set('/library/storage', () => ({ storageUsed: used, storageReserved: 0, storageSize: 1_000 }));
  const { id } = await add('clip.mp4', 'video');
  runner.start();
  await advanceTo(200);
  expect(await db.uploadJobs.get(id)).toMatchObject({ state: 'paused', errorCode: 'library.out_of_storage' });
  expect(asked.filter(({ path }) => path === '/api/mam/ondemand')).toHaveLength(1);
  expect(intervals('/api/library/storage')).toEqual([60, 60, 60]);
  // Something was deleted on another device.
  used = 0;
  server.isFull = false;
  await db.me.update(owner, { storageUsed: 0 });
  await advanceTo(202);
  expect(server.contentsMade).toBe(1);
});

it('UPL-043 a chunk without an answer is given up after 300 s, and sent again', async () => {
  // Its real clock cannot be advanced.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    const over = new AbortController();
    setTimeout(() => over.abort(new DOMException('', 'TimeoutError')), ms);
    return over.signal;
  });
  const { id } = await add('clip.mp4', 'video');
  const stubbed = globalThis.fetch;
  let sentAtS: number | undefined;
  let endedAtS: number | undefined;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (!url.includes('/mam/ondemand?') || sentAtS !== undefined) return stubbed(url, init);
    sentAtS = Date.now() / 1000;
    return new Promise((_, reject) =>
      init.signal!.addEventListener('abort', () => {
        endedAtS = Date.now() / 1000;
        reject(init.signal!.reason);
      }),
    );
  });
  runner.start();
  while (sentAtS === undefined) await advanceTo(Date.now() / 1000 + 0.1);
  await advanceTo(sentAtS + 299);
  expect([endedAtS, server.contents.has(id)]).toEqual([undefined, false]);
  await advanceTo(sentAtS + 305);
  expect(endedAtS! - sentAtS).toBeCloseTo(300, 0);
  expect(server.contents.has(id)).toBe(true);
});
