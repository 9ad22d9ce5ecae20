import { IDBFactory } from 'fake-indexeddb';
import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { callById } from '#contract/calls.ts';
import { newId, userScope } from '#contract/ids.ts';
import { createFolder } from '#contract/library.ts';
import { readMe } from '#contract/users.ts';
import { soon } from '#tests/support/soon.ts';
import { fetchAnswer } from './answers.ts';
import { accountDatabaseName, type AccountDatabase } from './database.ts';
import { deviceDatabase, writeDeviceSetting } from './device.ts';
import { accountDatabase, isQuotaError, onStorageFailure, readActiveUserId } from './door.ts';
import { watchIdb } from './failing-idb.fixtures.ts';
import { drain } from './outbox/drain.ts';
import { enqueue } from './outbox/enqueue.ts';
import { ModelServer, tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';
import { pullOnce } from './sync/pull.ts';
import { watchEviction } from './watch-eviction.ts';

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

describe('F9 a full device', () => {
  it('rejects a new change with a quota error, shows nothing of it, and keeps earlier changes', async () => {
    await make('before');
    isFull = true;
    const refusal = await make('after').catch((error: unknown) => error);
    expect(isQuotaError(refusal)).toBe(true);
    isFull = false;
    expect([await db.outbox.count(), (await db.folders.toArray()).map(({ title }) => title)]).toEqual([1, ['before']]);
  });

  it('evicts saved media to make room for a change', async () => {
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

  it('still sends every waiting change once', async () => {
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

  it('reports an answer that it cannot cache; applies a pull whole or not at all', async () => {
    const reports: string[] = [];
    const unlisten = onStorageFailure((trouble) => reports.push(trouble));
    vi.stubGlobal('fetch', async () => new Response('{}', { headers: { 'Content-Type': 'application/json' } }));
    isFull = true;
    await expect(fetchAnswer(db, userId, readMe, {})).rejects.toMatchObject({
      name: 'CallError',
      code: 'storage.failed',
    });
    expect(reports).toEqual(['full']);
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

describe('F9 a browser that evicts the database', () => {
  let storage: Map<string, string>;
  let losses: unknown[];
  let stop: () => void = () => {};
  beforeEach(() => {
    storage = new Map();
    losses = [];
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    });
  });
  afterEach(() => stop());

  const watch = () => {
    stop = watchEviction((lost) => losses.push(lost));
  };
  const waitForCount = (changes: number) =>
    soon(() => expect(JSON.parse(storage.get('sideline-unsent') ?? '{}')).toMatchObject({ changes }));
  /** Signs in and makes a change: it is counted after the check for a loss. */
  const checkedFor = async (title: string): Promise<void> => {
    await writeDeviceSetting('activeUserId', userId);
    db = accountDatabase((await readActiveUserId())!);
    await make(title);
    await waitForCount(1);
  };
  /** The browser closes the connections and deletes the databases, without any event that a page could refuse. */
  const evict = async (names: string[]): Promise<void> => {
    end();
    const factory = indexedDB as unknown as { _databases: Map<string, unknown> };
    for (const name of names) factory._databases.delete(name);
    for (const each of [db, deviceDatabase])
      if (names.includes(each.name))
        (each.backendDB() as IDBDatabase | null)?.onclose?.call(each.backendDB(), new Event('close') as never);
  };

  it('while the page is open: the unsent work is reported lost, and the page goes on with a new database', async () => {
    expect(indexedDB).toBeInstanceOf(IDBFactory);
    watch();
    await make('a');
    await make('b');
    await waitForCount(2);
    await evict([accountDatabaseName(userId)]);
    await soon(() => expect(losses).toEqual([{ changes: 2, uploads: 0 }]));
    await make('c');
    await waitForCount(1);
    expect((await db.outbox.toArray()).map(({ input }) => input['title'])).toEqual(['c']);
  });

  it('before the start: the loss is reported, also if the device database was evicted too', async () => {
    watch();
    await make('a');
    await waitForCount(1);
    stop();
    await evict([accountDatabaseName(userId)]);
    await deviceDatabase.settings.clear();
    watch();
    await soon(() => expect(losses).toEqual([{ changes: 1, uploads: 0 }]));
    // A page that reloads meanwhile reports it again; once it was shown, no page does.
    stop();
    watch();
    await soon(() => expect(losses).toHaveLength(2));
    storage.delete('sideline-lost');
    stop();
    watch();
    await checkedFor('c');
    expect(losses).toHaveLength(2);
  });

  it('reports nothing when the worker has sent everything, or the person signed out', async () => {
    watch();
    await make('a');
    await waitForCount(1);
    stop();
    await drainNow();
    watch();
    await waitForCount(0);
    await make('b');
    await waitForCount(1);
    await writeDeviceSetting('activeUserId', undefined);
    await soon(() => expect(storage.size).toBe(0));
    stop();
    await Dexie.delete(accountDatabaseName(userId));
    watch();
    await checkedFor('c');
    expect(losses).toEqual([]);
  });
});
