import 'fake-indexeddb/auto';
import { liveQuery } from 'dexie';
import { beforeEach, expect, it } from 'vitest';
import { readHome } from '#contract/home.ts';
import { newId, userScope, type Scope } from '#contract/ids.ts';
import { createFolder, editFolder } from '#contract/library.ts';
import { ownRows, type OwnRow } from '#contract/rows.ts';
import { joinMarks, THIS_BUILD, type OwnTable } from '#contract/tables.ts';
import { readMe } from '#contract/users.ts';
import { valueOf } from '#tests/support/stored-values.ts';
import { readAnswer } from '../answers.ts';
import { openAccountDatabase, type AccountDatabase } from '../database.ts';
import { accountDatabase, mendAtOpening } from '../door.ts';
import { enqueue } from '../outbox/enqueue.ts';
import { EMPTY } from '../sync/pull.ts';
import { mendRows } from './mend-rows.ts';
import { mendStored } from './mend.ts';

// A device was updated without a network: its rows and answers are those of the build before.

let userId: string;
let scope: Scope;
/** As the older build opened it. */
let before: AccountDatabase;

beforeEach(() => {
  mendAtOpening(mendStored(async () => mendRows));
  userId = newId();
  scope = userScope(userId);
  before = openAccountDatabase(userId);
});

/** A row of a table as an older build stored it. */
const older = <T extends OwnTable>(table: T, ...missing: (keyof OwnRow<T> & string)[]): OwnRow<T> => {
  const row = { ...(valueOf(ownRows[table]) as OwnRow<T>), id: newId(), scope };
  for (const name of missing) delete row[name];
  return row;
};

const pulled = (tables: string | undefined, rest: Partial<typeof EMPTY> = {}) =>
  before.sync.put({ ...EMPTY, cursor: '7', versions: { [scope]: 7 }, ...(tables && { tables }), ...rest });

/** The database as this build opens it. */
const opened = (): AccountDatabase => {
  before.close();
  return accountDatabase(userId);
};

it('what a row lacks is neutral before the first read, also if that is a live query', async () => {
  const channel = older('channels', 'sportName');
  const me = older('me', 'organizations');
  await before.channels.add(channel);
  await before.me.add(me);
  await pulled(undefined);
  const db = opened();
  const read = await new Promise((resolve, reject) => {
    liveQuery(() => db.channels.get(channel.id)).subscribe({ next: resolve, error: reject });
  });
  expect(read).toEqual({ ...channel, sportName: '' });
  expect(await db.me.get(me.id)).toEqual({ ...me, organizations: [] });
});

it('a row that cannot be shown is left out until the next pull; unsent changes stay', async () => {
  const own = { owner: userId, scope };
  const content = older('contents', 'type');
  const folder = older('folders', 'createdAt');
  await before.contents.add(content);
  await before.folders.add(folder);
  const made = newId();
  await enqueue(before, createFolder, { id: made, title: 'Made offline' }, own);
  await enqueue(before, editFolder, { folderId: folder.id, title: 'Renamed' }, own);
  await before.folders.toCollection().modify((row) => void delete (row as Partial<typeof row>).createdAt);
  await pulled(undefined);
  const db = opened();
  expect(await db.contents.toArray()).toEqual([]);
  expect((await db.folders.toArray()).map(({ title }) => title)).toEqual(['Made offline']);
  expect((await db.folders.get(made))?.createdAt).toEqual(expect.any(String));
  expect((await db.outbox.orderBy('order').toArray()).map(({ call, state }) => [call, state])).toEqual([
    ['library.createFolder', 'waiting'],
    ['library.editFolder', 'waiting'],
  ]);
});

it('the server’s copy below an unsent change is mended too, and the change stays on top', async () => {
  const folder = older('folders');
  await before.folders.add(folder);
  await enqueue(before, editFolder, { folderId: folder.id, title: 'Renamed' }, { owner: userId, scope });
  await before.base.toCollection().modify((base) => void delete (base.row as Partial<typeof folder>).title);
  await pulled(undefined);
  const db = opened();
  expect((await db.folders.get(folder.id))?.title).toBe('Renamed');
  expect((await db.base.get(['folders', folder.id]))?.row).toEqual({ ...folder, title: '' });
});

it('only tables of another build are looked at, and those of a full copy that is not complete', async () => {
  const rows = [older('channels', 'sportName'), older('playlists', 'title')] as const;
  const store = async () => {
    await before.channels.put(rows[0]);
    await before.playlists.put(rows[1]);
  };
  await store();
  await pulled(joinMarks({ ...THIS_BUILD, playlists: 'yVZ0000' }));
  let db = opened();
  expect(await db.channels.get(rows[0].id)).toEqual(rows[0]);
  expect(await db.playlists.get(rows[1].id)).toEqual({ ...rows[1], title: '' });

  userId = newId();
  before = openAccountDatabase(userId);
  await store();
  await pulled(joinMarks(THIS_BUILD), { whole: { [scope]: [] }, wholeTables: { [scope]: ['channels'] } });
  db = opened();
  expect(await db.channels.get(rows[0].id)).toEqual({ ...rows[0], sportName: '' });
  expect(await db.playlists.get(rows[1].id)).toEqual(rows[1]);
});

it('an answer of another build lacks nothing, and one that cannot be shown is absent', async () => {
  const { sections: _, ...home } = valueOf(readHome.output) as { sections: unknown };
  const { id: __, ...me } = valueOf(readMe.output) as { id: unknown };
  await before.answers.bulkPut([
    { key: 'home.read?{}', call: readHome.id, answer: home, fetchedAtMs: 5 },
    { key: 'users.me?{}', call: readMe.id, answer: me, fetchedAtMs: 5, shapes: 'another' },
  ]);
  const db = opened();
  expect(await readAnswer(db, readHome, {})).toEqual({ answer: { ...home, sections: [] }, fetchedAtMs: 5 });
  expect(await readAnswer(db, readMe, {})).toBeUndefined();
});
