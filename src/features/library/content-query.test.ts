import 'fake-indexeddb/auto';
import { afterEach, describe, expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { openAccountDatabase, type AccountDatabase } from '#store/database.ts';
import {
  EVERYTHING,
  matches,
  publicationOf,
  countContents,
  readContentIds,
  readinessOf,
  readNewest,
  sortContents,
} from './content-query.ts';

const owner = newId();
const scope = userScope(owner);
let made = 0;

const content = (fields: Partial<LibraryContent> = {}): LibraryContent => {
  made += 1;
  const id = newId();
  return {
    id,
    contentId: id,
    scope,
    title: `Drill ${made}`,
    filename: `Drill ${made}.mp4`,
    type: 'video',
    folderId: null,
    thumbnail: null,
    duration: 60,
    pagesCount: null,
    fileSize: 1000,
    originFileSize: 1000,
    createdAt: new Date(1_700_000_000_000 + made * 1000).toISOString(),
    isPublished: false,
    category: null,
    active: true,
    approved: true,
    encodingStatus: 4,
    encodingProgress: 100,
    reviewStatus: 'approved',
    reviewReason: null,
    published: null,
    ...fields,
  };
};
const on = (isDeleted: boolean): Pick<LibraryContent, 'published' | 'isPublished'> => ({
  isPublished: !isDeleted,
  published: {
    id: newId(),
    channelId: newId(),
    channelName: 'Lab',
    title: 'Drill',
    coverImage: null,
    publishedAt: '2026-01-01T00:00:00.000Z',
    isDeleted,
  },
});

let db: AccountDatabase | undefined;
const open = async (rows: LibraryContent[]): Promise<AccountDatabase> => {
  db = openAccountDatabase(newId());
  await db.contents.bulkPut(rows);
  return db;
};
afterEach(async () => {
  await db?.delete();
  db = undefined;
});

test('LIB-023 an item is in the Library, on a channel, or removed from one', () => {
  expect(publicationOf(content())).toBe('in-library');
  expect(publicationOf(content(on(false)))).toBe('on-channel');
  expect(publicationOf(content(on(true)))).toBe('removed');
});

describe('the filter', () => {
  const video = content({ title: 'Déjà vu press', filename: 'deja.mp4' });
  const audio = content({ type: 'audio', title: 'Halftime talk', filename: 'talk.m4a', ...on(false) });
  const removed = content({ type: 'text', title: 'Warm-up card', filename: 'card.pdf', ...on(true), folderId: 'f' });
  const titles = (query: Partial<typeof EVERYTHING>) =>
    [video, audio, removed].filter((row) => matches(row, { ...EVERYTHING, ...query })).map((row) => row.title);

  test('LIB-003 a search finds words of title and file name, without accents and without case', () => {
    expect(titles({ search: 'PRESS deja' })).toEqual(['Déjà vu press']);
    expect(titles({ search: 'm4a' })).toEqual(['Halftime talk']);
    expect(titles({ search: 'nothing' })).toEqual([]);
  });
  test('LIB-004 filters by type, by state and by folder', () => {
    expect(titles({ type: 'audio' })).toEqual(['Halftime talk']);
    expect(titles({ state: 'in_library' })).toEqual(['Déjà vu press']);
    expect(titles({ state: 'on_channel' })).toEqual(['Halftime talk']);
    expect(titles({ state: 'removed' })).toEqual(['Warm-up card']);
    expect(titles({ folderId: 'f' })).toEqual(['Warm-up card']);
  });
  test('PUB-008 while content is chosen for a channel, what is on a channel already is left out', () => {
    expect(titles({ offChannel: true })).toEqual(['Déjà vu press', 'Warm-up card']);
  });
});

test('LIB-005, LIB-070 each sort puts the rows in its order, newest first within equals', () => {
  const b = content({ title: 'B' });
  const a10 = content({ title: 'a 10', ...on(false) });
  const a2 = content({ title: 'A 2' });
  const order = (sort: Parameters<typeof sortContents>[1]) => sortContents([b, a10, a2], sort).map((row) => row.title);
  expect(order('newest')).toEqual(['A 2', 'a 10', 'B']);
  expect(order('oldest')).toEqual(['B', 'a 10', 'A 2']);
  expect(order('added_to_channel')).toEqual(['a 10', 'A 2', 'B']);
  expect(order('not_added_to_channel')).toEqual(['A 2', 'B', 'a 10']);
  expect(order('a_z')).toEqual(['A 2', 'a 10', 'B']);
  expect(order('z_a')).toEqual(['B', 'a 10', 'A 2']);
});

test('the first rows of a large library are the newest ones of this scope only', async () => {
  const rows = Array.from({ length: 300 }, () => content());
  const foreign = content({ scope: userScope(newId()) });
  const local = await open([...rows, foreign]);
  expect((await readNewest(local, scope, 3)).map((row) => row.id)).toEqual(
    rows
      .slice(-3)
      .toReversed()
      .map((row) => row.id),
  );
  expect(await readContentIds(local, scope, EVERYTHING)).toHaveLength(300);
});

test('archived content is neither in the whole Library nor in its number, in each order', async () => {
  const [old, kept, last] = [content(), content(), content({ archivedUntil: '2030-12-20T00:00:00.000Z' })];
  const local = await open([
    old,
    kept,
    last,
    content({ scope: userScope(newId()), archivedUntil: last.archivedUntil }),
  ]);
  expect(await readContentIds(local, scope, EVERYTHING)).toEqual([kept.id, old.id]);
  expect(await readContentIds(local, scope, { ...EVERYTHING, sort: 'oldest' })).toEqual([old.id, kept.id]);
  expect(await readContentIds(local, scope, { ...EVERYTHING, state: 'archived' })).toEqual([last.id]);
  expect(await countContents(local, scope)).toBe(2);
});

test('a folder lists its own rows in the requested order', async () => {
  const folderId = newId();
  const [x, y] = [content({ folderId, title: 'X' }), content({ folderId, title: 'Y' })];
  const local = await open([x, y, content({ title: 'Z' })]);
  expect(await readContentIds(local, scope, { ...EVERYTHING, folderId, sort: 'z_a' })).toEqual([y.id, x.id]);
});

test('a file is prepared, then reviewed, then ready; a failed one stays failed', () => {
  expect(readinessOf(content({ encodingStatus: 3, active: false, reviewStatus: 'waiting' }))).toBe('preparing');
  expect(readinessOf(content({ reviewStatus: 'reviewing' }))).toBe('reviewing');
  expect(readinessOf(content())).toBe('ready');
  expect(readinessOf(content({ encodingStatus: -5, active: false }))).toBe('failed');
  expect(readinessOf(content({ reviewStatus: 'rejected' }))).toBe('rejected');
});
