import 'fake-indexeddb/auto';
import { afterEach, expect, test } from 'vitest';
import { newId, userScope } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { openAccountDatabase, type AccountDatabase } from '#store/database.ts';
import { EVERYTHING, readContentIds, type ContentQuery } from './content-query.ts';
import { LibraryRows, type LibrarySnapshot } from './library-rows.ts';

const scope = userScope(newId());
let made = 0;
const content = (fields: Partial<LibraryContent> = {}): LibraryContent => {
  made += 1;
  const id = newId();
  const title = `Drill ${made}`;
  return {
    id,
    contentId: id,
    scope,
    title,
    filename: `${title}.mp4`,
    type: made % 3 === 0 ? 'audio' : 'video',
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

let db: AccountDatabase;
let rows: LibraryRows;
let snapshot: LibrarySnapshot | undefined;
const start = async (contents: LibraryContent[]) => {
  snapshot = undefined;
  db = openAccountDatabase(newId());
  await db.contents.bulkPut(contents);
  rows = new LibraryRows(db, scope, (next) => {
    snapshot = next;
  });
};
const loaded = () => expect.poll(() => snapshot).toBeDefined();
afterEach(async () => {
  rows.stop();
  await db.delete();
});

test('rows in memory answer each query as the database does', async () => {
  const many = Array.from({ length: 620 }, () => content());
  await start([...many, content({ scope: userScope(newId()), title: 'Of somebody else' })]);
  await loaded();
  const queries: Partial<ContentQuery>[] = [
    {},
    { sort: 'oldest' },
    { sort: 'a_z' },
    { sort: 'added_to_channel' },
    { type: 'audio' },
    { state: 'on_channel' },
    { search: 'DRILL 12' },
    { search: ' 7', type: 'video', sort: 'z_a' },
    { search: 'nothing', spoken: new Set([many[3]!.id]) },
    { folderId: 'f' },
    { offChannel: true },
  ];
  for (const change of queries) {
    const query = { ...EVERYTHING, ...change };
    expect(snapshot!.find(query), JSON.stringify(change)).toEqual(await readContentIds(db, scope, query));
  }
  expect(snapshot!.get(many[5]!.id)).toEqual(many[5]);
});

test('a row that is changed, added or deleted is so in memory; the others stay the same objects', async () => {
  const many = Array.from({ length: 20 }, () => content());
  await start(many);
  await loaded();
  const before = many.map(({ id }) => snapshot!.get(id));
  const [first, second] = many as [LibraryContent, LibraryContent];
  await db.contents.update(first.id, { title: 'Other words' });
  await expect.poll(() => snapshot!.find({ ...EVERYTHING, search: 'other' })).toEqual([first.id]);
  await db.contents.delete(second.id);
  const added = content({ title: 'Added' });
  await db.contents.put(added);
  await expect.poll(() => snapshot!.find(EVERYTHING)[0]).toBe(added.id);
  expect(snapshot!.get(second.id)).toBeUndefined();
  expect(many.slice(2).map(({ id }) => snapshot!.get(id))).toEqual(before.slice(2));
  expect(many.slice(2).every(({ id }, at) => snapshot!.get(id) === before[at + 2])).toBe(true);
});

test('a change of many rows at once, or while they are loaded, is not missed', async () => {
  const many = Array.from({ length: 700 }, () => content());
  await start(many);
  await db.contents.update(many[0]!.id, { title: 'Changed meanwhile' });
  await loaded();
  await expect.poll(() => snapshot!.get(many[0]!.id)?.title).toBe('Changed meanwhile');
  await db.contents.bulkPut(many.map((row) => ({ ...row, title: `New ${row.title}` })));
  await expect.poll(() => snapshot!.find({ ...EVERYTHING, search: 'new' }).length).toBe(700);
  await db.contents.bulkDelete(many.slice(0, 100).map(({ id }) => id));
  await expect.poll(() => snapshot!.find(EVERYTHING).length).toBe(600);
});
