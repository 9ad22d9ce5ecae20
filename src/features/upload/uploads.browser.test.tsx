import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { Uploads } from './uploads.tsx';

let account: Account;
const network = standInNetwork();

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

let startedAtMs = 1;
const job = (name: string, facts: Partial<StoredUploadJob> = {}): StoredUploadJob => ({
  ...newJob(
    {
      id: newId(),
      owner: USER_ID,
      scope: SCOPE,
      name,
      type: 'video',
      size: 9_000_000,
      lastModifiedMs: 0,
      folderId: null,
    },
    (startedAtMs += 1),
  ),
  keptIn: 'idb',
  ...facts,
});
const shown = () =>
  page
    .getByRole('button', { name: /^Cancel / })
    .elements()
    .map((each) => each.getAttribute('aria-label')!.replace('Cancel ', ''));

test('the order of the queue is changed by the menu of a card, and stays', async () => {
  await account.db.uploadJobs.bulkPut([job('a.mp4'), job('b.mp4'), job('c.mp4')]);
  showRouted(<Uploads tips={false} />);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(shown).toEqual(['a.mp4', 'b.mp4', 'c.mp4']);

  await page.getByRole('button', { name: 'More actions for c.mp4' }).click();
  await page.getByText('Send next').click();
  await expect.poll(shown).toEqual(['c.mp4', 'a.mp4', 'b.mp4']);
  await page.getByRole('button', { name: 'More actions for a.mp4' }).click();
  await page.getByText('Move down').click();
  await expect.poll(shown).toEqual(['c.mp4', 'b.mp4', 'a.mp4']);
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}');

  clearPage();
  showRouted(<Uploads tips={false} />);
  await page.getByRole('button', { name: 'Show' }).click();
  await expect.poll(shown).toEqual(['c.mp4', 'a.mp4', 'b.mp4']);
});

test('a card that waits for Wi-Fi says so and can be sent anyway', async () => {
  const held = job('clip.mp4', {
    state: 'paused',
    errorCode: 'upload.waits_for_wifi',
    errorMessage: 'Waiting for Wi-Fi',
  });
  await account.db.uploadJobs.put(held);
  showRouted(<Uploads tips={false} />);
  await expect.element(page.getByText('Waiting for Wi-Fi', { exact: true }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Send now anyway' }).click();
  await expect.poll(async () => (await account.db.uploadJobs.get(held.id))?.anyNetwork).toBe(true);
});

test('D-290 a card that waits for room leads to the plans; an Admin of an organization, who cannot upgrade, to what takes space', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  const waits = { state: 'paused', errorCode: 'library.out_of_storage' } as const;
  await account.db.uploadJobs.bulkPut([job('own.mp4', waits), job('club.mp4', { ...waits, scope: `org:${club.id}` })]);
  showRouted(<Uploads tips={false} />);
  const plans = (name: string) => page.getByRole('link', { name });
  await expect.element(plans('Upgrade Storage Plan')).toHaveAttribute('href', '/storage-plan-access-fees');
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  await expect.element(plans('See What Takes Space')).toHaveAttribute('href', '/storage-plan-access-fees');
  expect(plans('Upgrade Storage Plan').elements()).toEqual([]);
});

test('UPL-006 the percentage of a video counts what the server has of it', async () => {
  await account.db.uploadJobs.put(job('clip.mp4', { committedBytes: 5_580_000, percent: 62 }));
  showRouted(<Uploads tips={false} />);
  await expect.element(page.getByText(/^Uploading 62% · /)).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'clip.mp4' })).toHaveAttribute('aria-valuenow', '62');
});
