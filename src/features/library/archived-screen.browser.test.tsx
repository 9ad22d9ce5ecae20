import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ArchivedScreen } from './archived-screen.tsx';

const network = standInNetwork();

let account: Account;
const archived = (title: string, until: string | null): LibraryContent => ({
  id: newId(),
  contentId: newId(),
  scope: `user:${account.userId}`,
  title,
  filename: `${title}.mp4`,
  type: 'video',
  folderId: null,
  thumbnail: null,
  duration: 60,
  pagesCount: null,
  fileSize: 0,
  originFileSize: 2e9,
  createdAt: '2030-01-01T00:00:00.000Z',
  isPublished: false,
  category: null,
  active: until === null,
  approved: true,
  encodingStatus: 4,
  encodingProgress: 100,
  reviewStatus: 'approved',
  reviewReason: null,
  archivedUntil: until,
  published: null,
});
const titles = () =>
  page
    .getByRole('list', { name: 'Archived content' })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.t-label')?.textContent);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'educator' }));
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('D-158 archived content: what is deleted first comes first, with Restore and Download', async () => {
  const match = archived('Match', '2030-12-20T00:00:00.000Z');
  await account.db.contents.bulkPut([
    match,
    archived('Drill', '2030-12-10T00:00:00.000Z'),
    archived('In the Library', null),
  ]);
  network.answer(`/library/contents/${match.id}/restore`, () => ({ ...match, archivedUntil: null, active: true }));
  showRouted(<ArchivedScreen />, '/', ['/storage-plan-access-fees']);
  await expect.poll(titles).toEqual(['Drill', 'Match']);
  await expect.element(page.getByText(/^2 GB · Deleted on .*2030/).first()).toBeVisible();
  await expect.poll(() => page.getByRole('button', { name: 'Download' }).elements().length).toBe(2);
  await expectAccessible('archived content');
  await page.getByRole('button', { name: 'Restore' }).last().click();
  await expect.element(page.getByText('Match is in your Library again.')).toBeVisible();
  await expect.poll(titles).toEqual(['Drill']);
});

test('D-158 Restore without space leads to the plans; offline the list is readable and Restore waits', async () => {
  const match = archived('Match', '2030-12-20T00:00:00.000Z');
  await account.db.contents.put(match);
  network.answer(`/library/contents/${match.id}/restore`, () => {
    throw new Refusal(409, 'library.out_of_storage', 'x');
  });
  showRouted(<ArchivedScreen />, '/', ['/storage-plan-access-fees']);
  await page.getByRole('button', { name: 'Restore' }).click();
  const dialog = page.getByRole('dialog', { name: "You've run out of storage space" });
  await expect
    .element(dialog.getByRole('link', { name: 'Upgrade Storage Plan' }))
    .toHaveAttribute('href', '/storage-plan-access-fees');
  clearPage();
  network.goOffline();
  showRouted(<ArchivedScreen />);
  await expect.poll(titles).toEqual(['Match']);
  await expect.element(page.getByRole('button', { name: 'Restore' })).toHaveAttribute('aria-disabled', 'true');
});
