import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { readMe } from '#contract/users.ts';
import { fetchAnswer } from './answers.ts';
import { accountDatabaseName, type AccountDatabase } from './database.ts';
import { deviceDatabase, writeDeviceSetting } from './device.ts';
import { accountDatabase, isQuotaError, onStorageTrouble } from './door.ts';
import { watchIdb } from './failing-idb.fixtures.ts';
import { drain } from './outbox/drain.ts';
import { enqueue } from './outbox/enqueue.ts';
import { ModelServer, tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';
import { pullOnce } from './sync/pull.ts';
import { watchUnsent } from './unsent-mark.ts';

let server: ModelServer;
let userId: string;
let db: AccountDatabase;
const owner = () => ({ owner: userId, scope: userScope(userId) });
const drainNow = () => drain((id) => callById.get(id));
const make = (title: string) => enqueue(db, createFolder, { id: newId(), title }, owner());
let isFull = false;
let end: () => number;

beforeEach(async () => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
  isFull = false;
  // Deleting and reading need no room.
  end = watchIdb((_nth, operation) =>
    isFull && (operation === 'put' || operation === 'add' || operation === 'update') ? 'QuotaExceededError' : undefined,
  );
});
afterEach(() => {
  end();
  vi.unstubAllGlobals();
});

describe('F9 a device without any room', () => {
  it('says so to whoever wants to keep a change, shows nothing of it, and has what was kept before', async () => {
    await make('before');
    isFull = true;
    const refusal = await make('after').catch((error: unknown) => error);
    expect(isQuotaError(refusal)).toBe(true);
    isFull = false;
    expect([await db.outbox.count(), (await db.folders.toArray()).map(({ title }) => title)]).toEqual([1, ['before']]);
  });

  it('lets saved media go for a change, before it gives up', async () => {
    await db.savedMedia.put({
      id: 'm',
      contentType: 'video/mp4',
      blob: new Blob(['x']),
      bytes: 5_000_000,
      savedAtMs: 1,
    });
    isFull = true;
    db.savedMedia.hook('deleting', () => {
      isFull = false;
    });
    await make('kept');
    expect([await db.outbox.count(), await db.savedMedia.count()]).toEqual([1, 0]);
  });

  it('still sends all that waits, each once', async () => {
    await make('a');
    await make('b');
    isFull = true;
    expect(await drainNow()).toMatchObject({ sent: 2 });
    await drainNow();
    isFull = false;
    expect([server.applied.length, await db.outbox.where('state').equals('waiting').count()]).toEqual([2, 0]);
    await pullOnce(userId);
    expect((await db.folders.toArray()).map(({ title }) => title).toSorted()).toEqual(['a', 'b']);
  });

  it('says it of an answer that it cannot keep instead of waiting for it for ever; a pull is taken whole or not', async () => {
    const troubles: string[] = [];
    const unlisten = onStorageTrouble((trouble) => troubles.push(trouble));
    vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
    isFull = true;
    await expect(fetchAnswer(db, userId, readMe, {})).rejects.toMatchObject({
      name: 'CallError',
      code: 'storage.failed',
    });
    expect(troubles).toEqual(['full']);
    unlisten();
    vi.stubGlobal('fetch', server.fetch);
    server.change({ id: newId(), scope: userScope(userId), title: 'theirs', createdAt: '2026-11-20T10:00:00.000Z' });
    expect(isQuotaError(await pullOnce(userId).catch((error: unknown) => error))).toBe(true);
    isFull = false;
    expect([await db.sync.count(), await db.folders.count()]).toEqual([0, 0]);
    await pullOnce(userId);
    expect(await db.folders.count()).toBe(1);
  });
});

describe('F9 a browser that clears the database', () => {
  let kept: Map<string, string>;
  let said: unknown[];
  let stop: () => void = () => {};
  beforeEach(() => {
    kept = new Map();
    said = [];
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
  });
  afterEach(() => stop());

  const watch = () => {
    stop = watchUnsent((lost) => said.push(lost));
  };
  const counted = (changes: number) =>
    vi.waitFor(() => expect(JSON.parse(kept.get('sideline-unsent') ?? '{}')).toMatchObject({ changes }));
  /** The browser closes the connections by itself and deletes; no page is asked. */
  const clear = async (names: string[]): Promise<void> => {
    end();
    const factory = indexedDB as unknown as { _databases: Map<string, unknown> };
    for (const name of names) factory._databases.delete(name);
    for (const each of [db, deviceDatabase])
      if (names.includes(each.name))
        (each.backendDB() as IDBDatabase | null)?.onclose?.call(each.backendDB(), new Event('close') as never);
  };

  it('while the page is open: what was unsent is said, and the page works on with a fresh one', async () => {
    expect(indexedDB).toBeInstanceOf(IDBFactory);
    watch();
    await make('a');
    await make('b');
    await counted(2);
    await clear([accountDatabaseName(userId)]);
    await vi.waitFor(() => expect(said).toEqual([{ changes: 2, uploads: 0 }]));
    await make('c');
    await counted(1);
    expect((await db.outbox.toArray()).map(({ input }) => input['title'])).toEqual(['c']);
  });

  it('before the start: it is said, also where nobody seems to be signed in any more', async () => {
    watch();
    await make('a');
    await counted(1);
    stop();
    await clear([accountDatabaseName(userId)]);
    await deviceDatabase.settings.clear();
    watch();
    await vi.waitFor(() => expect(said).toEqual([{ changes: 1, uploads: 0 }]));
    // A page that loads itself anew meanwhile says it again; one that was there for a while has said it.
    stop();
    watch();
    await vi.waitFor(() => expect(said).toHaveLength(2));
    kept.delete('sideline-lost');
    stop();
    watch();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(said).toHaveLength(2);
  });

  it('is not what happens when the worker has sent it all, or the person signed out', async () => {
    watch();
    await make('a');
    await counted(1);
    stop();
    await drainNow();
    watch();
    await counted(0);
    await make('b');
    await counted(1);
    await writeDeviceSetting('activeUserId', undefined);
    await vi.waitFor(() => expect(kept.size).toBe(0));
    stop();
    await Dexie.delete(accountDatabaseName(userId));
    watch();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(said).toEqual([]);
  });
});
