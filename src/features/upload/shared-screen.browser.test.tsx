import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId, organizationScope } from '#contract/ids.ts';
import { readStorage } from '#contract/library.ts';
import { answerKey } from '#store/answers.ts';
import { loadMe, type Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { keepShared, readShared, sharedDatabase } from '#store/uploads/shared-inbox.ts';
import { SharedScreen } from './shared-screen.tsx';
import '../../styles/tokens.css';
import '../../styles/base.css';

let account: Account;
let network: Network;
/** Begins like an MP4. */
const MP4 = Uint8Array.from([0, 0, 0, 24, 102, 116, 121, 112, 109, 112, 52, 50, 0, 0, 0, 0]);
const video = () => new File([MP4], 'Shared.mp4', { type: 'video/mp4' });
const picture = () => new File(['x'], 'Shared.png', { type: 'image/png' });

beforeEach(async () => {
  network = standInNetwork({ workers: ['upload'] });
  account = await freshAccount();
  await sharedDatabase.files.clear();
  await notePull(account);
  network.goOffline();
});
afterEach(() => {
  clearPage();
  network.restore();
});

test('a Member is told to switch the role, and the files stay; they can be deleted', async () => {
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await keepShared([video()]);
  showRouted(<SharedScreen outcome="files" isSignedIn />);
  await expect.element(page.getByText(/^Members have no Library\./)).toBeVisible();
  expect(await account.db.uploadJobs.count()).toBe(0);
  await expectAccessibleAtWidths('files that were shared with a Member');
  await page.getByRole('button', { name: 'Delete the files from this device' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect.poll(readShared).toEqual([]);
});

test('shared files become uploads under their own ids, without a network; another kind is refused in words', async () => {
  await account.db.me.put(person());
  await keepShared([video(), picture()]);
  const { id } = (await readShared()).find(({ name }) => name === 'Shared.mp4')!;
  const path = showRouted(<SharedScreen outcome="files" isSignedIn />);
  await expect.poll(path).toBe('/library');
  await expect.poll(async () => (await account.db.uploadJobs.get(id))?.keptIn, { timeout: 30_000 }).toBe('opfs');
  expect(await account.db.uploadJobs.toArray()).toMatchObject([{ id, name: 'Shared.mp4', scope: SCOPE }]);
  await expect.poll(readShared).toEqual([]);
});

test('files that are shared by an Admin of an organization whose storage is full wait there, and who can upgrade is said', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  const scope = organizationScope(club.id);
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  // As the guard of the route does.
  await loadMe(account);
  await account.db.answers.put({
    key: answerKey(readStorage, {}, scope),
    call: readStorage.id,
    answer: { storageUsed: 10_000, storageSize: 10_000 },
    fetchedAtMs: Date.now(),
  });
  await keepShared([video()]);
  const path = showRouted(<SharedScreen outcome="files" isSignedIn />);
  await expect.poll(path).toBe('/library');
  await expect
    .element(page.getByText('The storage of Club is full. Only its Owner can upgrade the storage plan.'))
    .toBeVisible();
  await expect.poll(async () => (await account.db.uploadJobs.toArray()).map((job) => job.scope)).toEqual([scope]);
  await expect.poll(readShared).toEqual([]);
});

test('files that the system opens with the app become uploads, without a network', async () => {
  await account.db.me.put(person());
  const device = await navigator.storage.getDirectory();
  const handle = await device.getFileHandle('Opened.mp4', { create: true });
  const file = await handle.createWritable();
  await file.write(MP4);
  await file.close();
  const real = Object.getOwnPropertyDescriptor(globalThis, 'launchQueue')!;
  const setConsumer = (consume: (params: object) => void) => consume({ files: [handle] });
  Object.defineProperty(globalThis, 'launchQueue', { configurable: true, value: { setConsumer } });
  const path = showRouted(<SharedScreen outcome={undefined} isSignedIn />);
  await expect.poll(path).toBe('/library');
  await expect
    .poll(async () => (await account.db.uploadJobs.toArray()).map(({ name, keptIn }) => [name, keptIn]))
    .toEqual([['Opened.mp4', 'opfs']]);
  await expect.poll(readShared).toEqual([]);
  Object.defineProperty(globalThis, 'launchQueue', real);
  await device.removeEntry('Opened.mp4');
});

test('files that are shared while nobody is signed in are kept, and that is said', async () => {
  await keepShared([video()]);
  showRouted(<SharedScreen outcome="files" isSignedIn={false} />);
  await expect.element(page.getByText('1 file is kept on this device.')).toBeVisible();
  await expect.element(page.getByText('Sign in to add them to a Library.', { exact: false })).toBeVisible();
  expect(page.getByText('Sign in', { exact: true }).element().closest('a')!.getAttribute('href')).toBe(
    '/sign-in?next=%2Fshared',
  );
  expect(await readShared()).toHaveLength(1);
  await expectAccessibleAtWidths('files that were shared while nobody is signed in');
});
