// First, as its listener comes before that of Dexie in the browsers that keep a page with its transactions.
import './end-with-page.ts';
import { afterEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { accountDatabaseName, openAccountDatabase, type AccountDatabase } from './database.ts';

const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }));
/** As the browser does it: in a task of its own, in which no transaction can be committed. */
const leaveByBrowser = () =>
  new Promise<void>((resolve) => {
    setTimeout(() => {
      leave();
      resolve();
    });
  });
const comeBack = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
afterEach(comeBack);

const draft = (key: string) => ({ key, value: { words: 'typed' }, savedAtMs: 0 });

/** Begins a transaction that goes on by itself until the page is left. */
const stayIn = async (db: AccountDatabase, tables: string[]): Promise<{ ended: Promise<string> }> => {
  const begun = Promise.withResolvers<void>();
  const work = db.transaction('rw', tables, async () => {
    await db.table(tables[0]!).put(draft('kept'));
    begun.resolve();
    for (;;) await db.table(tables[0]!).count();
  });
  await begun.promise;
  return {
    ended: work.then(
      () => 'done',
      (error: Error) => error.name,
    ),
  };
};

/** What another page reads, which waits for the transactions of this one. */
const readElsewhere = async (userId: string): Promise<string[]> => {
  const open = indexedDB.open(accountDatabaseName(userId));
  await new Promise((resolve) => open.addEventListener('success', resolve, { once: true }));
  const keys = open.result.transaction(['drafts', 'me'], 'readwrite').objectStore('drafts').getAllKeys();
  await new Promise((resolve) => keys.addEventListener('success', resolve, { once: true }));
  open.result.close();
  return keys.result as string[];
};

test('E-1 a page that is left holds no table: several are as before, one as far as it was written', async () => {
  const several = newId();
  const { ended: endedSeveral } = await stayIn(openAccountDatabase(several), ['drafts', 'me']);
  const one = newId();
  const { ended: endedOne } = await stayIn(openAccountDatabase(one), ['drafts']);
  await leaveByBrowser();
  expect(await readElsewhere(several)).toEqual([]);
  expect(await readElsewhere(one)).toEqual(['kept']);
  await endedSeveral;
  await endedOne;
});

test('E-1 what is written while the page is being left is stored', async () => {
  const userId = newId();
  const db = openAccountDatabase(userId);
  await db.open();
  leave();
  await db.drafts.put(draft('last words'));
  expect(await readElsewhere(userId)).toEqual(['last words']);
});

test('E-1 what waits to be written when the page is left is stored', async () => {
  const userId = newId();
  const db = openAccountDatabase(userId);
  await db.drafts.bulkPut([draft('deleted'), draft('changed')]);
  // Another page, for which the writes wait.
  const other = await openAccountDatabase(userId).open();
  const blocking = other.backendDB().transaction('drafts', 'readwrite').objectStore('drafts');
  let isLeft = false;
  const stay = (): void => {
    if (!isLeft) blocking.count().addEventListener('success', stay);
  };
  stay();
  const work = [db.drafts.put(draft('typed')), db.drafts.delete('deleted'), db.drafts.bulkPut([draft('changed')])];
  await leaveByBrowser();
  isLeft = true;
  const ends = await Promise.allSettled(work);
  expect(ends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await readElsewhere(userId)).toEqual(['changed', 'typed']);
});
