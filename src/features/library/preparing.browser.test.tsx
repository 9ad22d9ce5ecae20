import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, SCOPE, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { LibraryScreen } from './library-screen.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

const network = standInNetwork();
let account: Account;
const id = newId();
const put = (facts: Partial<LibraryContent>) =>
  account.db.contents.put({
    id,
    contentId: id,
    scope: SCOPE,
    title: 'Match day',
    filename: 'Match day.mp4',
    type: 'video',
    folderId: null,
    thumbnail: null,
    duration: null,
    pagesCount: null,
    fileSize: 0,
    originFileSize: 1000,
    createdAt: '2026-11-20T10:00:00.000Z',
    isPublished: false,
    category: null,
    active: false,
    approved: false,
    encodingStatus: 0,
    encodingProgress: 0,
    reviewStatus: 'reviewing',
    reviewReason: null,
    published: null,
    ...facts,
  });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('the tile says that the file waits, how far it is and how long it takes, and that better quality follows', async () => {
  await put({});
  showRouted(<LibraryScreen tab="content" uploads={() => null} uploadButton={null} />);
  await expect.element(page.getByText('Waiting for its turn', { exact: true })).toBeVisible();
  await put({ encodingStatus: 3 });
  const bar = page.getByRole('progressbar', { name: 'Match day: Optimizing' });
  await expect.element(bar).not.toHaveAttribute('aria-valuenow');
  await put({ encodingStatus: 3, encodingProgress: 42, minutesLeft: 3 });
  await expect.element(page.getByText('Optimizing 42%, about 3 min left', { exact: true })).toBeVisible();
  await expect.element(bar).toHaveAttribute('aria-valuenow', '42');
  await put({
    encodingStatus: 4,
    encodingProgress: 100,
    reviewStatus: 'approved',
    active: true,
    better: { progress: 0 },
  });
  await expect.element(page.getByText('Better quality follows', { exact: true })).toBeVisible();
  await put({ encodingStatus: 4, encodingProgress: 100, reviewStatus: 'approved', active: true, better: null });
  await expect.element(page.getByText('Better quality follows')).not.toBeInTheDocument();
  await expect.element(page.getByText(/^Optimizing/)).not.toBeInTheDocument();
});
