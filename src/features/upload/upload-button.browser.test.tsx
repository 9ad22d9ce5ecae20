import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId, type Scope } from '#contract/ids.ts';
import { readStorage } from '#contract/library.ts';
import { answerKey } from '#store/answers.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  dismissToasts,
  freshAccount,
  notePull,
  person,
  show,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { UploadButton } from './upload-button.tsx';
import { UploadTips } from './upload-tips.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const ORGANIZATION = newId();
const SCOPE_OF_CLUB: Scope = `org:${ORGANIZATION}`;
const VIDEO = new File([new Uint8Array(2_000)], 'corner.mp4', { type: 'video/mp4' });

/** What this device knows of the organization's storage. */
const keepStorage = (storageUsed: number) =>
  account.db.answers.put({
    key: answerKey(readStorage, {}, SCOPE_OF_CLUB),
    call: readStorage.id,
    answer: { storageUsed, storageSize: 10_000 },
    fetchedAtMs: Date.now(),
  });
const pick = async () => {
  show(<UploadButton folderId={null} />);
  await userEvent.upload(page.getByLabelText('Upload', { exact: true }), VIDEO);
};

beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  // The person's own storage has room for nothing.
  await account.db.me.put(
    person({
      lastLoginedRole: 'organization',
      isOrganization: true,
      organizations: [{ id: ORGANIZATION, name: 'Club', role: 'Admin' }],
      storageUsed: 10_000,
      storageSize: 10_000,
    }),
  );
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('UPL-029 D-290 a file that the organization has no room for is kept, and an Admin reads who can upgrade, also offline', async () => {
  await keepStorage(9_000);
  await pick();
  const dialog = page.getByRole('dialog', { name: "You've run out of storage space" });
  await expect.element(dialog).toBeVisible();
  await expect
    .element(dialog.getByText('The storage of Club is full. Only its Owner can upgrade the storage plan.'))
    .toBeVisible();
  await expect.element(dialog.getByText(/^Your files wait in the Library and are sent/)).toBeVisible();
  await expect
    .poll(async () => (await account.db.uploadJobs.toArray()).map(({ isUnchecked }) => isUnchecked))
    .toEqual([false]);
});

test('a file that it has room for waits in the organization’s Library, whatever the person’s own storage has', async () => {
  await keepStorage(1_000);
  await pick();
  await expect
    .poll(async () => (await account.db.uploadJobs.toArray()).map(({ scope, isUnchecked }) => [scope, isUnchecked]))
    .toEqual([[SCOPE_OF_CLUB, false]]);
  expect(page.getByRole('dialog').elements()).toEqual([]);
});

test('UPL-034 the largest file of each kind is that of the server’s variable for it', async () => {
  await keepStorage(1_000);
  const limits = {
    MAX_VIDEO_AND_AUDIO_CONTENT_SIZE: { value: 20, unit: 'KB' },
    MAX_TEXT_CONTENT_SIZE: { value: 9, unit: 'KB' },
  };
  for (const [name, limit] of Object.entries(limits)) network.answer(`/variables/${name}`, () => limit);
  network.goOnline();
  show(<UploadTips />);
  await page.getByText('Before you upload', { exact: true }).click();
  await expect.element(page.getByText('Content up to 20 KB.', { exact: true })).toBeVisible();
  await expect
    .poll(() => account.db.answers.filter(({ answer }) => 'unit' in (answer as object)).count())
    .toBe(Object.keys(limits).length);
  clearPage();
  network.goOffline();
  show(<UploadButton folderId={null} />);
  for (const [name, bytes, most] of [
    ['match.mp4', 20_001, '20KB'],
    ['talk.mp3', 20_001, '20KB'],
    ['plan.pdf', 9_001, '9KB'],
  ] as const) {
    const file = new File([new Uint8Array(bytes)], name);
    await userEvent.upload(page.getByLabelText('Upload', { exact: true }), file);
    const refusal = `The '${name}' file is to large. The maximum file size can't exceed ${most}.`;
    await expect.element(page.getByText(refusal, { exact: true })).toBeVisible();
    await dismissToasts();
  }
  expect(await account.db.uploadJobs.count()).toBe(0);
});

test('UPL-028 UPL-033 more than five files, and one of another kind, are refused with their messages', async () => {
  await keepStorage(1_000);
  show(<UploadButton folderId={null} />);
  const input = page.getByLabelText('Upload', { exact: true });
  const six = Array.from({ length: 6 }, (_unused, index) => new File([new Uint8Array(9)], `Six ${index}.mp3`));
  await userEvent.upload(input, six);
  await expect.element(page.getByText('You are only able to upload 5 files at a time.', { exact: true })).toBeVisible();
  await dismissToasts();
  await userEvent.upload(input, new File(['words'], 'notes.txt', { type: 'text/plain' }));
  await expect.element(page.getByText("File 'notes.txt' is not a video", { exact: true })).toBeVisible();
  expect(await account.db.uploadJobs.count()).toBe(0);
});

test('the upload of a chosen file is stored before a byte of the file is read: a browser killed now shows it', async () => {
  await keepStorage(1_000);
  const never = () => new Promise<never>(() => {});
  const reading = [
    vi.spyOn(Blob.prototype, 'arrayBuffer').mockImplementation(never),
    vi.spyOn(Blob.prototype, 'text').mockImplementation(never),
    vi.spyOn(Blob.prototype, 'stream').mockImplementation(() => new ReadableStream({ pull: never })),
  ];
  try {
    await pick();
    await expect
      .poll(async () => (await account.db.uploadJobs.toArray()).map(({ name, isUnchecked }) => [name, isUnchecked]))
      .toEqual([['corner.mp4', true]]);
  } finally {
    for (const each of reading) each.mockRestore();
  }
});

test('the ways to add something share one line on the narrowest phone, each large enough for a thumb', async () => {
  await page.viewport(320, 640);
  show(<UploadButton folderId={null} />);
  const ways = [
    page.getByRole('link', { name: 'Record video' }),
    page.getByLabelText('Upload a folder'),
    page.getByLabelText('Upload', { exact: true }),
  ];
  for (const way of ways) await expect.element(way).toBeInTheDocument();
  const boxes = ways.map((way) => way.element().getBoundingClientRect());
  expect(new Set(boxes.map(({ top }) => Math.round(top))).size).toBe(1);
  for (const { left, right, width, height } of boxes) {
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    expect([left >= 0, right <= 320]).toEqual([true, true]);
  }
});
