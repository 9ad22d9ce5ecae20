import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { workerText } from '#contract/text/upload.ts';
import { SAVES_SYNC_TAG, UPLOADS_SYNC_TAG } from '#store/background.ts';
import type { AccountDatabase } from '#store/database.ts';
import { writeDeviceSetting } from '#store/device.ts';
import { accountDatabase } from '#store/door.ts';
import { tokenOf } from '#store/outbox/model-server.fixtures.ts';
import { storeSession } from '#store/session.ts';
import { addSaves } from '#store/saved/jobs.ts';
import { addUploads } from '#store/uploads/jobs.ts';
import { dispatchSync, openPage, startScope } from './scope.fixtures.ts';
import { forwardEvents } from './events.ts';

vi.setConfig({ testTimeout: 60_000 });

const JSON_TYPE = { 'Content-Type': 'application/json' };
const NO_ROOM = JSON.stringify({ errors: [{ code: 'library.out_of_storage', message: 'No room.' }] });

let scope: ReturnType<typeof startScope>;
/** A server that takes one chunk as the whole file, and the requests that it got. */
let server: { lines: string[]; isOffline: boolean; isFull: boolean };
let userId: string;
let db: AccountDatabase;

beforeEach(async () => {
  scope = startScope();
  forwardEvents();
  server = { lines: [], isOffline: false, isFull: false };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit = {}) => {
    if (server.isOffline) throw new TypeError('network');
    server.lines.push(`${init.method ?? 'GET'} ${String(url).replace(/\?.*/, '')}`);
    if (server.isFull && init.method === 'POST') return new Response(NO_ROOM, { status: 409, headers: JSON_TYPE });
    const contentId = (init.headers as Record<string, string> | undefined)?.['Upload-Id'];
    const unknown = { data: { received: [], length: null, contentId: null } };
    const body = contentId ? { data: { contentId, filename: 'Serve.mp3' } } : unknown;
    return new Response(JSON.stringify(body), { headers: JSON_TYPE });
  });
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const sync = (lastChance = false, tag: string = UPLOADS_SYNC_TAG) => dispatchSync(scope, { tag, lastChance });

const chunks = () => server.lines.filter((line) => line === 'POST /api/mam/ondemand');

describe('an upload of a closed page', () => {
  beforeEach(async () => {
    const file = new File([new Uint8Array(1_000)], 'Serve.mp3');
    await addUploads(db, { files: [{ file, type: 'audio' }], owner: userId, scope: userScope(userId), folderId: null });
    // Adding asks for an event too.
    await vi.waitUntil(() => scope.tags.length > 0);
    scope.tags.length = 0;
  });

  it('is sent until the server has every byte', async () => {
    expect(await sync()).toEqual([]);
    expect([chunks().length, scope.shown]).toEqual([1, []]);
    expect(await sync()).toEqual([]);
    expect(chunks()).toHaveLength(1);
  });

  it('is left to a page that is visible, and the browser tries again', async () => {
    scope.pages = [openPage({ visibilityState: 'visible' })];
    expect(await sync()).toMatchObject([{ name: 'StillSending' }]);
    expect([server.lines, scope.tags, scope.shown]).toEqual([[], [], []]);
  });

  it('at the last try the next event is asked for; where the browser refuses it, the person is told', async () => {
    server.isOffline = true;
    expect(await sync(true)).toEqual([]);
    expect([scope.tags.at(-1), scope.shown]).toEqual([UPLOADS_SYNC_TAG, []]);
    scope.refusesSync = true;
    expect(await sync(true)).toMatchObject([{ name: 'StillSending' }]);
    expect(scope.shown).toMatchObject([{ body: workerText.uploadWaits, data: { link: '/outbox' } }]);
  });

  it('says that it waits for storage, and is sent once there is some', async () => {
    server.isFull = true;
    scope.refusesSync = true;
    expect(await sync(true)).toMatchObject([{ name: 'StillSending' }]);
    expect(scope.shown).toMatchObject([{ body: workerText.uploadWaitsForRoom }]);
    server.isFull = false;
    expect(await sync()).toEqual([]);
    const [job] = await db.uploadJobs.toArray();
    expect([chunks().length, job!.contentId]).toEqual([2, job!.id]);
  });

  it('says that it waits for Wi-Fi, and sends nothing over mobile data', async () => {
    vi.stubGlobal('navigator', { connection: Object.assign(new EventTarget(), { type: 'cellular' }) });
    await writeDeviceSetting('uploadsOnWifiOnly', true);
    scope.refusesSync = true;
    expect(await sync(true)).toMatchObject([{ name: 'StillSending' }]);
    expect(scope.shown).toMatchObject([{ body: workerText.uploadWaitsForWifi }]);
    expect(chunks()).toEqual([]);
    await writeDeviceSetting('uploadsOnWifiOnly', undefined);
  });
});

it('without uploads and without saves an event does nothing', async () => {
  expect(await sync(true)).toEqual([]);
  expect(await sync(true, SAVES_SYNC_TAG)).toEqual([]);
  expect([server.lines, scope.tags, scope.shown]).toEqual([[], [], []]);
});

it('an item that is being saved is left to a visible page; without one it is tried here, and again after a failure', async () => {
  await addSaves(db, [{ id: newId(), title: 'Serve', height: null }]);
  scope.pages = [openPage({ visibilityState: 'visible' })];
  expect(await sync(false, SAVES_SYNC_TAG)).toMatchObject([{ name: 'StillSaving' }]);
  expect(server.lines).toEqual([]);
  scope.pages = [];
  server.isOffline = true;
  expect(await sync(false, SAVES_SYNC_TAG)).toMatchObject([{ name: 'StillSaving' }]);
  expect(await db.saveJobs.count()).toBe(1);
});
