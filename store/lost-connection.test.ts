import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { openAccountDatabase, type AccountDatabase } from './database.ts';
import { accountDatabase, onStorageFailure, withDatabase, type StorageReport } from './door.ts';
import { watchIdb, type Failure } from './failing-idb.fixtures.ts';
import { drain } from './outbox/drain.ts';
import { discard, enqueue } from './outbox/enqueue.ts';
import { ModelServer, tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';
import { pullOnce } from './sync/pull.ts';
import { newJob } from './uploads/job.ts';
import { addUploads, cancelJob } from './uploads/jobs.ts';

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
const folderId = newId();
const jobId = newId();
const owner = () => ({ owner: userId, scope: userScope(userId) });
const drainNow = () => drain((id) => callById.get(id));

/** A signed-in person with one folder, one waiting change and one upload. */
const enter = async (): Promise<void> => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
  await enqueue(db, createFolder, { id: folderId, title: 'before' }, owner());
  await db.uploadJobs.add(
    newJob({ id: jobId, ...owner(), name: 'a.mp4', type: 'video', size: 4, lastModifiedMs: 0, folderId: null }, 0),
  );
  await db.uploadFiles.put({ id: jobId, file: new Blob(['abcd']) });
};
beforeEach(enter);
afterEach(() => void vi.unstubAllGlobals());

/** Closes the database and reads its state as a new start would. */
const reopen = async () => {
  db.close();
  const fresh = openAccountDatabase(userId);
  const state = {
    changes: (await fresh.outbox.orderBy('order').toArray()).map(
      ({ call, input }) => `${call} ${JSON.stringify(input)}`,
    ),
    folders: (await fresh.folders.toArray()).map(({ title }) => title).toSorted(),
    jobs: (await fresh.uploadJobs.toArray()).map(({ name, keptIn }) => `${name} ${keptIn}`).toSorted(),
    files: await fresh.uploadFiles.count(),
  };
  fresh.close();
  return state;
};
type Reopened = Awaited<ReturnType<typeof reopen>>;

interface Act {
  name: string;
  run(this: void, id?: string): Promise<unknown>;
}
const ACTS: Act[] = [
  { name: 'a new folder', run: () => enqueue(db, createFolder, { id: newId(), title: 'new' }, owner()) },
  {
    name: 'a new folder, as screens make it',
    run: (id = newId()) =>
      withDatabase(userId, (live) => enqueue(live, createFolder, { id: newId(), title: 'new' }, { ...owner(), id })),
  },
  { name: 'another name', run: () => enqueue(db, editFolder, { folderId, title: 'renamed' }, owner()) },
  { name: 'discarding a change', run: async () => discard(db, (await db.outbox.toCollection().first())!.id) },
  { name: 'cancelling an upload', run: () => cancelJob(db, jobId) },
];
const FAILURES: Failure[] = ['UnknownError', 'InvalidStateError', 'QuotaExceededError'];
const withoutIds = (state: Reopened): Reopened =>
  JSON.parse(JSON.stringify(state).replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'id')) as Reopened;

describe.each(FAILURES)('F17 a database that fails with %s', (failure) => {
  it.each(ACTS)(
    'at any operation of $name: the action is applied whole or rejects, and nothing else is lost',
    async ({ run }) => {
      const before = withoutIds(await reopen());
      await enter();
      const stop = watchIdb();
      await run();
      const operations = stop();
      const after = withoutIds(await reopen());
      expect(operations).toBeGreaterThan(5);
      let [took, failed] = [0, 0];
      for (let nth = 1; nth <= operations; nth += 1) {
        await enter();
        const end = watchIdb((each) => (each === nth ? failure : undefined));
        const isDone = await run().then(
          () => true,
          () => false,
        );
        end();
        if (isDone) took += 1;
        else failed += 1;
        const state = withoutIds(await reopen());
        expect({ nth, isDone, ...state }).toEqual({ nth, isDone, ...(isDone ? after : before) });
      }
      expect(took + failed).toBe(operations);
    },
  );

  it('at any operation of a drain or pull: the change is still sent once, and the rows of the server arrive', async () => {
    const stop = watchIdb();
    await drainNow();
    await pullOnce(userId);
    const operations = stop();
    for (let nth = 1; nth <= operations; nth += 1) {
      await enter();
      const end = watchIdb((each) => (each === nth ? failure : undefined));
      await drainNow()
        .then(() => pullOnce(userId))
        .catch(() => {});
      end();
      await drain(
        (id) => callById.get(id),
        () => Date.now() + 60_000,
      );
      await pullOnce(userId);
      expect({ nth, applied: server.applied.length, ...(await reopen()) }).toMatchObject({
        nth,
        applied: 1,
        changes: [],
        folders: ['before'],
      });
    }
  });
});

describe('F17 a connection that is dead until it is reopened', () => {
  it.each<Failure>(['UnknownError', 'InvalidStateError'])(
    '(%s) loses no change of a screen, and old handles keep working',
    async (failure) => {
      const stop = watchIdb();
      await enqueue(db, createFolder, { id: newId(), title: 'new' }, owner());
      const operations = stop();
      for (let nth = 1; nth <= operations; nth += 1) {
        await enter();
        const held = db;
        let isDead = false;
        const end = watchIdb((each, operation) => {
          if (operation === 'open') isDead = false;
          else if (each === nth) isDead = true;
          return isDead ? failure : undefined;
        });
        const id = newId();
        await withDatabase(userId, (live) =>
          enqueue(live, createFolder, { id: newId(), title: 'new' }, { ...owner(), id }),
        );
        await enqueue(held, createFolder, { id: newId(), title: 'newer' }, owner());
        end();
        expect({ nth, folders: (await reopen()).folders }).toEqual({ nth, folders: ['before', 'new', 'newer'] });
      }
    },
  );

  it('that cannot be reopened is tried again with pauses, reported, and works as soon as it can be opened', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.999);
    const failures: StorageReport[] = [];
    const stop = onStorageFailure((failure) => failures.push(failure));
    let opens = 0;
    const end = watchIdb((_nth, operation) => {
      if (operation === 'open') opens += 1;
      return 'InvalidStateError';
    });
    try {
      await expect(db.folders.count()).rejects.toThrow();
      db.close({ disableAutoOpen: false });
      // Pauses of 1, 2, 4, 8, 16 and 30 s.
      await vi.advanceTimersByTimeAsync(62_000);
      expect(opens).toBeGreaterThan(4);
      expect(opens).toBeLessThan(10);
      expect(failures).toContain('lost');
      end();
      await vi.advanceTimersByTimeAsync(30_000);
      expect(await db.folders.count()).toBe(1);
    } finally {
      end();
      stop();
      vi.useRealTimers();
      vi.restoreAllMocks();
    }
  });

  it('a database that another tab deletes at sign-out stays deleted', async () => {
    expect(db.isOpen()).toBe(true);
    await Dexie.delete(db.name);
    // It takes the steps that a reopening would have taken before.
    await accountDatabase(newId()).open();
    expect(await Dexie.exists(db.name)).toBe(false);
  });
});

describe('F17 a picked file', () => {
  const pick = () =>
    addUploads(db, { files: [{ file: new File(['0123456789'], 'b.mp4'), type: 'video' }], ...owner(), folderId: null });

  it.each<Failure>(['DataCloneError', 'UnknownError', 'QuotaExceededError'])(
    'that the database cannot store (%s) is marked as held by the page only; the job stays',
    async (failure) => {
      const { jobs, saved } = await (async () => {
        const picked = await pick();
        await Promise.all(picked.saved);
        return picked;
      })();
      expect(await saved[0]).toBe(true);
      const end = watchIdb((_nth, operation, [value]) =>
        operation === 'put' && (value as { file?: unknown }).file instanceof Blob ? failure : undefined,
      );
      const again = await pick();
      const isKept = await again.saved[0];
      end();
      expect(isKept).toBe(false);
      expect((await db.uploadJobs.get(again.jobs[0]!.id))?.keptIn).toBe('page');
      expect((await db.uploadJobs.get(jobs[0]!.id))?.keptIn).toBe('idb');
    },
  );
});
