import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import type { AccountDatabase } from './database.ts';
import { accountDatabase } from './door.ts';
import { drain, STALE_AFTER_MS } from './outbox/drain.ts';
import { enqueue } from './outbox/enqueue.ts';
import { withLease } from './outbox/lease.ts';
import { ModelServer, tokenOf } from './outbox/model-server.fixtures.ts';
import { noteServerTime } from './server-time.ts';
import { storeSession } from './session.ts';
import { pullOnce } from './sync/pull.ts';
import { newJob } from './uploads/job.ts';
import { JobRunner } from './uploads/run-jobs.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const NOW_MS = Date.UTC(2026, 10, 20);
const SHIFTS = [['a day ahead', DAY_MS], ['a day behind', -DAY_MS], ['ten years ahead', 10 * YEAR_MS], ['ten years behind', -10 * YEAR_MS]] as const;

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
/** Of the device. */
let nowMs: number;
/** True time: what the server's clock shows. */
let trueMs: number;
let refreshes: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'performance'] });
  server = new ModelServer();
  refreshes = 0;
  [nowMs, trueMs] = [NOW_MS, NOW_MS];
  noteServerTime(new Date(trueMs).toUTCString());
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.includes('/token/refresh')) refreshes += 1;
    const answer = await server.fetch(url, init);
    answer.headers.set('Date', new Date(trueMs).toUTCString());
    return answer;
  });
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Sets the device's clock; true time goes on as it does. */
const setClock = (ms: number): void => {
  nowMs = ms;
  vi.setSystemTime(ms);
};
const pass = (ms: number): void => {
  trueMs += ms;
  vi.advanceTimersByTime(ms);
  nowMs = Date.now();
};
const options = () => ({ owner: userId, scope: userScope(userId) });
const drainNow = () => drain((id) => callById.get(id));
const rename = (folderId: string, title: string) => enqueue(db, editFolder, { folderId, title }, options());

describe.each(SHIFTS)('F18 a device whose clock is set %s', (_name, shiftMs) => {
  it('in the middle of its work sends everything, once, in the order it was done, without asking for a new session', async () => {
    const folderId = newId();
    await enqueue(db, createFolder, { id: folderId, title: 'one' }, options());
    await rename(folderId, 'two');
    setClock(NOW_MS + shiftMs);
    await rename(folderId, 'three');
    await pullOnce(userId);
    setClock(NOW_MS);
    await rename(folderId, 'four');
    await drainNow();
    expect((await db.outbox.orderBy('order').toArray()).map(({ state }) => state)).toEqual(['sent', 'sent', 'sent', 'sent']);
    expect(server.applied.map(({ line }) => line.split(' ')[0])).toHaveLength(4);
    expect([server.folders.get(folderId)?.title, refreshes]).toEqual(['four', 0]);
  });

  it('and back, while an entry waits for its next try: it waits no longer than it would have', async () => {
    setClock(NOW_MS + shiftMs);
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    server.weather = ['busy'];
    await drainNow();
    setClock(NOW_MS);
    pass(10_000);
    expect(await drainNow()).toMatchObject({ sent: 1 });
  });

  it('takes what was done while it was wrong for no older than it is, and asks about what is really over 30 days old', async () => {
    setClock(NOW_MS + shiftMs);
    const fresh = await enqueue(db, createFolder, { id: newId(), title: 'fresh' }, options());
    setClock(NOW_MS);
    await drainNow();
    expect((await db.outbox.get(fresh))?.state).toBe('sent');

    const old = await enqueue(db, createFolder, { id: newId(), title: 'old' }, options());
    pass(STALE_AFTER_MS + DAY_MS);
    await drainNow();
    expect((await db.outbox.get(old))?.problem?.code).toBe('outbox.stale');
  });

  it('still gives the turn of a frozen tab to another, and takes none from one that works', async () => {
    const frozen = Promise.withResolvers<void>();
    setClock(NOW_MS + shiftMs);
    void withLease(db, 'work', () => frozen.promise);
    await vi.waitFor(async () => expect(await db.leases.get('work')).toBeDefined());
    setClock(NOW_MS);
    vi.useRealTimers();
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const waiting = (() => { let ran = false; return { done: withLease(db, 'work', async () => { ran = true; }), ran: () => ran }; })();
    for (let waited = 0; waited < 40; waited += 1) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // A day ahead or ten years: the beat lies in the future; behind: it is long gone. Either way it never came again.
    await waiting.done;
    expect(waiting.ran()).toBe(true);
    frozen.resolve();
  });

  it('goes on with an upload whose page is gone', async () => {
    setClock(NOW_MS + shiftMs);
    const job = newJob({ id: newId(), owner: userId, scope: userScope(userId), name: 'a.mp4', type: 'video', size: 10, lastModifiedMs: 0, folderId: null }, nowMs);
    await db.uploadJobs.add(job);
    setClock(NOW_MS);
    await new JobRunner({ db, untilStored: true }).runOnce(new AbortController().signal);
    // Nobody has its file: that is said at once instead of waiting for the page to be older than it can be.
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ state: 'failed', errorCode: 'upload.choose_again' });
  });
});
