import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { newId } from '#contract/ids.ts';
import { newJob } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
import { libraryContent } from '#app/data/contents.fixtures.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  show,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { startBack } from '#app/navigation/back.ts';
import { keepInFront, moveMouseAway } from '#ui/overlays/in-front.fixtures.ts';
import { routeTree } from './routeTree.gen.ts';

keepInFront();

// The Library in the app with all its routes, with an upload that no worker goes on with.

let account: Account;
const network = standInNetwork();

beforeEach(async () => {
  await moveMouseAway();
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const REASON =
  'This file is broken or cannot be read. Check that it opens on your device, export it again and upload that.';

test('UPL-012 UPL-053 a file that cannot be used is shown once in the Library and says what to do; it can only be removed', async () => {
  const id = newId();
  const file = { name: 'Cut off.mp4', type: 'video', size: 9_000_000, lastModifiedMs: 0, folderId: null } as const;
  const job = newJob({ id, owner: USER_ID, scope: SCOPE, ...file }, Date.now());
  await account.db.uploadJobs.put({ ...job, keptIn: 'idb', step: 'Optimizing', contentId: id, percent: 100 });
  await account.db.contents.put(libraryContent(SCOPE, 'Wall pass'));
  await account.db.contents.put(
    libraryContent(SCOPE, 'Cut off', { id, contentId: id, encodingStatus: 1, encodingProgress: 0 }),
  );
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: ['/library'] }) });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  const shown = page.getByRole('listitem').filter({ hasText: 'Cut off' });
  await expect.element(shown.getByText(/^Optimizing/).first()).toBeVisible();
  // What the server and the upload say of a file that the review refuses (media-prepare.test.ts, run-jobs.test.ts).
  const rejected = { active: false, encodingStatus: -2, reviewStatus: 'rejected', reviewReason: REASON } as const;
  await account.db.contents.update(id, rejected);
  await account.db.uploadJobs.update(id, {
    state: 'failed',
    errorLevel: 'StatusChecking',
    errorKind: 'SomethingIsWrong',
    errorCode: 'review.rejected',
    errorMessage: REASON,
  });
  await expect.element(shown.getByText(REASON, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('heading', { name: 'Wall pass', level: 3 })).toBeVisible();
  expect(shown.elements()).toHaveLength(1);
  expect(shown.getByRole('button', { name: /^Retry/ }).elements()).toEqual([]);
  await shown.getByRole('button', { name: 'Remove Cut off.mp4' }).click();
  await expect.element(shown).not.toBeInTheDocument();
  expect((await account.db.outbox.toArray()).map(({ call, input }) => [call, input])).toEqual([
    ['upload.cancel', { uploadId: id }],
  ]);
});
