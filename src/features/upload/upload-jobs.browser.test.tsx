import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { newJob } from '#store/uploads/job.ts';
import { restoreBackgroundSync, setBackgroundSync } from '#app/device/background-sync.fixtures.ts';
import { clearPage, freshAccount, person, SCOPE, standInNetwork, type Network } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { UploadJobs } from './upload-jobs.tsx';
import { UploadTips } from './upload-tips.tsx';

let network: Network;
restoreBackgroundSync();
beforeEach(() => {
  network = standInNetwork({ workers: ['upload'] });
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('the card of a sent file says that it waits for its turn, and how far the server is', async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  const id = newId();
  const upload = {
    id,
    owner: person().userId,
    scope: SCOPE,
    name: 'Match day.mp4',
    type: 'video',
    size: 1000,
    lastModifiedMs: 0,
    pagesCount: null,
    folderId: null,
    keptIn: 'idb',
  } as const;
  const job = { ...newJob(upload as never, 1), step: 'Optimizing', contentId: id, percent: 100 } as const;
  const row = {
    id,
    contentId: id,
    scope: SCOPE,
    filename: 'Match day.mp4',
    reviewReason: null,
    createdAt: '2026-11-20T10:00:00.000Z',
  };
  await account.db.contents.put({ ...row, encodingStatus: 0, encodingProgress: 0 } as never);
  showRouted(<UploadJobs jobs={[job as never]} menuOf={undefined} />);
  await expect.element(page.getByText('Optimizing: waiting for its turn', { exact: true })).toBeVisible();
  await account.db.contents.update(id, { encodingStatus: 3, encodingProgress: 42, minutesLeft: 3 });
  await expect.element(page.getByText('Optimizing 42%, about 3 min left', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('progressbar', { name: 'Match day.mp4' })).toHaveAttribute('aria-valuenow', '42');
});

test.each([
  [true, 'You can close Sideline. Your files stay in the queue.', 'uploads pause and go on by themselves.'],
  [
    false,
    'You can close Sideline. Your files stay in the queue and go on when you open it again.',
    'uploads pause and go on by themselves while Sideline is open.',
  ],
])('what is said of closing the app is true in this browser (Background Sync: %s)', async (isThere, help, tip) => {
  setBackgroundSync(isThere);
  const account = await freshAccount();
  await account.db.me.put(person());
  const upload = { id: newId(), owner: person().userId, scope: SCOPE, name: 'a.mp4', type: 'video' as const };
  const job = newJob({ ...upload, size: 1000, lastModifiedMs: 0, folderId: null }, 1);
  showRouted(
    <>
      <UploadTips />
      <UploadJobs jobs={[job]} menuOf={undefined} />
    </>,
  );
  await expect.element(page.getByText(help, { exact: true })).toBeVisible();
  await page.getByText('Before you upload').click();
  await expect
    .element(page.getByText(`You can leave this page or lose your connection: ${tip}`, { exact: true }))
    .toBeVisible();
});
