import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import { openAccountDatabase, type AccountDatabase } from '#store/database.ts';
import { EVERYTHING } from './content-query.ts';
import { keptRows } from './kept-rows.ts';

const scope = userScope(newId());
const contents = ['Serve', 'Volley', 'Lob'].map((title) => libraryContent(scope, title));
const titles = (): (string | undefined)[] | undefined => {
  const rows = keptRows(db, scope).read();
  return rows?.find({ ...EVERYTHING, sort: 'a_z' }).map((id) => rows.get(id)?.title);
};

let db: AccountDatabase;
beforeEach(async () => {
  db = openAccountDatabase(newId());
  await db.contents.bulkPut(contents);
});
afterEach(async () => {
  vi.useRealTimers();
  await db.delete();
});

test('a page that follows another one has the rows at once, and what changes while it shows', async () => {
  const leave = keptRows(db, scope).use();
  await expect.poll(titles).toEqual(['Lob', 'Serve', 'Volley']);
  leave();
  expect(titles()).toEqual(['Lob', 'Serve', 'Volley']);
  const leaveNext = keptRows(db, scope).use();
  await db.contents.update(contents[2]!.id, { title: 'Smash' });
  await expect.poll(titles).toEqual(['Serve', 'Smash', 'Volley']);
  leaveNext();
});

test('what changes after the last page was left is never shown as it was', async () => {
  const leave = keptRows(db, scope).use();
  await expect.poll(titles).toHaveLength(3);
  // The time after which they are forgotten in any case does not come.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  leave();
  vi.useRealTimers();
  await db.contents.update(contents[2]!.id, { title: 'Smash' });
  await expect.poll(() => titles()?.includes('Lob') ?? false).toBe(false);
  const leaveNext = keptRows(db, scope).use();
  await expect.poll(titles).toEqual(['Serve', 'Smash', 'Volley']);
  leaveNext();
});

test('the rows of a Library that was left are forgotten', async () => {
  const leave = keptRows(db, scope).use();
  await expect.poll(titles).toHaveLength(3);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  leave();
  expect(titles()).toHaveLength(3);
  vi.advanceTimersByTime(10_000);
  expect(titles()).toBeUndefined();
});

test('a page that is left before the rows are there, and one of another person, show none', async () => {
  keptRows(db, scope).use()();
  expect(titles()).toBeUndefined();
  const leave = keptRows(db, scope).use();
  await expect.poll(titles).toHaveLength(3);
  expect(keptRows(db, userScope(newId())).read()).toBeUndefined();
  leave();
});
