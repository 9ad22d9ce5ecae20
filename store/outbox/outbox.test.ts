import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, deleteFolder, editFolder } from '#contract/library.ts';
import { publish } from '#contract/publications.ts';
import { countView } from '#contract/watch.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import type { AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { saveFile } from '../files.ts';
import { storeSession } from '../session.ts';
import { newJob } from '../uploads/job.ts';
import { cancelJob } from '../uploads/jobs.ts';
import { pullOnce } from '../sync/pull.ts';
import { drain, retryEntry } from './drain.ts';
import { discard, enqueue } from './enqueue.ts';
import { ModelServer, tokenOf, type Fault } from './model-server.fixtures.ts';

const lookup = (id: string) => callById.get(id);

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
let nowMs: number;

const enter = async (): Promise<void> => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  nowMs = Date.UTC(2026, 10, 20);
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
};
beforeEach(enter);
afterEach(() => void vi.unstubAllGlobals());

const options = () => ({ owner: userId, scope: userScope(userId), nowMs });
const drainNow = () => drain(lookup, () => nowMs);
const states = async () => (await db.outbox.orderBy('order').toArray()).map((entry) => entry.state);

/** Lets time pass with a working network until every entry that can be sent is sent. */
const heal = async (): Promise<void> => {
  server.faults = [];
  for (let round = 0; round < 40; round += 1) {
    nowMs += 10 * 60_000;
    await drainNow();
    if ((await db.outbox.where('state').equals('waiting').count()) === 0) return;
  }
};

type Step =
  | { act: 'make'; folder: number; title: number }
  | { act: 'rename'; folder: number; title: number }
  | { act: 'delete'; folder: number }
  | { act: 'drain'; faults: Fault[] }
  | { act: 'kill'; when: Killed }
  | { act: 'age' }
  | { act: 'pull' }
  | { act: 'wait' };
/** Kills the sender before its first request, or after the answer and before the outcome is written. */
type Killed = 'before' | 'after';
const folder = fc.integer({ min: 0, max: 3 });
const title = fc.integer({ min: 0, max: 5 });
const fault = fc.constantFrom<Fault>('fine', 'fine', 'dropped', 'lost answer', 'twice', 'failed', 'busy', 'portal');
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ act: fc.constant('make' as const), folder, title }),
  fc.record({ act: fc.constant('rename' as const), folder, title }),
  fc.record({ act: fc.constant('delete' as const), folder }),
  fc.record({ act: fc.constant('drain' as const), faults: fc.array(fault, { maxLength: 6 }) }),
  fc.record({ act: fc.constant('kill' as const), when: fc.constantFrom<Killed>('before', 'after') }),
  fc.record({ act: fc.constant('age' as const) }),
  fc.record({ act: fc.constant('pull' as const) }),
  fc.record({ act: fc.constant('wait' as const) }),
);

/** Discards an entry. @returns Entries discarded with it; each was about the same folder, which is never created. */
const discardAndSee = async (id: string): Promise<string[]> => {
  const before = await db.outbox.toArray();
  await discard(db, id);
  const discarded = before.find((entry) => entry.id === id);
  const left = new Set(await db.outbox.toCollection().primaryKeys());
  const gone = before.filter((entry) => entry.id !== id && !left.has(entry.id));
  for (const entry of gone) expect([discarded?.call, entry.keys]).toEqual(['library.createFolder', discarded?.keys]);
  return gone.map((entry) => entry.id);
};

class Kill extends Error {}
const drainAndKill = async (when: Killed): Promise<void> => {
  const strike = (changes: object) => {
    if ((when === 'before' ? 'attempts' : 'state') in changes) throw new Kill();
  };
  db.outbox.hook('updating', strike);
  try {
    await drainNow();
  } catch (error) {
    if (!(error instanceof Kill)) throw error;
  } finally {
    db.outbox.hook('updating').unsubscribe(strike);
  }
};
/** Removes the fields that older builds did not write into an entry. */
const forgetNewFields = () =>
  db.outbox.toCollection().modify((entry) => {
    for (const name of ['wasOffline', 'waitingSinceMs', 'queuedAfterServerMs', 'changed'] as const) delete entry[name];
  });

const play = async (steps: Step[]): Promise<string[]> => {
  const ids = Array.from({ length: 4 }, () => newId());
  const keys: string[] = [];
  for (const each of steps) {
    nowMs += 1_000;
    if (each.act === 'make')
      keys.push(await enqueue(db, createFolder, { id: ids[each.folder]!, title: `t${each.title}` }, options()));
    if (each.act === 'rename')
      keys.push(await enqueue(db, editFolder, { folderId: ids[each.folder]!, title: `t${each.title}` }, options()));
    if (each.act === 'delete') keys.push(await enqueue(db, deleteFolder, { folderId: ids[each.folder]! }, options()));
    if (each.act === 'kill') await drainAndKill(each.when);
    if (each.act === 'age') await forgetNewFields();
    if (each.act === 'pull') await pullOnce(userId);
    if (each.act === 'wait') nowMs += 6 * 60_000;
    if (each.act === 'drain') {
      server.faults = [...each.faults];
      await drainNow();
    }
  }
  return keys;
};

describe('the outbox under random faults', () => {
  it(
    'P1 P2 P5 P16 applies every intent once or lists it as refused, keeps the order on a folder, and ends empty; entries of an older build too',
    async () => {
      await fc.assert(
        fc.asyncProperty(plays(step), async (steps) => {
          await enter();
          const keys = await play(steps);
          const discarded = new Set<string>();
          // A refused entry blocks others of the same folder until the user decides; here the user discards it.
          for (let round = 0; round < 40; round += 1) {
            await heal();
            const refused = await db.outbox.where('state').equals('refused').toArray();
            if (refused.length === 0) break;
            for (const entry of refused) for (const each of await discardAndSee(entry.id)) discarded.add(each);
          }
          expect(await db.outbox.where('state').anyOf('waiting', 'refused').count()).toBe(0);
          const applied = server.applied.map((each) => each.key);
          expect(new Set(applied).size).toBe(applied.length);
          expect(
            keys.filter((key) => !applied.includes(key) && !server.refused.has(key) && !discarded.has(key)),
          ).toEqual([]);
          for (const id of new Set(server.applied.map((each) => each.folderId))) {
            const order = server.applied.filter((each) => each.folderId === id).map((each) => keys.indexOf(each.key));
            expect(order).toEqual(order.toSorted((a, b) => a - b));
          }
        }),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it(
    'P6 shows the server’s rows once everything is sent, without the changes that were refused',
    async () => {
      await fc.assert(
        fc.asyncProperty(plays(step), async (steps) => {
          await enter();
          await play(steps);
          await heal();
          for (const entry of await db.outbox.where('state').equals('refused').toArray()) await discard(db, entry.id);
          await heal();
          for (const entry of await db.outbox.where('state').equals('refused').toArray()) await discard(db, entry.id);
          await pullOnce(userId);
          await pullOnce(userId);
          const waiting = await db.outbox.where('state').equals('waiting').count();
          if (waiting > 0) return;
          const local = await db.folders.toArray();
          const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
          expect(local.toSorted(byId)).toEqual([...server.folders.values()].toSorted(byId));
          expect(await db.base.count()).toBe(0);
        }),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );
});

describe('the outbox', () => {
  it('P4 never sends a user’s change with the session of another user', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'mine' }, options());
    const other = newId();
    await storeSession(other, tokenOf(other));
    await drainNow();
    expect(server.seenPersons.has(userId)).toBe(false);
    expect(await accountDatabase(userId).outbox.count()).toBe(1);

    await storeSession(userId, tokenOf(userId));
    await drainNow();
    expect(server.applied.map((each) => each.person)).toEqual([userId]);
  });

  it('retries with the same key after a lost answer, so that the change is applied once', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    server.faults = ['lost answer'];
    await drainNow();
    expect(await states()).toEqual(['waiting']);
    nowMs += 60_000;
    await drainNow();
    expect(await states()).toEqual(['sent']);
    expect(server.applied).toHaveLength(1);
  });

  it('does not take the page of a captive portal as an answer', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    server.faults = ['portal'];
    await drainNow();
    expect(await states()).toEqual(['waiting']);
  });

  it('a refused entry shows its problem, reverts its optimistic change, and blocks only entries of the same folder', async () => {
    const taken = newId();
    const free = newId();
    server.change({ id: newId(), scope: userScope(userId), title: 'Drills', createdAt: '2026-11-20T10:00:00.000Z' });
    await enqueue(db, createFolder, { id: taken, title: 'Drills' }, options());
    await enqueue(db, editFolder, { folderId: taken, title: 'Drills 2' }, options());
    await enqueue(db, createFolder, { id: free, title: 'Games' }, options());
    const result = await drainNow();
    expect(result).toMatchObject({ sent: 1, refused: 1, nextAttemptAtMs: null });
    const entries = await db.outbox.orderBy('order').toArray();
    expect(entries.map((entry) => [entry.state, entry.problem?.code])).toEqual([
      ['refused', 'library.folder_taken'],
      ['waiting', undefined],
      ['sent', undefined],
    ]);
    expect(server.folders.has(free)).toBe(true);
  });

  it('returns the time of the next attempt when offline, never an immediate one', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    await enqueue(db, createFolder, { id: newId(), title: 'b' }, options());
    server.faults = ['dropped', 'dropped'];
    const first = await drainNow();
    const entry = (await db.outbox.orderBy('order').first())!;
    expect(first.nextAttemptAtMs).toBe(entry.nextAttemptAtMs);
  });

  it('F12 as soon as one change is sent, those that failed only because of the network follow at once', async () => {
    for (const title of ['a', 'b', 'c', 'd']) await enqueue(db, createFolder, { id: newId(), title }, options());
    for (const bad of ['dropped', 'portal', 'failed'] as const) {
      server.faults = [bad];
      await drainNow();
    }
    server.faults = [];
    // The server refused the third with a transient error: it waits for its backoff.
    await db.outbox.toCollection().modify((entry) => {
      if (entry.attempts > 0) entry.nextAttemptAtMs = nowMs + 20_000;
    });
    await enqueue(db, createFolder, { id: newId(), title: 'e' }, options());
    await drainNow();
    expect(await states()).toEqual(['sent', 'sent', 'waiting', 'sent', 'sent']);
  });

  it('F8 a request that always breaks the connection is attempted once per drain, after all others', async () => {
    const poison = await enqueue(db, createFolder, { id: newId(), title: 'poison' }, options());
    await db.outbox.update(poison, { nextAttemptAtMs: nowMs + 20_000, wasOffline: true });
    for (const title of ['a', 'b', 'c']) await enqueue(db, createFolder, { id: newId(), title }, options());
    server.faults = ['fine', 'fine', 'fine', 'dropped'];
    expect(await drainNow()).toMatchObject({ sent: 3 });
    expect(await states()).toEqual(['waiting', 'sent', 'sent', 'sent']);
  });

  it('F1 asks for a retry soon while another context sends, because that one may be killed', async () => {
    await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    await db.leases.put({ name: 'drain', atMs: Date.now() });
    await navigator.locks.request(`drain:${db.name}`, async () => {
      expect((await drainNow()).nextAttemptAtMs).toBe(nowMs + 2_000);
    });
    expect(await drainNow()).toMatchObject({ sent: 1, nextAttemptAtMs: null });
  });
});

describe('an entry of the outbox that cannot be sent as it is', () => {
  it('refuses an entry of an unknown call, and one older than 30 days until the user confirms it', async () => {
    const id = await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    await db.outbox.update(id, { call: 'library.nothing' });
    const old = await enqueue(db, createFolder, { id: newId(), title: 'b' }, options());
    nowMs += 31 * 24 * 3_600_000;
    await drainNow();
    expect((await db.outbox.orderBy('order').toArray()).map((entry) => entry.problem?.code)).toEqual([
      'outbox.outdated',
      'outbox.stale',
    ]);
    await retryEntry(db, old);
    await drainNow();
    expect((await db.outbox.get(old))?.state).toBe('sent');
  });

  it('F8 retries a refused entry under a new key, because the server replays its refusal under the old one', async () => {
    server.change({ id: newId(), scope: userScope(userId), title: 'a', createdAt: '2026-11-20T10:00:00.000Z' });
    const refused = await enqueue(db, createFolder, { id: newId(), title: 'a' }, options());
    await enqueue(db, createFolder, { id: newId(), title: 'b' }, options());
    await drainNow();
    expect(await states()).toEqual(['refused', 'sent']);
    for (const [id] of server.folders) if (server.folders.get(id)!.title === 'a') server.change({ id, gone: true });
    await retryEntry(db, refused);
    await drainNow();
    expect(await states()).toEqual(['sent', 'sent']);
    expect(server.applied).toHaveLength(2);
    expect(server.applied.map(({ key }) => key)).not.toContain(refused);
  });

  it('sends a publish under a new key, with its cover, if the server no longer has the cover; refuses it if the cover never arrives', async () => {
    const kept = new Set<string>();
    let isForgetful = false;
    const seen: string[] = [];
    const problem = Response.json({ errors: [{ code: 'file.missing', message: 'x' }] }, { status: 409 });
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const sent = /\/api\/files\/(\w+)$/.exec(url)?.[1];
      if (sent) {
        if (!isForgetful) kept.add(sent);
        seen.push('cover');
        return Response.json({ sha256: sent, url: '/pictures/x' });
      }
      if (init.method !== 'POST') return server.fetch(url, init);
      const key = (init.headers as Record<string, string>)['Idempotency-Key']!;
      const { coverImage } = JSON.parse(init.body as string) as { coverImage: string };
      seen.push(key);
      return kept.has(coverImage) ? Response.json({}, { headers: { 'Idempotency-Key': key } }) : problem.clone();
    });
    const cover = await saveFile(db, new Blob(['cover']));
    await db.files.update(cover, { isSent: 1 });
    const put = () =>
      enqueue(
        db,
        publish,
        { id: newId(), channelId: newId(), contentId: newId(), title: 'A', coverImage: cover },
        { ...options(), files: [cover] },
      );
    const key = await put();
    expect((await drainNow()).nextAttemptAtMs).toBe(nowMs);
    await drainNow();
    const [entry] = await db.outbox.toArray();
    expect([entry!.state, seen]).toEqual(['sent', [key, 'cover', entry!.id]]);

    kept.clear();
    isForgetful = true;
    await put();
    await drainNow();
    expect((await drainNow()).refused).toBe(1);
  });

  it('P3 a publish waits for its upload, is sent once the content exists, and is discarded with a cancelled upload', async () => {
    const scope = userScope(userId);
    const job = newJob(
      { id: newId(), owner: userId, scope, name: 'a.mp4', type: 'video', size: 10, lastModifiedMs: 0, folderId: null },
      nowMs,
    );
    await db.uploadJobs.add(job);
    const input = {
      id: newId(),
      channelId: newId(),
      contentId: job.id,
      title: 'A',
      coverImage: `/pictures/${'a'.repeat(20)}`,
    };
    const id = await enqueue(db, publish, input, { ...options(), dependsOn: job.id });
    const result = await drainNow();
    expect(result.nextAttemptAtMs).toBeNull();
    expect((await db.outbox.get(id))?.state).toBe('waiting');
    expect((await db.publications.toArray()).map((row) => row.id)).toEqual([input.id]);

    await cancelJob(db, job.id);
    expect((await db.outbox.toArray()).map((entry) => entry.call)).toEqual(['upload.cancel']);
    expect(await db.publications.count()).toBe(0);
    expect(await db.uploadJobs.count()).toBe(0);
  });
});

it('WAT-012 a view that was counted already is dropped from the queue: it neither shows a problem nor holds up what follows', async () => {
  const publishedContentId = newId();
  await enqueue(
    db,
    countView,
    { publishedContentId, watchedMs: 60_000, watchedAt: new Date(nowMs).toISOString() },
    options(),
  );
  await enqueue(db, createFolder, { id: newId(), title: 'Later' }, options());
  await drainNow();
  expect((await db.outbox.toArray()).map(({ call }) => call)).toEqual(['library.createFolder']);
  expect(server.applied.map(({ line }) => line)).toEqual(['POST /api/library/folders']);
  expect((await db.outbox.toArray())[0]!.state).toBe('sent');
});
