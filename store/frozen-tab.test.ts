import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { soon } from '#tests/support/soon.ts';
import { accountDatabase, DEVICE_DATABASE, onStorageFailure, probeStorage, type StorageReport } from './door.ts';
import { accountDatabaseName } from './database.ts';
import { tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';
import { watchEviction } from './watch-eviction.ts';

let userId: string;
let ends: (() => unknown)[];
let reports: StorageReport[];

beforeEach(async () => {
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  await accountDatabase(userId).open();
  reports = [];
  ends = [onStorageFailure((trouble) => reports.push(trouble))];
  // Only these: fake-indexeddb runs on setImmediate.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const end of ends) await end();
});

/** Another tab that froze in a transaction: the transaction neither ends nor aborts. */
const freezeIn = async (
  database: string,
  table: string,
  mode: 'readonly' | 'readwrite',
): Promise<() => Promise<void>> => {
  const tab = await new Dexie(database).open();
  const thawed = Promise.withResolvers<void>();
  let isFrozen = true;
  const begun = Promise.withResolvers<void>();
  const store = tab.backendDB().transaction(table, mode).objectStore(table);
  store.transaction.addEventListener('complete', () => thawed.resolve());
  const stay = (): void => {
    begun.resolve();
    if (isFrozen) store.count().addEventListener('success', stay);
  };
  stay();
  await begun.promise;
  const thaw = async () => {
    isFrozen = false;
    await thawed.promise;
    tab.close();
  };
  ends.unshift(thaw);
  return thaw;
};

/** Lets the database work, then advances the timers. */
const advance = async (ms: number): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1)
    await new Promise((next) => {
      setImmediate(next);
    });
  await vi.advanceTimersByTimeAsync(ms);
};

describe('another tab that froze in a write transaction', () => {
  it.each([
    { what: 'the settings of the device', database: () => DEVICE_DATABASE, table: 'settings' },
    { what: 'the person’s own row', database: () => accountDatabaseName(userId), table: 'me' },
    { what: 'the queue', database: () => accountDatabaseName(userId), table: 'outbox' },
  ])(
    'F10 blocks $what: it is reported after five seconds, and withdrawn when work resumes',
    async ({ database, table }) => {
      const thaw = await freezeIn(database(), table, 'readwrite');
      const probed = probeStorage();
      await advance(4_900);
      expect(reports).toEqual([]);
      await advance(200);
      expect(reports).toEqual(['blocked']);
      await thaw();
      await probed;
      expect(reports).toEqual(['blocked', 'answers']);
    },
  );

  it('nothing is reported when all tables answer', async () => {
    await probeStorage();
    await advance(60_000);
    expect(reports).toEqual([]);
  });

  it('F10 a read transaction blocks no other tab: the start counts unsent work without a write lock', async () => {
    const storage = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => storage.get(key) ?? null,
      setItem: (key: string, value: string) => void storage.set(key, value),
      removeItem: (key: string) => void storage.delete(key),
    });
    const waitForCount = () => soon(() => expect(storage.has('sideline-unsent')).toBe(true));
    ends.push(watchEviction(() => {}));
    await waitForCount();
    storage.clear();
    for (const table of ['drafts', 'outbox']) await freezeIn(accountDatabaseName(userId), table, 'readonly');
    await freezeIn(DEVICE_DATABASE, 'settings', 'readonly');
    ends.push(watchEviction(() => {}));
    await waitForCount();
  });
});
