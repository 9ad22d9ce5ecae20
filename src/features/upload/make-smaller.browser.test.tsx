import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import { retryJob } from '#store/uploads/jobs.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, SCOPE, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { Uploads } from './uploads.tsx';

let account: Account;
const network = standInNetwork();

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const SIZES = [
  { lines: 720, bytes: 48_000_000, seconds: 118 },
  { lines: 480, bytes: 25_000_000, seconds: 31 },
];
const add = async (changes: Partial<StoredUploadJob>): Promise<string> => {
  const id = newId();
  const job = newJob(
    {
      id,
      owner: USER_ID,
      scope: SCOPE,
      folderId: null,
      name: 'match.mov',
      type: 'video',
      size: 212_000_000,
      lastModifiedMs: 1,
    },
    Date.now(),
  );
  await account.db.uploadJobs.add({ ...job, keptIn: 'idb', state: 'paused', errorKind: 'NoInternet', ...changes });
  return id;
};
const stateOf = async (id: string) => (await account.db.uploadJobs.get(id))?.smaller?.state;

test('an upload says what each size saves, and does not offer it again once it was declined', async () => {
  const id = await add({ smaller: { state: 'offered', sizes: SIZES } });
  showRouted(<Uploads />);
  const words = page.getByText(
    'Make it smaller, 720p: about 48 MB instead of 212 MB, about 2 minutes on this device. Saves 164 MB of your storage.',
  );
  await expect.element(words).toBeVisible();
  await page.getByRole('radio', { name: '480p' }).click({ force: true });
  await expect
    .element(page.getByText(/^Make it smaller, 480p: about 25 MB instead of 212 MB, about 40 seconds/))
    .toBeVisible();
  await page.getByRole('button', { name: 'No, thanks: send match.mov as it is' }).click();
  await expect.poll(() => stateOf(id)).toBe('dismissed');
  await expect.element(page.getByRole('button', { name: 'Make smaller: match.mov' })).not.toBeInTheDocument();
  // Also after a retry under another id.
  await account.db.uploadJobs.update(id, { isGivenUp: true });
  await retryJob(account.db, id);
  expect((await account.db.uploadJobs.toArray())[0]?.smaller).toEqual({ state: 'dismissed' });
});

test('while it is made smaller the card shows how far, and goes back to the original', async () => {
  const fileId = newId();
  const making = { state: 'making', sizes: SIZES, lines: 480, fileId, percent: 34, tries: 1 } as const;
  const id = await add({ smaller: making });
  showRouted(<Uploads />);
  await expect.element(page.getByText('Making it smaller 34%')).toBeVisible();
  await page.getByRole('button', { name: 'Send the original: match.mov' }).click();
  await expect.poll(() => stateOf(id)).toBe('offered');
});

test('a failure says that the original is sent; most of a file that is sent is not offered to be made smaller', async () => {
  await add({ smaller: { state: 'failed' } });
  await add({ name: 'other.mov', smaller: { state: 'offered', sizes: SIZES }, committedBytes: 200_000_000 });
  showRouted(<Uploads />);
  await expect.element(page.getByText('It could not be made smaller. The original is sent.')).toBeVisible();
  await expect.element(page.getByText('other.mov', { exact: true })).toBeVisible();
  expect(page.getByRole('button', { name: /^Make smaller/ }).elements()).toEqual([]);
});
