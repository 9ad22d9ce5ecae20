import 'fake-indexeddb/auto';
import { Dexie } from 'dexie';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { accountDatabaseName, openAccountDatabase, type OutboxEntry } from './database.ts';
import { readDeviceSetting, writeDeviceSetting } from './device.ts';
import { accountDatabase, deviceDatabase, readActiveUserId, withDatabase } from './door.ts';
import { isToBeCleared } from './ended-session.ts';
import { tokenOf } from './outbox/model-server.fixtures.ts';
import { refreshSession, storeSession } from './session.ts';
import { sendPendingSignOuts, signOutHere } from './sign-out.ts';

let ana: string;
let bea: string;
/** Requests that the server got: path and token. */
let asked: string[];
let isOnline: boolean;
let beforeAnswer: () => Promise<unknown>;
/** What the server says of the session; undefined while it is open. */
let endedAs: 'session.ended' | 'session.over' | undefined;
const REFUSAL = { status: 401, headers: { 'Content-Type': 'application/json' } };

beforeEach(async () => {
  [ana, bea, asked, isOnline, beforeAnswer, endedAs] = [newId(), newId(), [], true, async () => {}, undefined];
  await Promise.all([deviceDatabase.settings.clear(), deviceDatabase.signOuts.clear()]);
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: Record<string, string> }) => {
    if (!isOnline) throw new TypeError('network');
    asked.push(`${url} ${headers['Authorization'] ?? ''}`.trim());
    await beforeAnswer();
    if (endedAs) return new Response(JSON.stringify({ errors: [{ code: endedAs, message: 'x' }] }), REFUSAL);
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

describe('a session that was ended elsewhere', () => {
  const waiting = (owner: string): OutboxEntry => ({
    id: newId(),
    order: 1,
    owner,
    scope: userScope(owner),
    call: 'library.createFolder',
    version: 1,
    input: { id: newId(), title: 'Mine alone' },
    keys: [],
    dependsOn: null,
    files: [],
    state: 'waiting',
    attempts: 0,
    nextAttemptAtMs: 0,
    queuedAtMs: 1,
    coveredBy: null,
    problem: null,
  });

  it('F6 is cleared only if the person ended it and nothing is unsent', async () => {
    await enterWithDraft(ana);
    expect(await isToBeCleared(ana), 'an open session').toBe(false);
    endedAs = 'session.over';
    expect(await isToBeCleared(ana), 'a session that ran out').toBe(false);
    endedAs = 'session.ended';
    isOnline = false;
    expect(await isToBeCleared(ana), 'not known without a network').toBe(false);
    isOnline = true;
    expect(await isToBeCleared(ana)).toBe(true);
    await accountDatabase(ana).outbox.add(waiting(ana));
    expect(await isToBeCleared(ana), 'with a change that was not sent').toBe(false);
    await accountDatabase(ana).outbox.toCollection().modify({ state: 'refused' });
    expect(await isToBeCleared(ana), 'with a change that was refused').toBe(false);
    await accountDatabase(ana).outbox.clear();
    expect(await isToBeCleared(ana)).toBe(true);
  });
});

describe('the attempt of a refresh', () => {
  let sent: string[];
  let isLost: boolean;
  beforeEach(() => {
    [sent, isLost] = [[], false];
    vi.stubGlobal('fetch', async (_: string, { headers, body }: { headers: Record<string, string>; body: string }) => {
      sent.push((JSON.parse(body) as { attempt: string }).attempt);
      if (isLost) throw new TypeError('connection reset');
      return new Response(JSON.stringify({ access: `${tokenOf(ana)}${sent.length}` }), {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': headers['Idempotency-Key']! },
      });
    });
  });

  it('D-58 is stored before it is sent, repeated after a lost answer, and another one after an answer', async () => {
    await storeSession(ana, tokenOf(ana));
    isLost = true;
    await expect(refreshSession(ana, tokenOf(ana))).rejects.toMatchObject({ kind: 'offline' });
    expect(await readDeviceSetting('refreshAttempt')).toBe(sent[0]);
    await expect(refreshSession(ana, tokenOf(ana))).rejects.toMatchObject({ kind: 'offline' });
    isLost = false;
    const token = await refreshSession(ana, tokenOf(ana));
    await refreshSession(ana, token);
    expect(sent[0]).toMatch(/^[\w-]{16,100}$/);
    expect([sent[1], sent[2]]).toEqual([sent[0], sent[0]]);
    expect(sent[3]).not.toBe(sent[0]);
  });

  it('D-58 is the browser’s: after an account switch a lost answer is repeated with it', async () => {
    await storeSession(ana, tokenOf(ana));
    isLost = true;
    await expect(refreshSession(ana, tokenOf(ana))).rejects.toMatchObject({ kind: 'offline' });
    await storeSession(bea, tokenOf(bea));
    await expect(refreshSession(bea, tokenOf(bea))).rejects.toMatchObject({ kind: 'offline' });
    expect(sent[1]).toBe(sent[0]);
  });
});
