import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { accountDatabaseName, openAccountDatabase } from './database.ts';
import { writeDeviceSetting } from './device.ts';
import { accountDatabase, deviceDatabase, readActiveUserId, withDatabase } from './door.ts';
import { tokenOf } from './outbox/model-server.fixtures.ts';
import { refreshSession, signOutHere, storeSession, sendPendingSignOuts } from './session.ts';

let ana: string;
let bea: string;
/** Requests that the server got: path and token. */
let asked: string[];
let isOnline: boolean;
let beforeAnswer: () => Promise<unknown>;

beforeEach(async () => {
  [ana, bea, asked, isOnline, beforeAnswer] = [newId(), newId(), [], true, async () => {}];
  await Promise.all([deviceDatabase.settings.clear(), deviceDatabase.signOuts.clear()]);
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (!isOnline) throw new TypeError('network');
    asked.push(`${url} ${headers['Authorization'] ?? ''}`.trim());
    await beforeAnswer();
    return new Response(JSON.stringify(url.endsWith('refresh') ? { access: tokenOf(ana) } : {}), {
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': headers['Idempotency-Key']! },
    });
  });
});
afterEach(() => void vi.unstubAllGlobals());

const draft = { key: 'publish', value: { title: 'Mine alone' }, savedAtMs: 1 };
const isHere = (who: string): Promise<boolean> => Dexie.exists(accountDatabaseName(who));
const enterWithDraft = async (who: string) => {
  await storeSession(who, tokenOf(who));
  await accountDatabase(who).drafts.put(draft);
};

describe('a sign-out', () => {
  it('F6 deletes all data of the account, also offline, and is sent to the server once online', async () => {
    await enterWithDraft(ana);
    isOnline = false;
    await signOutHere(ana);
    expect([await isHere(ana), await readActiveUserId(), asked]).toEqual([false, undefined, []]);
    isOnline = true;
    await storeSession(bea, tokenOf(bea));
    await sendPendingSignOuts();
    expect(asked).toEqual([`/api/logout Bearer ${tokenOf(ana)}`]);
    expect([await deviceDatabase.signOuts.count(), await readActiveUserId(), await isHere(bea)]).toEqual([
      0,
      bea,
      true,
    ]);
  });

  it('F6 that was interrupted is finished at the next start; an account that signed in again keeps its data', async () => {
    for (const who of [ana, bea]) {
      await enterWithDraft(who);
      await deviceDatabase.signOuts.put({ userId: who, accessToken: tokenOf(who), signedOutAtMs: 1 });
    }
    await writeDeviceSetting('activeUserId', bea);
    await sendPendingSignOuts();
    expect([await isHere(ana), await isHere(bea), await accountDatabase(bea).drafts.count()]).toEqual([false, true, 1]);
    expect(await deviceDatabase.signOuts.count()).toBe(0);
  });

  it('F6 in another tab ends the work of this tab: nothing creates the database again until the next sign-in', async () => {
    await enterWithDraft(ana);
    await writeDeviceSetting('activeUserId', undefined);
    // The other tab's own connection.
    const other = openAccountDatabase(ana);
    await other.delete();
    await expect(withDatabase(ana, (db) => db.drafts.put(draft))).rejects.toThrow(/closed/i);
    expect(await isHere(ana)).toBe(false);
    await enterWithDraft(ana);
    expect(await accountDatabase(ana).drafts.count()).toBe(1);
  });

  it('F6 during a refresh is not undone by the answer', async () => {
    await enterWithDraft(ana);
    beforeAnswer = async () => {
      beforeAnswer = async () => {};
      await signOutHere(ana);
    };
    await expect(refreshSession(ana, tokenOf(ana))).rejects.toMatchObject({ code: 'session.over' });
    expect([await readActiveUserId(), await isHere(ana)]).toEqual([undefined, false]);
  });
});
