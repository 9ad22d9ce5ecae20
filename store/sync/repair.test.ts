import 'fake-indexeddb/auto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { accountDatabase } from '../door.ts';
import { discard, enqueue } from '../outbox/enqueue.ts';
import { ModelServer, tokenOf, type Folder } from '../outbox/model-server.fixtures.ts';
import { storeSession } from '../session.ts';
import { newJob } from '../uploads/job.ts';
import { applyPull } from './pull.fixtures.ts';
import { pullOnce } from './pull.ts';
import { repairFromServer } from './repair.ts';

let server: ModelServer;
let db: AccountDatabase;
let userId: string;
let scope: Scope;
beforeEach(async () => {
  server = new ModelServer();
  vi.stubGlobal('fetch', server.fetch);
  userId = newId();
  scope = userScope(userId);
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
});
afterEach(() => void vi.unstubAllGlobals());

const folderOf = (title: string, id = newId()): Folder => ({ id, scope, title, createdAt: '2026-11-20T10:00:00.000Z' });
const titles = async () => (await db.folders.toArray()).map(({ title }) => title).toSorted();
const own = () => ({ owner: userId, scope });
const json = (body: unknown): Response =>
  new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } });

/** Stores two folders, and the damage that a lost page of the database can cause. */
const spoil = async (): Promise<void> => {
  server.change(folderOf('Drills'));
  server.change(folderOf('Matches'));
  await pullOnce(userId);
  const first = (await db.folders.toArray()).find(({ title }) => title === 'Drills');
  await db.folders.put({ ...first!, title: 'spoilt' });
  await db.folders.bulkPut([folderOf('ghost'), { ...folderOf('of nobody'), scope: `org:${newId()}` }]);
  await db.answers.put({ key: 'home.read?{}', call: 'home.read', answer: {}, fetchedAtMs: 1 });
};

/** A server that answers two folders on two pages. */
const inPages =
  (folders: Folder[], onSecond: () => Promise<void> | void = () => {}) =>
  async (url: string | URL | Request): Promise<Response> => {
    const isFirst = !new URL(String(url), 'http://x').searchParams.has('cursor');
    if (!isFirst) await onSecond();
    const rows = { folders: isFirst ? folders.slice(0, 1) : folders.slice(1) };
    return json({
      cursor: isFirst ? 'half' : 'all',
      lost: [],
      more: isFirst,
      changes: [{ scope, version: isFirst ? 1 : 2, whole: isFirst, rows, gone: {} }],
    });
  };

describe('a repair from the server', () => {
  it('restores the server’s rows and deletes all others; drafts and saved items stay', async () => {
    await spoil();
    await db.drafts.put({ key: 'publish', value: { title: 'mine' }, savedAtMs: 1 });
    await db.savedMedia.bulkPut([
      { id: 'fine', contentType: 'video/mp4', blob: new Blob(['1234']), bytes: 4, savedAtMs: 1 },
      { id: 'lost', contentType: 'video/mp4', blob: new Blob([]), bytes: 4, savedAtMs: 1 },
    ]);
    expect(await repairFromServer(userId)).toEqual({ kind: 'done', rows: 2 });
    expect(await titles()).toEqual(['Drills', 'Matches']);
    expect([
      await db.answers.count(),
      await db.drafts.count(),
      await db.savedMedia.toCollection().primaryKeys(),
    ]).toEqual([0, 1, ['fine']]);
    expect((await db.sync.get('sync'))?.repair).toBeNull();
  });

  it('does not start while changes (also refused ones) or files are unsent', async () => {
    await spoil();
    const id = await enqueue(db, createFolder, { id: newId(), title: 'Mine' }, own());
    expect(await repairFromServer(userId)).toEqual({ kind: 'unsent', changes: 1, uploads: 0 });
    await db.outbox.update(id, { state: 'refused' });
    await db.uploadJobs.add(
      newJob({ id: newId(), ...own(), name: 'a.mp4', type: 'video', size: 9, lastModifiedMs: 0, folderId: null }, 0),
    );
    expect(await repairFromServer(userId)).toEqual({ kind: 'unsent', changes: 1, uploads: 1 });
    expect(await titles()).toContain('ghost');
    await discard(db, id);
    await db.uploadJobs.toCollection().modify({ contentId: newId() });
    expect(await repairFromServer(userId)).toMatchObject({ kind: 'done' });
  });

  it('changes nothing without a network, or if the server refuses', async () => {
    await spoil();
    const before = [await titles(), await db.sync.get('sync'), await db.answers.count()];
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    expect(await repairFromServer(userId)).toEqual({ kind: 'offline' });
    vi.stubGlobal('fetch', () =>
      Promise.resolve(
        new Response('{"errors":[{"code":"request.too_often","message":"Too many tries."}]}', {
          status: 429,
          headers: { 'Content-Type': 'application/json' },
        }),
      ),
    );
    expect(await repairFromServer(userId)).toEqual({
      kind: 'failed',
      code: 'request.too_often',
      message: 'Too many tries.',
    });
    expect([await titles(), await db.sync.get('sync'), await db.answers.count()]).toEqual(before);
  });

  it('keeps the old rows visible when it is killed half-way; the next start completes it', async () => {
    await spoil();
    const kept = (await db.folders.toArray()).find(({ title }) => title === 'Matches')!;
    const folders = [folderOf('Warm-up'), { ...folderOf('Matches'), id: kept.id }];
    vi.stubGlobal(
      'fetch',
      inPages(folders, () => {
        throw new TypeError('killed');
      }),
    );
    expect(await repairFromServer(userId)).toEqual({ kind: 'paused' });
    expect(await titles()).toEqual(['Matches', 'Warm-up', 'ghost', 'of nobody', 'spoilt']);
    expect((await db.sync.get('sync'))?.repair).toMatchObject({ rows: 1 });
    // The next start has only what is in the database.
    db.close();
    vi.stubGlobal('fetch', inPages(folders));
    await pullOnce(userId);
    db = accountDatabase(userId);
    expect([await titles(), (await db.sync.get('sync'))?.repair, await db.answers.count()]).toEqual([
      ['Matches', 'Warm-up'],
      null,
      0,
    ]);
  });

  it('applies an edit made meanwhile on top of the fresh rows', async () => {
    await spoil();
    const [mine, other] = [folderOf('Drills'), folderOf('Matches')];
    const edit = async () => {
      await enqueue(db, editFolder, { folderId: mine.id, title: 'Renamed here' }, own());
      await enqueue(db, createFolder, { id: newId(), title: 'Made here' }, own());
    };
    vi.stubGlobal('fetch', inPages([mine, other], edit));
    expect(await repairFromServer(userId)).toMatchObject({ kind: 'done' });
    expect(await titles()).toEqual(['Made here', 'Matches', 'Renamed here']);
    expect(await db.outbox.where('state').equals('waiting').count()).toBe(2);
    expect((await db.base.get(['folders', mine.id]))?.row).toMatchObject({ title: 'Drills' });
  });

  it('drops a page that another tab requested before it', async () => {
    await spoil();
    const asked = (await db.sync.get('sync'))!.cursor;
    const late = { ...server.page(Number(asked), scope), cursor: 'late' };
    const folders = [folderOf('Warm-up'), folderOf('Cool-down')];
    const otherTab = openAccountDatabase(userId);
    vi.stubGlobal(
      'fetch',
      inPages(folders, async () => {
        expect(await applyPull(otherTab, late, Date.now(), asked)).toBe(false);
      }),
    );
    expect(await repairFromServer(userId)).toMatchObject({ kind: 'done', rows: 2 });
    expect([await titles(), (await otherTab.sync.get('sync'))?.cursor]).toEqual([['Cool-down', 'Warm-up'], 'all']);
    otherTab.close();
  });

  it('can run in two tabs at the same moment', async () => {
    await spoil();
    const results = await Promise.all([repairFromServer(userId), repairFromServer(userId), pullOnce(userId)]);
    expect(results.slice(0, 2)).toEqual([
      { kind: 'done', rows: 2 },
      { kind: 'done', rows: 2 },
    ]);
    expect(await titles()).toEqual(['Drills', 'Matches']);
  });
});

describe('a pull that fails', () => {
  it('is recorded with its reason until one succeeds', async () => {
    server.change(folderOf('Drills'));
    await pullOnce(userId);
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('network')));
    await expect(pullOnce(userId)).rejects.toThrow();
    expect((await db.sync.get('sync'))?.failure).toMatchObject({ code: 'net.offline' });
    vi.stubGlobal('fetch', server.fetch);
    await pullOnce(userId);
    expect((await db.sync.get('sync'))?.failure).toBeNull();
  });
});
