import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { accountDatabase, DEVICE_DATABASE, onStorageTrouble, probeStorage, type StorageTrouble } from './door.ts';
import { accountDatabaseName } from './database.ts';
import { tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';
import { watchUnsent } from './unsent-mark.ts';

let userId: string;
let ends: (() => unknown)[];
let heard: StorageTrouble[];

beforeEach(async () => {
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  await accountDatabase(userId).open();
  heard = [];
  ends = [onStorageTrouble((trouble) => heard.push(trouble))];
  // Not what the database itself runs on.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  for (const end of ends) await end();
});

/** Another tab that stopped in the middle of a transaction: it neither ends it nor lets go. */
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

/** Time goes by for the timers, and the database gets its turns. */
const goOn = async (ms: number): Promise<void> => {
  for (let turn = 0; turn < 50; turn += 1)
    await new Promise((next) => {
      setImmediate(next);
    });
  await vi.advanceTimersByTimeAsync(ms);
};

describe('another tab that froze in the middle of writing', () => {
  it.each([
    { what: 'the settings of the device', database: () => DEVICE_DATABASE, table: 'settings' },
    { what: 'the person’s own row', database: () => accountDatabaseName(userId), table: 'me' },
    { what: 'the queue', database: () => accountDatabaseName(userId), table: 'outbox' },
  ])('F10 holds $what: it is said after five seconds, and all goes on once it wakes', async ({ database, table }) => {
    const thaw = await freezeIn(database(), table, 'readwrite');
    const probed = probeStorage();
    await goOn(4_900);
    expect(heard).toEqual([]);
    await goOn(200);
    expect(heard).toEqual(['blocked']);
    await thaw();
    await probed;
  });

  it('nothing is said where all answers', async () => {
    await probeStorage();
    await goOn(60_000);
    expect(heard).toEqual([]);
  });

  it('F10 and in the middle of reading holds up nobody: what is unsent is counted at a start without a lock for writing', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    });
    const isCounted = () => vi.waitFor(() => expect(kept.has('sideline-unsent')).toBe(true));
    ends.push(watchUnsent(() => {}));
    await isCounted();
    kept.clear();
    for (const table of ['drafts', 'outbox']) await freezeIn(accountDatabaseName(userId), table, 'readonly');
    await freezeIn(DEVICE_DATABASE, 'settings', 'readonly');
    ends.push(watchUnsent(() => {}));
    await isCounted();
  });
});
