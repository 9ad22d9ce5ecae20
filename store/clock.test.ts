import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { pull } from '#contract/sync.ts';
import { soon } from '#tests/support/soon.ts';
import type { AccountDatabase } from './database.ts';
import { accountDatabase } from './door.ts';
import { drain, STALE_AFTER_MS } from './outbox/drain.ts';
import { enqueue } from './outbox/enqueue.ts';
import { withLease } from './outbox/lease.ts';
import { ModelServer, tokenOf } from './outbox/model-server.fixtures.ts';
import { fetchAnswer, readAnswer } from './answers.ts';
import { replayJournal, journalAction } from './outbox/action-journal.ts';
import { correctDeviceMs, recordServerTime } from './server-time.ts';
import { storeSession } from './session.ts';
import { pullOnce } from './sync/pull.ts';
import { newJob } from './uploads/job.ts';
import { JobRunner } from './uploads/run-jobs.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const NOW_MS = Date.UTC(2026, 10, 20);
const SHIFTS = [
  ['a day ahead', DAY_MS],
  ['a day behind', -DAY_MS],
  ['ten years ahead', 10 * YEAR_MS],
  ['ten years behind', -10 * YEAR_MS],
] as const;

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
/** What the device's clock shows. */
let nowMs: number;
/** True time: what the server's clock shows. */
let trueMs: number;
let refreshes: number;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'performance'] });
  server = new ModelServer();
  refreshes = 0;
  [nowMs, trueMs] = [NOW_MS, NOW_MS];
  recordServerTime(new Date(trueMs).toUTCString());
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

/** As much of localStorage as the action journal uses. */
class MemoryStorage {
  [key: string]: unknown;
  getItem(key: string): string | null {
    return (this[key] as string | undefined) ?? null;
  }
  setItem(key: string, value: string): void {
    this[key] = value;
  }
  removeItem(key: string): void {
    delete this[key];
  }
}

/** Sets the device's clock; true time does not change. */
const setClock = (ms: number): void => {
  nowMs = ms;
  vi.setSystemTime(ms);
};
const advance = (ms: number): void => {
  trueMs += ms;
  vi.advanceTimersByTime(ms);
  nowMs = Date.now();
};
const options = () => ({ owner: userId, scope: userScope(userId) });
const drainNow = () => drain((id) => callById.get(id));
const rename = (folderId: string, title: string) => enqueue(db, editFolder, { folderId, title }, options());

describe.each(SHIFTS)('F18 a device whose clock is set %s', (_name, shiftMs) => {
  it('during its work sends every change once, in order, without refreshing the session', async () => {
    const folderId = newId();
    await enqueue(db, createFolder, { id: folderId, title: 'one' }, options());
    await rename(folderId, 'two');
    setClock(NOW_MS + shiftMs);
    await rename(folderId, 'three');
    await pullOnce(userId);
    setClock(NOW_MS);
    await rename(folderId, 'four');
    await drainNow();
    expect((await db.outbox.orderBy('order').toArray()).map(({ state }) => state)).toEqual([
      'sent',
      'sent',
      'sent',
      'sent',
    ]);
    expect(server.applied.map(({ line }) => line.split(' ')[0])).toHaveLength(4);
    expect([server.folders.get(folderId)?.title, refreshes]).toEqual(['four', 0]);
  });

  it('and back, while an entry waits for its retry: the wait gets no longer', async () => {
    setClock(NOW_MS + shiftMs);
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    server.faults = ['busy'];
    await drainNow();
    setClock(NOW_MS);
    advance(10_000);
    expect(await drainNow()).toMatchObject({ sent: 1 });
  });

  it('does not take a new change for an old one, and still asks about a change that is over 30 days old', async () => {
    setClock(NOW_MS + shiftMs);
    const fresh = await enqueue(db, createFolder, { id: newId(), title: 'fresh' }, options());
    setClock(NOW_MS);
    await drainNow();
    expect((await db.outbox.get(fresh))?.state).toBe('sent');

    const old = await enqueue(db, createFolder, { id: newId(), title: 'old' }, options());
    advance(STALE_AFTER_MS + DAY_MS);
    await drainNow();
    expect((await db.outbox.get(old))?.problem?.code).toBe('outbox.stale');
  });

  it('still takes over the lease of a frozen tab', async () => {
    const frozen = Promise.withResolvers<void>();
    setClock(NOW_MS + shiftMs);
    void withLease(db, 'work', () => frozen.promise);
    await soon(async () => expect(await db.leases.get('work')).toBeDefined());
    setClock(NOW_MS);
    vi.useRealTimers();
    vi.useFakeTimers({ now: NOW_MS, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
    const waiting = (() => {
      let ran = false;
      return {
        done: withLease(db, 'work', async () => {
          ran = true;
        }),
        ran: () => ran,
      };
    })();
    for (let waited = 0; waited < 40; waited += 1) {
      await vi.advanceTimersByTimeAsync(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    // Clock ahead: the last beat is in the future; behind: it is long past. In both cases no other beat followed.
    await waiting.done;
    expect(waiting.ran()).toBe(true);
    frozen.resolve();
  });

  it('and reloaded asks the server for the time before it takes a change for old; without an answer it waits', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'fresh' }, options());
    setClock(NOW_MS + shiftMs);
    vi.resetModules();
    const opened = await import('./outbox/drain.ts');
    server.faults = ['dropped'];
    await opened.drain((id) => callById.get(id));
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'waiting', wasOffline: true }]);
    advance(60_000);
    await opened.drain((id) => callById.get(id));
    expect(await db.outbox.toArray()).toMatchObject([{ state: 'sent' }]);
    expect(refreshes).toBe(0);
  });
});

describe.each(SHIFTS)('F18 data stored while the clock is set %s', (_name, shiftMs) => {
  it('replays the journal of a closed page in the order of the actions', async () => {
    vi.stubGlobal('localStorage', new MemoryStorage());
    const folderId = newId();
    for (const [index, title] of ['one', 'two', 'three', 'four'].entries()) {
      setClock(index % 2 === 0 ? NOW_MS : NOW_MS + shiftMs);
      journalAction(editFolder, { folderId, title }, options());
    }
    await replayJournal(userId);
    expect((await db.outbox.orderBy('order').toArray()).map(({ input }) => input['title'])).toEqual([
      'one',
      'two',
      'three',
      'four',
    ]);
  });

  it('caches the answer just fetched, however many were cached before the clock was set', async () => {
    await db.answers.bulkPut(
      Array.from({ length: 450 }, (_, index) => ({
        key: `kept ${index}`,
        call: 'library.usage',
        answer: {},
        fetchedAtMs: NOW_MS + index,
      })),
    );
    setClock(NOW_MS + shiftMs);
    await fetchAnswer(db, userId, pull, {});
    expect(await readAnswer(db, pull, {})).toBeDefined();
    expect(await db.answers.count()).toBeLessThan(450);
  });

  it('reports an upload whose file went with its page', async () => {
    setClock(NOW_MS + shiftMs);
    const job = newJob(
      {
        id: newId(),
        owner: userId,
        scope: userScope(userId),
        name: 'a.mp4',
        type: 'video',
        size: 10,
        lastModifiedMs: 0,
        folderId: null,
      },
      nowMs,
    );
    await db.uploadJobs.add(job);
    setClock(NOW_MS);
    await new JobRunner({ db, untilStored: true }).runOnce(new AbortController().signal);
    // The file is gone: the job fails at once instead of waiting until the page's last beat is old enough.
    expect(await db.uploadJobs.get(job.id)).toMatchObject({ state: 'failed', errorCode: 'upload.choose_again' });
  });
});

it('F18 a time recorded under a wrong clock is corrected: not before the last known server time, and not in the future', () => {
  const serverMs = NOW_MS - 60_000;
  for (const [, shiftMs] of SHIFTS) {
    // The clock was corrected since.
    expect(correctDeviceMs(NOW_MS + shiftMs, serverMs, NOW_MS)).toBe(serverMs);
    // The clock is still wrong.
    expect(correctDeviceMs(NOW_MS + shiftMs, serverMs, NOW_MS + shiftMs)).toBe(NOW_MS + shiftMs);
    expect(correctDeviceMs(NOW_MS + shiftMs, null, NOW_MS)).toBe(Math.min(NOW_MS, NOW_MS + shiftMs));
  }
  expect(correctDeviceMs(NOW_MS, serverMs, NOW_MS)).toBe(NOW_MS);
});
