import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  USER_ID,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { restoreBackgroundSync, setBackgroundSync } from '#app/device/background-sync.fixtures.ts';
import { expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import type { StoredRecording } from '#store/uploads/recording.ts';
import { KeptRecordings } from './kept-recordings.tsx';
import { RecordScreen } from './record-screen.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let network: Network;
restoreBackgroundSync();
beforeEach(async () => {
  network = standInNetwork({ workers: ['record', 'upload'] });
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
  network.restore();
});

/** A camera that shows a moving square, without a microphone. */
const drawnCamera = (framesPerSecond = 15): MediaStream => {
  const canvas = Object.assign(document.createElement('canvas'), { width: 320, height: 240 });
  const context = canvas.getContext('2d')!;
  const draw = () => {
    context.fillStyle = `hsl(${performance.now() / 10} 80% 50%)`;
    context.fillRect(0, 0, 320, 240);
    requestAnimationFrame(draw);
  };
  draw();
  return canvas.captureStream(framesPerSecond);
};
const withCamera = (give: () => MediaStream | DOMException) =>
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockImplementation(async () => {
    const given = give();
    if (given instanceof DOMException) throw given;
    return given;
  });
const button = (name: string) => page.getByRole('button', { name, exact: true });

test.each([
  ['NotAllowedError', 'Sideline may not use the camera.', 'Try again'],
  ['NotReadableError', 'The camera is used by another app.', 'Try again'],
  ['NotFoundError', 'No camera was found on this device.', 'Go to Library'],
])('a camera that answers %s is said in words, with the way out', async (name, words, wayOut) => {
  withCamera(() => new DOMException('no', name));
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await expect.element(page.getByRole('alert').getByText(new RegExp(words))).toBeVisible();
  await expect.element(page.getByText(wayOut, { exact: true })).toBeVisible();
});

test('clips are recorded without a network, what is safe where is said, and they become one upload', async () => {
  withCamera(() => drawnCamera());
  network.goOffline();
  setBackgroundSync(false);
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await expect.element(button('Record')).not.toHaveAttribute('aria-disabled');
  await expectAccessibleAtWidths('the camera');
  await button('Record').click();
  await expect.element(page.getByText(/^On this phone: 0:\d*[1-9]/)).toBeVisible();
  await expect.element(page.getByText(/Sent: nothing yet\./)).toBeVisible();
  await button('Stop').click();
  await button('Record the next clip').click();
  await expect.element(page.getByText(/^2 clips, joined into one video/)).toBeVisible();
  await expect
    .poll(async () => (await account.db.recordings.toArray()).map(({ clips, bytes }) => bytes > clips[1]!))
    .toEqual([true]);
  await button('Stop').click();
  await expect.element(button('Use it')).toBeVisible();
  await expectAccessibleAtWidths('a recording of two clips');
  await button('Use it').click();
  await expect
    .element(page.getByText('Your recording is kept on this phone. It uploads while Sideline is open.'))
    .toBeVisible();
  await expect.poll(() => account.db.uploadJobs.count()).toBe(1);
  const [job] = await account.db.uploadJobs.toArray();
  expect(job).toMatchObject({ owner: USER_ID, scope: SCOPE, type: 'video', keptIn: 'opfs' });
  expect(job!.clips).toHaveLength(2);
  expect(job!.clips![1]).toBeGreaterThan(0);
  expect(job!.size).toBeGreaterThan(job!.clips![1]!);
  expect(await account.db.recordings.count()).toBe(0);
});

test('a clip is shown as recording once there is something of it, and may be ended before', async () => {
  // A camera that gives no picture.
  withCamera(() => drawnCamera(0));
  network.goOffline();
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await button('Record').click();
  await expect.element(button('Starting')).toBeVisible();
  await expect.poll(() => account.db.recordings.count()).toBe(1);
  await expect.element(button('Stop')).not.toBeInTheDocument();
  await button('Starting').click();
  // What the encoder had begun may be a clip of its own.
  await expect.element(page.getByRole('button', { name: /^Record/ })).toBeVisible();
});

test('the second tap of a double tap does not end the clip', async () => {
  withCamera(() => drawnCamera());
  network.goOffline();
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await button('Record').dblClick();
  await expect.element(button('Stop')).toBeVisible();
});

/** The screen locks that were asked for, and whether each is held. */
const withScreenLocks = (): { isHeld: boolean }[] => {
  const locks: { isHeld: boolean }[] = [];
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    const lock = { isHeld: true };
    locks.push(lock);
    return {
      release: async () => {
        lock.isHeld = false;
      },
    } as WakeLockSentinel;
  });
  return locks;
};

test('the screen stays on while a clip is recorded, also after the page was away, and no longer', async () => {
  const locks = withScreenLocks();
  const heldCount = () => locks.filter(({ isHeld }) => isHeld).length;
  const comeBack = () => document.dispatchEvent(new Event('visibilitychange'));
  withCamera(() => drawnCamera());
  network.goOffline();
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await expect.element(button('Record')).toBeVisible();
  expect(locks).toEqual([]);
  await button('Record').click();
  await expect.element(button('Stop')).toBeVisible();
  expect(locks).toEqual([{ isHeld: true }]);
  // The browser takes the lock away from a page that is hidden.
  locks[0]!.isHeld = false;
  comeBack();
  await expect.poll(heldCount).toBe(1);
  await button('Stop').click();
  await expect.element(button('Record the next clip')).toBeVisible();
  await expect.poll(heldCount).toBe(0);
  comeBack();
  expect(locks).toHaveLength(2);
});

test('a device that keeps no screen on records all the same', async () => {
  vi.spyOn(navigator.wakeLock, 'request').mockRejectedValue(new DOMException('low battery', 'NotAllowedError'));
  withCamera(() => drawnCamera());
  network.goOffline();
  showRouted(<RecordScreen folderId={null} recordingId={undefined} />);
  await button('Record').click();
  await expect.element(page.getByText(/^On this phone: 0:\d*[1-9]/)).toBeVisible();
  await button('Stop').click();
  await expect.element(button('Record the next clip')).toBeVisible();
});

const kept = (facts: Partial<StoredRecording> = {}): StoredRecording => ({
  id: newId(),
  owner: USER_ID,
  scope: SCOPE,
  folderId: null,
  name: 'Recording.webm',
  clips: [0],
  bytes: 4,
  ms: 192_000,
  keptIn: 'idb',
  holder: '',
  startedAtMs: 1,
  ...facts,
});

test('a recording whose page was killed is offered: it is used as an upload, or deleted after a question', async () => {
  const used = kept();
  const deleted = kept({ ms: 5_000 });
  await account.db.recordings.bulkAdd([used, deleted, kept({ scope: 'org:other' as never })]);
  for (const { id } of [used, deleted])
    await account.db.recordingPieces.add({ recordingId: id, at: 0, bytes: new Uint8Array(4).buffer });
  network.goOffline();
  showRouted(<KeptRecordings />);
  await expect.element(page.getByText(/^A recording of 3:12 was kept\./)).toBeVisible();
  await button('Delete the recording of 0:05').click();
  await button('Delete').click();
  await expect.poll(() => account.db.recordings.get(deleted.id)).toBeUndefined();
  await button('Use it: the recording of 3:12').click();
  await expect.poll(() => account.db.uploadJobs.get(used.id)).toMatchObject({ size: 4, keptIn: 'idb', clips: [0] });
  expect(await account.db.recordingPieces.count()).toBe(0);
});

test('a recording that the device does not give is kept, and it is said', async () => {
  const { id } = kept({ keptIn: 'opfs' });
  await account.db.recordings.add(kept({ id, keptIn: 'opfs' }));
  network.goOffline();
  showRouted(<KeptRecordings />);
  await button('Use it: the recording of 3:12').click();
  await expect.element(page.getByText(/^This recording cannot be read now\. It is kept/)).toBeVisible();
  expect([await account.db.recordings.count(), await account.db.uploadJobs.count()]).toEqual([1, 0]);
});
