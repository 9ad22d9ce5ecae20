import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { editFolder } from '#contract/library.ts';
import { openAccountDatabase } from '../database.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { applyPull } from './pull.fixtures.ts';

it('a lost scope leaves nothing readable: neither rows below unsent changes nor cached answers; the unsent change waits for its answer', async () => {
  const userId = newId();
  const [own, club]: Scope[] = [userScope(userId), `org:${newId()}`];
  const db = openAccountDatabase(userId);
  const id = newId();
  await db.folders.put({ id, scope: club!, title: 'Theirs', createdAt: '2026-11-20T10:00:00.000Z' });
  await enqueue(db, editFolder, { folderId: id, title: 'Mine' }, { owner: userId, scope: club! });
  expect(await db.base.count()).toBe(1);
  const answer = (scope: string) => ({
    key: `organizations.admins@${scope}?{}`,
    call: 'organizations.admins',
    answer: {},
    fetchedAtMs: 1,
  });
  await db.answers.bulkPut([answer(club!), answer(own!)]);
  await applyPull(db, { cursor: '2', changes: [], lost: [club!], more: false });
  expect(await db.folders.where('scope').equals(club!).count()).toBe(0);
  expect((await db.answers.toArray()).map(({ key }) => key)).toEqual([answer(own!).key]);
  expect(await db.outbox.count()).toBe(1);
});
