import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  dismissToasts,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import { ReachBanner } from './reach-banner.tsx';
import { RouteNotices } from './route-notices.tsx';
import { showRouted } from './routed.fixtures.tsx';

let account: Account;
const network = standInNetwork();

const upload = (facts: Partial<StoredUploadJob>) => {
  const id = newId();
  const file = { id, owner: USER_ID, scope: SCOPE, name: 'a.mp4', type: 'video', size: 9, lastModifiedMs: 0 } as const;
  return { ...newJob({ ...file, folderId: null }, Date.now()), keptIn: 'idb', holder: '', ...facts } as StoredUploadJob;
};

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(async () => {
  await dismissToasts();
  clearPage();
  network.goOnline();
});

for (const [when, jobs, words] of [
  ['an upload goes on', [upload({})], 'You are online again. Your uploads continue.'],
  [
    'the only upload waits for storage',
    [upload({ state: 'paused', errorCode: 'library.out_of_storage' })],
    'You are online again.',
  ],
  ['nothing is uploaded', [], 'You are online again.'],
] as const)
  test(`T-28 the network’s return is said; while ${when}: ${words}`, async () => {
    await account.db.uploadJobs.bulkPut([...jobs]);
    network.goOffline();
    showRouted(
      <>
        <ReachBanner />
        <RouteNotices />
      </>,
    );
    await expect.element(page.getByText(/^You are offline\./)).toBeVisible();
    network.goOnline();
    await expect.element(page.getByText(words, { exact: true })).toBeVisible();
  });
