import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { LEASE_MS } from '#store/saved/lease.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SavedSection } from './saved-section.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
standInNetwork();

const NOW_MS = Date.now();
const put = async (title: string, checkedAtMs: number) => {
  const [id, copyId] = [newId(), newId()];
  await account.db.savedPieces.put({ copyId, at: 0, bytes: new Blob(['x'.repeat(1_500)]) });
  await account.db.savedMedia.put({
    id,
    contentType: 'video/mp4',
    copyId,
    bytes: 1_500,
    savedAtMs: NOW_MS,
    height: 360,
    lease: { checkedAtMs, endsAtMs: null, seenAtMs: checkedAtMs, deviceAtMs: checkedAtMs },
    detail: watchDetail({ id, title }),
  });
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
});
afterEach(clearPage);

test('all that is saved is listed with its size and its end; one or all of it is removed with its bytes', async () => {
  showRouted(<SavedSection />);
  await expect.element(page.getByText('Nothing is saved.', { exact: false })).toBeVisible();
  await put('Serve practice', NOW_MS);
  await put('Long ago', NOW_MS - LEASE_MS - 1);
  await account.db.saveJobs.put({
    id: newId(),
    copyId: newId(),
    title: 'Half of it',
    height: null,
    addedAtMs: NOW_MS,
    received: 500,
    bytes: 1_000,
    file: 'x/video.mp4',
    etag: null,
    problem: null,
    holder: null,
    beatAtMs: 0,
    attempts: 1,
    nextAttemptAtMs: NOW_MS + 50_000,
  });
  const row = (title: string) => page.getByRole('listitem').filter({ hasText: title });
  await expect.element(page.getByText('2 items, 3.5 KB in all')).toBeVisible();
  const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
  const end = day.format(NOW_MS + LEASE_MS);
  await expect.element(row('Serve practice')).toHaveTextContent(`Serve practice1.5 KB 360p Until ${end}`);
  await expect.element(row('Long ago')).toHaveTextContent('Long ago1.5 KB 360p Needs a connection to be renewed');
  await expect.element(row('Half of it')).toHaveTextContent('Half of itSaving, 50%');
  await expect
    .element(page.getByRole('progressbar', { name: 'Saving Half of it' }))
    .toHaveAttribute('aria-valuenow', '50');

  await row('Long ago').getByRole('button').click();
  await page.getByText('Remove from this device').click();
  await expect.poll(() => account.db.savedMedia.count()).toBe(1);
  expect(await account.db.savedPieces.count()).toBe(1);

  await page.getByRole('button', { name: 'Remove all' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove all' }).click();
  await expect.element(page.getByText('Nothing is saved.', { exact: false })).toBeVisible();
  expect([await account.db.savedPieces.count(), await account.db.saveJobs.count()]).toEqual([0, 0]);
});
