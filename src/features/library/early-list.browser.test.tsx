import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { dropEarlyList, listKnown } from './early-list.ts';
import { LibraryScreen } from './library-screen.tsx';

const network = standInNetwork();
let account: Account;

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  dropEarlyList();
  network.goOnline();
});

/** Draws the Library. @returns Whether its first drawing shows the title. */
const isAtFirst = async (title: string): Promise<boolean> => {
  const first = new Promise<boolean>((resolve) => {
    const watcher = new MutationObserver(() => {
      const main = document.querySelector('main');
      if (!main) return;
      watcher.disconnect();
      resolve(main.textContent.includes(title));
    });
    watcher.observe(document.body, { childList: true, subtree: true });
  });
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  return first;
};
const shows = (title: string) => page.getByText(title, { exact: true });

test('LIB-001 the first drawing of a Library that was read before shows its rows, and then what changes', async () => {
  for (let count = 1; count <= 130; count += 1) await account.db.contents.put(libraryContent(SCOPE, `Clip ${count}`));
  await listKnown(account.db, SCOPE);
  expect(await isAtFirst('Clip 130')).toBe(true);
  await expect.element(shows('130 items')).toBeVisible();
  const gone = (await account.db.contents.toArray()).find(({ title }) => title === 'Clip 129')!;
  await account.db.contents.delete(gone.id);
  await expect.element(shows('129 items')).toBeVisible();
  await expect.poll(() => shows('Clip 129').query()).toBeNull();
});

test('a Library that is opened again reads for itself, not what was read for the first page', async () => {
  const id = await account.db.contents.put(libraryContent(SCOPE, 'Old words'));
  await listKnown(account.db, SCOPE);
  expect(await isAtFirst('Old words')).toBe(true);
  clearPage();
  await account.db.contents.update(id, { title: 'New words' });
  expect(await isAtFirst('Old words')).toBe(false);
  await expect.element(shows('New words')).toBeVisible();
  expect(shows('Old words').query()).toBeNull();
});

test('what was read for another scope is not shown', async () => {
  const other = `organization:${SCOPE.slice(SCOPE.indexOf(':') + 1)}` as typeof SCOPE;
  await account.db.contents.put(libraryContent(other, 'Of the club'));
  await account.db.contents.put(libraryContent(SCOPE, 'My own'));
  await listKnown(account.db, other);
  expect(await isAtFirst('Of the club')).toBe(false);
  await expect.element(shows('My own')).toBeVisible();
});

test('without rows, or without an answer, the page is drawn and reads for itself', async () => {
  await listKnown(account.db, SCOPE);
  expect(await isAtFirst('Nothing')).toBe(false);
  clearPage();
  await account.db.contents.put(libraryContent(SCOPE, 'Clip'));
  account.db.close({ disableAutoOpen: true });
  await listKnown(account.db, SCOPE);
  await account.db.open();
  expect(await isAtFirst('Clip')).toBe(false);
  await expect.element(shows('Clip')).toBeVisible();
});
