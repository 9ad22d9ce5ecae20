import 'fake-indexeddb/auto';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import type { Notification } from '#contract/rows.ts';
import { markAllRead } from '#contract/notifications.ts';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { ModelServer, type Folder } from '../outbox/model-server.fixtures.ts';
import { applyPull } from './pull.fixtures.ts';

let db: AccountDatabase;
let userId: string;
let scope: Scope;
beforeEach(() => {
  userId = newId();
  scope = userScope(userId);
  db = openAccountDatabase(userId);
});
const folderOf = (id: string, title: string): Folder => ({ id, scope, title, createdAt: '2026-11-20T10:00:00.000Z' });
const sorted = (rows: Folder[]) => rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));

describe('a pull', () => {
  it(
    'P6 brings the server’s rows, however often its pages come again and wherever they begin; unsent edits stay on top',
    async () => {
      const change = fc.record({
        folder: fc.integer({ min: 0, max: 4 }),
        title: fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }),
        pull: fc.constantFrom('none', 'once', 'again', 'whole'),
      });
      await fc.assert(
        fc.asyncProperty(
          plays(change),
          fc.option(fc.integer({ min: 0, max: 4 }), { nil: undefined }),
          async (changes, edited) => {
            userId = newId();
            scope = userScope(userId);
            db = openAccountDatabase(userId);
            const server = new ModelServer();
            const ids = Array.from({ length: 5 }, () => newId());
            const pages: ReturnType<ModelServer['page']>[] = [];
            const pull = async (isWhole: boolean) => {
              const cursor = isWhole ? -1 : Number((await db.sync.get('sync'))?.cursor ?? -1);
              pages.push(server.page(cursor, scope));
              await applyPull(db, pages.at(-1)!);
            };
            if (edited !== undefined) {
              server.change(folderOf(ids[edited]!, 'first'));
              await pull(false);
              await enqueue(db, editFolder, { folderId: ids[edited]!, title: 'mine' }, { owner: userId, scope });
            }
            for (const { folder, title, pull: how } of changes) {
              server.change(
                title === undefined ? { id: ids[folder]!, gone: true } : folderOf(ids[folder]!, `t${title}`),
              );
              if (how === 'once') await pull(false);
              if (how === 'whole') await pull(true);
              if (how === 'again' && pages.length > 0) await applyPull(db, pages.at(-1)!);
            }
            await pull(false);
            const truth = [...server.folders.values()].map((folder) =>
              folder.id === ids[edited ?? -1] ? { ...folder, title: 'mine' } : folder,
            );
            expect(sorted((await db.folders.toArray()) as Folder[])).toEqual(sorted(truth));
          },
        ),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  it('a folder created locally is visible from the tap until the server’s row arrives', async () => {
    const server = new ModelServer();
    const id = newId();
    const entry = await enqueue(db, createFolder, { id, title: 'Drills' }, { owner: userId, scope });
    await applyPull(db, server.page(-1, scope));
    expect((await db.folders.get(id))?.title).toBe('Drills');
    // Sent, but the running pull was answered before that: the folder must not disappear.
    await db.outbox.update(entry, { state: 'sent', coveredBy: 1 });
    await applyPull(db, server.page(-1, scope));
    expect((await db.folders.get(id))?.title).toBe('Drills');
    server.change(folderOf(id, 'Drills'));
    await applyPull(db, server.page(0, scope));
    expect([(await db.folders.get(id))?.createdAt, await db.outbox.count(), await db.base.count()]).toEqual([
      '2026-11-20T10:00:00.000Z',
      0,
      0,
    ]);
  });

  it('a full copy of a scope deletes the rows that it does not contain; a lost scope is deleted', async () => {
    const server = new ModelServer();
    await db.folders.bulkPut([folderOf(newId(), 'old'), { ...folderOf(newId(), 'theirs'), scope: `org:${newId()}` }]);
    const kept = folderOf(newId(), 'new');
    server.change(kept);
    await applyPull(db, server.page(-1, scope));
    expect((await db.folders.where('scope').equals(scope).toArray()).map((row) => row.title)).toEqual(['new']);
    expect(await db.folders.count()).toBe(2);
    await applyPull(db, { cursor: '2', changes: [], lost: [scope], more: false });
    expect(await db.folders.where('scope').equals(scope).count()).toBe(0);
  });

  it('P7 notifications that arrive after “mark all as read” stay unread, and read ones stay read', async () => {
    const note = (id: string, sendedAt: string, isRead = false): Notification => ({
      id,
      scope,
      recipientType: 'learner',
      title: 'a',
      text: 'b',
      image: null,
      compressedImageUrl: null,
      compressedImage: null,
      imageLink: null,
      link: null,
      linkTitle: null,
      sportId: null,
      isRead,
      sendedAt,
    });
    const before = note(newId(), '2026-11-20T10:00:00.000Z');
    const after = note(newId(), '2026-11-20T12:00:00.000Z');
    await db.notifications.put(before);
    await enqueue(
      db,
      markAllRead,
      { recipientType: 'learner', until: '2026-11-20T11:00:00.000Z' },
      { owner: userId, scope },
    );
    await applyPull(db, {
      cursor: '1',
      lost: [],
      more: false,
      changes: [{ scope, version: 1, whole: false, rows: { notifications: [before, after] }, gone: {} }],
    });
    expect([(await db.notifications.get(before.id))?.isRead, (await db.notifications.get(after.id))?.isRead]).toEqual([
      true,
      false,
    ]);
  });
});
