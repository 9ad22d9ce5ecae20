import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { cancelUpload } from '#contract/upload.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
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

test('D-118 an upload that another device has begun is shown with the room it holds; Keep it changes nothing', async () => {
  const upload = { ...named('match.mp4'), length: 3 * UNIT_BYTES, received: UNIT_BYTES };
  network.answer('/mam/uploads', () => ({ results: [upload] }));
  showRouted(
    <main>
      <h1>Sync and storage</h1>
      <UnfinishedSection />
    </main>,
  );
  const unfinished = page.getByRole('region', { name: 'Unfinished uploads' });
  await expect.element(unfinished.getByText('match.mp4', { exact: true })).toBeVisible();
  await expect.element(unfinished.getByText(/^1(\.0)? MB of 3(\.0)? MB arrived$/)).toBeVisible();
  await expectAccessible('unfinished uploads');
  const cancel = unfinished.getByRole('button', { name: 'Cancel upload: match.mp4' });
  expect(cancel.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await cancel.click();
  await page.getByRole('button', { name: 'Keep it' }).click();
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(await entries().count()).toBe(0);
  await expect.element(row('match.mp4')).toBeVisible();
  await cancel.click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel upload' }).click();
  await expect.element(unfinished).not.toBeInTheDocument();
  expect(await entries().toArray()).toMatchObject([{ state: 'waiting', input: { uploadId: upload.uploadId } }]);
});
