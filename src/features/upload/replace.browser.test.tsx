import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { use } from 'react';
import { ENCODING } from '#contract/encoding.ts';
import { newId } from '#contract/ids.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { newJob } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
import { ReplaceFileContext } from '#app/data/replace-file.ts';
import { useUnfinishedUploads } from '#app/data/upload-jobs.ts';
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
import { ReplaceFiles } from './replace-files.tsx';
import { UploadJobs } from './upload-jobs.tsx';

let account: Account;
const network = standInNetwork({ workers: ['upload'] });
const content = (facts: Partial<LibraryContent> = {}): LibraryContent => {
  const id = newId();
  return {
    id,
    contentId: id,
    scope: SCOPE,
    title: 'Turn',
    filename: 'Turn.mp4',
    type: 'video',
    folderId: null,
    thumbnail: null,
    duration: 10,
    pagesCount: null,
    fileSize: 1,
    originFileSize: 1_000,
    createdAt: '2026-05-01T10:00:00Z',
    isPublished: true,
    category: 'free',
    active: true,
    approved: true,
    encodingStatus: ENCODING.done,
    encodingProgress: 100,
    reviewStatus: 'approved',
    reviewReason: null,
    trim: null,
    sha256: 'a'.repeat(64),
    published: null,
    ...facts,
  };
};

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

function Opener({ row }: { row: LibraryContent }) {
  const open = use(ReplaceFileContext);
  return <button onClick={() => open?.(row)}>Open</button>;
}
const openSheet = async (row: LibraryContent) => {
  await account.db.contents.put(row);
  showRouted(
    <ReplaceFiles>
      <Opener row={row} />
    </ReplaceFiles>,
  );
  await page.getByRole('button', { name: 'Open' }).click();
  await expect.element(page.getByRole('heading', { name: 'Replace the file of Turn' })).toBeVisible();
};
const choose = (label: string, file: File) => userEvent.upload(page.getByLabelText(label, { exact: true }), file);
const film = (bytes = 700) => new File([new Uint8Array(bytes).fill(200)], 'take two.mp4');
const jobs = () => account.db.uploadJobs.toArray();
const calls = async () => (await account.db.outbox.toArray()).map(({ call, input }) => [call, input]);

test('a new file for an item is kept on the device at once, also offline; a later one takes its place', async () => {
  const row = content();
  await openSheet(row);
  await expect.element(page.getByText(/Link, title, tags, ratings and views stay\./)).toBeVisible();
  await expect.element(page.getByText(/You are offline\./)).toBeVisible();
  await choose('Choose a video', film());
  await expect
    .poll(async () => (await jobs()).map(({ replaces, isUnchecked, name }) => ({ replaces, isUnchecked, name })))
    .toEqual([{ replaces: row.id, isUnchecked: false, name: 'take two.mp4' }]);
  const [first] = await jobs();
  await page.getByRole('button', { name: 'Open' }).click();
  await choose('Choose a video', film(800));
  await expect.poll(async () => (await jobs()).map(({ size }) => size)).toEqual([800]);
  expect(await calls()).toContainEqual(['upload.cancel', { uploadId: first!.id }]);
});

test('a file of another kind is refused and nothing is left of it; only what is larger needs room', async () => {
  await account.db.me.put(person({ storageUsed: 9_000, storageSize: 10_000 }));
  const row = content();
  await openSheet(row);
  await choose('Choose a video', new File([new Uint8Array(100).fill(200)], 'talk.mp3'));
  await page.getByRole('button', { name: 'Open' }).click();
  // 1,000 bytes are free, and the old file gives back 1,000 more.
  await choose('Choose a video', film(1_900));
  await expect
    .poll(async () => (await jobs()).map(({ size, isUnchecked }) => [size, isUnchecked]))
    .toEqual([[1_900, false]]);
});

test('a new file that is being prepared can be ended, and the reason of one that failed can be hidden', async () => {
  const row = content({ trim: { status: ENCODING.encoding, progress: 40, reason: null, isFile: true } });
  await openSheet(row);
  await page.getByRole('button', { name: 'Keep the old file' }).click();
  await expect.poll(calls).toEqual([['library.cancelTrim', { id: row.id }]]);
  clearPage();
  await account.db.outbox.clear();
  const failed = content({ trim: { status: -2, progress: 0, reason: 'The new file was not used.', isFile: false } });
  await openSheet(failed);
  await expect.element(page.getByText(/The new file was not used\./)).toBeVisible();
  await page.getByRole('button', { name: 'Hide this message' }).click();
  await expect.poll(calls).toEqual([['library.cancelTrim', { id: failed.id }]]);
});

function Cards() {
  return <UploadJobs jobs={useUnfinishedUploads()} menuOf={undefined} />;
}
const addJob = async (facts: object) => {
  const id = newId();
  const upload = {
    id,
    owner: USER_ID,
    scope: SCOPE,
    name: 'take two.mp4',
    type: 'video' as const,
    size: 9,
    lastModifiedMs: 1,
    folderId: null,
  };
  await account.db.uploadJobs.put({ ...newJob(upload, Date.now()), keptIn: 'idb', state: 'paused', ...facts });
  return id;
};

test('the card of a new file says what it replaces, and offers nothing that is for new items', async () => {
  await addJob({ replaces: newId(), replacesTitle: 'Turn' });
  showRouted(<Cards />);
  await expect.element(page.getByText(/Replaces the file of ‘Turn’\./)).toBeVisible();
  expect(page.getByText('Publish when ready').elements()).toHaveLength(0);
});

test('the card of a file that the person has already says so; it can be ended or go on', async () => {
  const row = content({ filename: 'Turn.mp4' });
  await account.db.contents.put(row);
  const id = await addJob({ equalTo: { id: row.id, name: 'Turn.mp4', folderId: null } });
  showRouted(<Cards />);
  const said = page.getByText('You already have this file: Turn.mp4, in your Library.');
  await expect.element(said).toBeVisible();
  await page.getByRole('button', { name: 'Upload again: take two.mp4' }).click();
  await expect.element(said).not.toBeInTheDocument();
  expect((await account.db.uploadJobs.get(id))?.equalTo).toBeNull();
  await account.db.uploadJobs.update(id, { equalTo: { id: row.id, name: 'Turn.mp4', folderId: null } });
  await page.getByRole('button', { name: /^Use that one and cancel the upload/ }).click();
  await expect.poll(async () => (await jobs()).length).toBe(0);
  expect(await calls()).toContainEqual(['upload.cancel', { uploadId: id }]);
});
