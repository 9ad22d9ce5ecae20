import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { watchText } from '#contract/text/watch.ts';
import { readDetail } from '#contract/watch.ts';
import { answerKey } from '#store/answers.ts';
import { deviceDatabase, writeDeviceSetting } from '#store/device.ts';
import { readCopy } from '#store/saved/copies.ts';
import { addSaves, retrySaves } from '#store/saved/jobs.ts';
import { LEASE_MS, newLease } from '#store/saved/lease.ts';
import { startSaves } from '#store/saved/start-saves.ts';
import type { Account } from '#app/data/account.ts';
import { watchDetail } from '#app/data/contents.fixtures.ts';
import { restoreBackgroundSync, setBackgroundSync } from '#app/device/background-sync.fixtures.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { makePdf } from '#ui/pdf/pdf.fixtures.ts';
import { videoFile, VIDEO_SECONDS } from '#ui/player/video.fixtures.ts';
import { mediaServer } from '#app/data/media-server.fixtures.ts';
import { WatchPage } from './watch-page.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
// Documents are read by a worker, which pdf.js starts without a name.
const network = standInNetwork({ workers: [''] });
restoreBackgroundSync();
const media = mediaServer();
afterAll(() => media.restore());

let id: string;
let detail: ReturnType<typeof watchDetail>;
const address = () => `/media/token/${detail.contentId}/`;
const open = () => showRouted(<WatchPage search={{ content: id, channelId: newId() }} onOpen={() => {}} />);
const chip = (name: string | RegExp) => page.getByRole('button', { name });
const bytesOf = async (): Promise<Uint8Array<ArrayBuffer>> => new Uint8Array(await (await videoFile()).arrayBuffer());
const putFile = (name: string, bytes: Uint8Array<ArrayBuffer>) => media.files.set(`${address()}${name}`, bytes);
const saved = async () => account.db.savedMedia.get(id);
const pieces = () => account.db.savedPieces.count();

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  await deviceDatabase.settings.delete('saveHeight');
  await deviceDatabase.settings.delete('uploadsOnWifiOnly');
  media.asked.length = 0;
  media.files.clear();
  id = newId();
  const contentId = newId();
  detail = watchDetail({
    id,
    contentId,
    title: 'Serve practice',
    durationInMilliseconds: VIDEO_SECONDS * 1000,
    url: `/media/token/${contentId}/master.m3u8`,
    progressiveUrl: `/media/token/${contentId}/video.mp4`,
  });
  network.answer(`/published-contents/${id}/detail`, () => detail);
  network.answer(`/published-contents/${id}/captions`, () => ({ tracks: [], chapters: [] }));
});
afterEach(() => {
  clearPage();
  Reflect.deleteProperty(navigator, 'connection');
  vi.restoreAllMocks();
  network.goOnline();
});

test('a copy that the network broke off goes on where it stopped, is shown as saved only when it is whole, and plays offline', async () => {
  const bytes = await bytesOf();
  putFile('video.mp4', bytes);
  media.cutAfter(500);
  open();
  await chip('Save offline').click();
  await expect.poll(async () => (await account.db.saveJobs.get(id))?.received).toBe(500);
  expect([await saved(), await pieces()]).toEqual([undefined, 1]);
  await expect.element(chip('Saved on this device')).toBeVisible();
  expect(media.asked.filter((each) => each.endsWith('video.mp4'))).toEqual([
    `bytes=0- ${address()}video.mp4`,
    `bytes=500- ${address()}video.mp4`,
  ]);
  const copy = await readCopy(account.db, (await saved())!);
  expect(new Uint8Array(await copy!.arrayBuffer())).toEqual(bytes);
  await expect.element(page.getByText(/^Until /)).toBeVisible();

  clearPage();
  network.goOffline();
  // The cached answer was evicted: the copy has what its page shows.
  await account.db.answers.clear();
  open();
  await expect.element(page.getByRole('heading', { name: 'Serve practice' })).toBeVisible();
  await expect.poll(() => document.querySelector('video')?.readyState).toBeGreaterThan(1);
});

test.each(['the person says so', 'Wi-Fi is back'])(
  'with Wi-Fi only, nothing is fetched by mobile data until %s',
  async (reason) => {
    putFile('video.mp4', await bytesOf());
    const wifi = (navigator as { connection?: EventTarget }).connection!;
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { type: 'cellular' } });
    await writeDeviceSetting('uploadsOnWifiOnly', true);
    open();
    await chip('Save offline').click();
    await expect.element(chip(watchText.savingWifi)).toBeVisible();
    // Another one, which may go, is saved after it: the round has passed this one by.
    const other = newId();
    network.answer(`/published-contents/${other}/detail`, () => ({ ...detail, id: other }));
    network.answer(`/published-contents/${other}/captions`, () => ({ tracks: [], chapters: [] }));
    await addSaves(account.db, [{ id: other, title: 'Grip', height: null }]);
    await retrySaves(account.db, [other], { anyNetwork: true });
    await expect.poll(async () => (await account.db.savedMedia.get(other))?.id).toBe(other);
    expect(await account.db.saveJobs.get(id)).toMatchObject({ received: 0, holder: null });
    media.asked.length = 0;
    if (reason === 'Wi-Fi is back') {
      Reflect.deleteProperty(navigator, 'connection');
      wifi.dispatchEvent(new Event('change'));
    } else {
      await chip(watchText.savingWifi).click();
      await page.getByRole('button', { name: watchText.saveAnyway }).click();
    }
    await expect.element(chip('Saved on this device')).toBeVisible();
    expect(media.asked).toEqual([`bytes=0- ${address()}video.mp4`]);
  },
);

test('a copy that a killed page began goes on in the next one; stopping it frees what was fetched', async () => {
  const bytes = await bytesOf();
  putFile('video.mp4', bytes);
  const copyId = newId();
  await account.db.savedPieces.put({ copyId, at: 0, bytes: new Blob([bytes.slice(0, 700)]) });
  await account.db.saveJobs.put({
    id,
    copyId,
    title: detail.title,
    height: null,
    addedAtMs: 1,
    received: 700,
    bytes: bytes.byteLength,
    file: `${detail.contentId}/video.mp4`,
    etag: '"one"',
    problem: null,
    holder: newId(),
    beatAtMs: Date.now(),
    attempts: 0,
    nextAttemptAtMs: 0,
  });
  startSaves(USER_ID);
  await expect.poll(async () => (await saved())?.bytes).toBe(bytes.byteLength);
  expect(media.asked).toEqual([`bytes=700- ${address()}video.mp4`]);

  const other = newId();
  network.answer(`/published-contents/${other}/detail`, () => ({ ...detail, id: other }));
  await account.db.saveJobs.put({ ...(await jobOf()), id: other, copyId: other });
  await account.db.savedPieces.put({ copyId: other, at: 0, bytes: new Blob(['half']) });
  network.answer(`/published-contents/${other}/captions`, () => ({ tracks: [], chapters: [] }));
  id = other;
  detail = { ...detail, id: other };
  open();
  await chip(/^(Saving|Waiting to save)/).click();
  await page.getByRole('button', { name: 'Stop saving' }).click();
  await expect.element(chip('Save offline')).toBeVisible();
  expect(await account.db.savedPieces.where('[copyId+at]').between([other, 0], [other, Infinity]).count()).toBe(0);
});

test.each([
  [true, 'It goes on by itself, also after Sideline was closed.'],
  [false, 'It goes on while Sideline is open, and when you open it again.'],
])('it is said truly when saving goes on (Background Sync: %s)', async (isThere, words) => {
  setBackgroundSync(isThere);
  await account.db.saveJobs.put({ ...(await jobOf()), id, copyId: id });
  open();
  await chip(/^(Saving|Waiting to save)/).click();
  await expect.element(page.getByText(`${words} What is here already is kept until you stop it.`)).toBeVisible();
});

/** A job that waits for a minute before its next attempt. */
const jobOf = async () => ({
  title: detail.title,
  height: null,
  addedAtMs: 1,
  received: 4,
  bytes: 400,
  file: `${detail.contentId}/video.mp4`,
  etag: null,
  problem: null,
  holder: null,
  beatAtMs: 0,
  attempts: 3,
  nextAttemptAtMs: Date.now() + 50_000,
});

test('a device without room says so before anything is fetched, and by how much; with room it can be tried again', async () => {
  putFile('video.mp4', await bytesOf());
  const estimate = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 60_000_000, usage: 20_000_000 });
  open();
  await chip('Save offline').click();
  await expect
    .element(page.getByRole('status').getByText('There is not enough room on this device: 10 MB are missing.'))
    .toBeVisible();
  expect([media.asked, await pieces()]).toEqual([[], 0]);
  estimate.mockRestore();
  await chip('Not saved yet').click();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(chip('Saved on this device')).toBeVisible();
});

test('the sizes of a video are shown before it is saved, and the chosen one is fetched', async () => {
  const bytes = await bytesOf();
  putFile('master.m3u8', new TextEncoder().encode('#EXTM3U\n360p.m3u8\n\n1080p.m3u8\n\n720p.m3u8\n'));
  putFile('1080p.mp4', new Uint8Array(3_000_000));
  putFile('video.mp4', new Uint8Array(2_000_000));
  putFile('360p.mp4', bytes);
  open();
  await chip('Up to 720p').click();
  const size = (name: string) => page.getByRole('radio', { name, exact: true });
  await expect.element(size('720p')).toBeChecked();
  for (const [name, words] of [
    ['1080p', '3 MB'],
    ['720p', '2 MB'],
    ['360p', '1.64 KB'],
  ] as const)
    await expect.element(size(name)).toHaveAccessibleDescription(words);
  await size('360p').click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect.element(chip('Saved on this device')).toBeVisible();
  expect(media.asked.at(-1)).toBe(`bytes=0- ${address()}360p.mp4`);
  expect(await saved()).toMatchObject({ height: 360, bytes: bytes.byteLength });
});

const putCopy = async (lease = newLease(null)) => {
  const copyId = newId();
  const blob = await videoFile();
  await account.db.savedPieces.put({ copyId, at: 0, bytes: blob });
  await account.db.savedMedia.put({
    id,
    contentType: 'video/mp4',
    copyId,
    bytes: blob.size,
    savedAtMs: 1,
    version: detail.contentId,
    lease,
    detail,
  });
};

test('after the end of its lease a copy is not played offline; online it is renewed', async () => {
  const atMs = Date.now() - LEASE_MS - 1000;
  await putCopy({ checkedAtMs: atMs, endsAtMs: null, seenAtMs: atMs, deviceAtMs: atMs });
  network.goOffline();
  open();
  await expect
    .element(page.getByText('The time to watch this offline is over. Connect to the internet to renew it.'))
    .toBeVisible();
  expect(document.querySelector('video')).toBe(null);
  network.goOnline();
  startSaves(USER_ID);
  await expect.poll(async () => (await saved())!.lease!.checkedAtMs).toBeGreaterThan(atMs);
});

test('a copy whose access has ended is deleted with its bytes, once the server says so', async () => {
  await putCopy();
  await account.db.answers.put({
    key: answerKey(readDetail, { publishedId: id }),
    call: readDetail.id,
    answer: detail,
    fetchedAtMs: 1,
  });
  const subscription = {
    id: newId(),
    scope: 'user:x',
    sportId: 'tennis',
    sportName: 'Tennis',
    sportType: 'Launched',
    subscriptionType: 'trial',
    subscriptionStatus: null,
    subscriptionCanceledAt: null,
    subscriptionTrialTo: new Date(Date.now() + 60_000).toISOString(),
    discountCodeEndAt: null,
  } as const;
  await account.db.subscriptions.put(subscription as never);
  startSaves(USER_ID);
  network.answer(`/published-contents/${id}/detail`, () => ({
    ...detail,
    locked: true,
    url: null,
    progressiveUrl: null,
  }));
  // The pull brings the end of the trial.
  await expect
    .poll(async () => {
      await account.db.subscriptions.put({ ...subscription, subscriptionType: 'expired', sportName: newId() } as never);
      return [await account.db.savedMedia.count(), await pieces()];
    })
    .toEqual([0, 0]);
});

test('D-358 a document that was opened is kept on this device and can be read offline', async () => {
  const pdf = new Uint8Array(await makePdf(2).arrayBuffer());
  detail = {
    ...detail,
    type: 'text',
    durationInMilliseconds: null,
    progressiveSize: pdf.byteLength,
    url: `${address()}document.pdf`,
  };
  putFile('document.pdf', pdf);
  open();
  await page.getByRole('button', { name: /^Open/ }).click();
  await expect.poll(async () => (await saved())?.bytes).toBe(pdf.byteLength);
  await userEvent.keyboard('{Escape}');
  clearPage();
  network.goOffline();
  media.files.clear();
  open();
  await expect.element(page.getByRole('button', { name: /^Open/ })).toBeVisible();
});
