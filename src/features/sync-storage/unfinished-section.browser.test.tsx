import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { cancelUpload } from '#contract/upload.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { UnfinishedSection } from './unfinished-section.tsx';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());

const named = (fileName: string) => ({
  uploadId: newId(),
  fileName,
  length: 3_000_000,
  received: 1_000_000,
  isReserved: true,
  lastPartAt: new Date().toISOString(),
});
const row = (fileName: string) => page.getByRole('listitem').filter({ hasText: fileName });
const entries = () => account.db.outbox.filter(({ call }) => call === cancelUpload.id);

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(clearPage);

test('D-118 an upload whose cancel is not sent yet is not listed, also after the page was opened again, and is listed if the server refuses', async () => {
  const [first, second] = [named('match.mp4'), named('training.mp4')];
  network.answer('/mam/uploads', () => ({ results: [first, second] }));
  showRouted(<UnfinishedSection />);
  await page.getByRole('button', { name: 'Cancel upload: match.mp4' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
  await expect.element(row('match.mp4')).not.toBeInTheDocument();
  expect(await entries().toArray()).toMatchObject([{ state: 'waiting', input: { uploadId: first.uploadId } }]);

  await clearPage();
  showRouted(<UnfinishedSection />);
  await expect.element(row('training.mp4')).toBeVisible();
  await expect.element(row('match.mp4')).not.toBeInTheDocument();

  // Answered and seen by a pull: the entry is gone, the list of before is still shown.
  const [entry] = await entries().toArray();
  await account.db.outbox.delete(entry!.id);
  await account.db.outbox.put({ ...entry!, id: newId(), input: { uploadId: second.uploadId } });
  await expect.element(row('training.mp4')).not.toBeInTheDocument();
  await expect.element(row('match.mp4')).not.toBeInTheDocument();
  await entries().modify({ state: 'refused' });
  await expect.element(row('training.mp4')).toBeVisible();
  await expect.element(row('match.mp4')).not.toBeInTheDocument();
});
