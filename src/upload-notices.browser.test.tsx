import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { newId, organizationScope } from '#contract/ids.ts';
import { newJob, type StoredUploadJob } from '#store/uploads/job.ts';
import type { Account } from '#app/data/account.ts';
import { channelRow } from '#app/data/channels.fixtures.ts';
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
import { routeTree } from './routeTree.gen.ts';
import { keepInFront, moveMouseAway } from '#ui/overlays/in-front.fixtures.ts';
// Layers: the toast lies above the tab bar.
import './styles/tokens.css';

keepInFront();

// The notices of uploads in the app with all its routes.

let account: Account;
const network = standInNetwork({ workers: ['upload'] });

beforeEach(async () => {
  await moveMouseAway();
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  vi.useRealTimers();
  clearPage();
  network.goOnline();
});

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
    Date.now(),
  ),
  keptIn: 'opfs',
  ...facts,
});
const open = (address: string) => {
  const router = createRouter({ routeTree, history: createMemoryHistory({ initialEntries: [address] }) });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  return router;
};
const FAILED = 'Something’s wrong. Content wasn’t uploaded.';

test('UPL-024 UPL-040 UPL-041 UPL-051 UPL-052 outside the tabs a copy is announced for 7 s and a failed upload once for 4 s', async () => {
  const clip = job('clip.mp4');
  await account.db.uploadJobs.put(clip);
  const router = open('/create-channel');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await account.db.uploadJobs.update(clip.id, { storedName: 'clip (1).mp4' });
  await shownFor(
    'status',
    '[clip.mp4] already exists in your content library. It has been stored as a copy under [clip (1).mp4]',
    7_000,
  );
  await account.db.uploadJobs.update(clip.id, { state: 'failed', errorKind: 'SomethingIsWrong' });
  await shownFor('alert', FAILED, 4_000);
  vi.useRealTimers();

  await router.navigate({ to: '/channels' });
  await expect.element(page.getByRole('heading', { name: 'No channels yet' })).toBeVisible();
  expect(page.getByText(FAILED).query()).toBe(null);
  await account.db.uploadJobs.put(job('other.mp4', { state: 'failed' }));
  await page.getByRole('button', { name: 'Go to Library' }).click();
  await expect.poll(() => router.history.location.pathname).toBe('/library');
});

test('an upload that finds no room, because another device took it, opens the storage dialog once, which leads to the unfinished uploads', async () => {
  const clip = job('clip.mp4');
  await account.db.uploadJobs.put(clip);
  open('/create-channel');
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  const waits = { state: 'paused', errorCode: 'library.out_of_storage' } as const;
  await account.db.uploadJobs.update(clip.id, waits);
  const dialog = page.getByRole('dialog', { name: "You've run out of storage space" });
  await expect.element(dialog).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: 'See unfinished uploads' }))
    .toHaveAttribute('href', '/help-support/sync-storage');
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(dialog).not.toBeInTheDocument();
  // It is tried again, and refused again: nothing more is said. A failure of another file shows that this was seen.
  await account.db.uploadJobs.update(clip.id, { state: 'working', errorCode: null });
  await account.db.uploadJobs.update(clip.id, waits);
  await account.db.uploadJobs.put(job('other.mp4', { state: 'failed' }));
  await expect.element(page.getByText(FAILED).first()).toBeVisible();
  expect(dialog.query()).toBe(null);
});

test('UPL-051 who switches the role while a file of the organization is prepared is not told that it is ready', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  const scope = organizationScope(club.id);
  await account.db.me.put(person({ lastLoginedRole: 'organization', organizations: [club] }));
  const [clubs, own] = [job('clubs.mp4', { scope, state: 'working' }), job('own.mp4', { state: 'working' })];
  const content = { encodingStatus: 1, isPublished: false, reviewStatus: 'pending' };
  await account.db.contents.bulkPut([
    { ...content, id: clubs.id, scope, title: 'The club’s' },
    { ...content, id: own.id, scope: SCOPE, title: 'My own' },
  ] as never);
  await account.db.uploadJobs.bulkPut([clubs, job('other.mp4', { scope }), own]);
  // One toast is shown at a time: all that were are kept.
  const said = new Set<string>();
  const watching = new MutationObserver(() => {
    for (const { textContent } of document.querySelectorAll('.toast')) said.add(textContent);
  });
  watching.observe(document.body, { childList: true, subtree: true, characterData: true });
  open('/channels');
  await expect.element(page.getByRole('link', { name: /^Library.* 2 waiting$/ })).toBeVisible();
  await account.db.me.put(person({ organizations: [club] }));
  // The badge counts the uploads of the role in use; what ends in it shows that the switch was seen.
  await expect.element(page.getByRole('link', { name: /^Library.* 1 waiting$/ })).toBeVisible();
  await account.db.uploadJobs.update(clubs.id, { state: 'done' });
  await account.db.uploadJobs.update(own.id, { state: 'done' });
  await expect.element(page.getByText('‘My own’ is in your Library.')).toBeVisible();
  watching.disconnect();
  expect([...said].filter((words) => words.includes('The club’s'))).toEqual([]);
});

test('UPL-051 a failed upload of an organization is announced by its name in another role, and the button opens its Library, offline too', async () => {
  const club = { id: newId(), name: 'Club', role: 'Admin' } as const;
  const other = { id: newId(), name: 'Other club', role: 'Owner' } as const;
  await account.db.me.put(person({ organizations: [other, club] }));
  const router = open('/library');
  await expect.element(page.getByRole('link', { name: 'Folders' })).toBeVisible();
  await account.db.uploadJobs.put(job('clubs.mp4', { scope: organizationScope(club.id), state: 'failed' }));
  await expect.element(page.getByText('Something’s wrong. Content of Club wasn’t uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to Library' }).click();
  await expect
    .poll(async () => (await account.db.me.get(USER_ID))!)
    .toMatchObject({ lastLoginedRole: 'organization', organizations: [club, other] });
  await expect.element(page.getByText('clubs.mp4').first()).toBeVisible();
  expect((await account.db.outbox.toArray()).map(({ call, input }) => [call, input])).toEqual([
    ['users.setLastRole', { lastLoginedRole: 'organization', actFor: club.id }],
  ]);
  // The address no longer switches the role.
  expect(router.history.location.href).toBe('/library');

  await account.db.uploadJobs.put(job('own.mp4', { state: 'failed' }));
  await expect.element(page.getByText('Something’s wrong. Content of your own Library wasn’t uploaded.')).toBeVisible();
  await page.getByRole('button', { name: 'Go to Library' }).click();
  await expect.element(page.getByText('own.mp4').first()).toBeVisible();
  expect((await account.db.me.get(USER_ID))!.lastLoginedRole).toBe('educator');
});

test('an upload that ends offers the next step: one tap begins to publish it', async () => {
  await account.db.channels.bulkPut([channelRow('Juniors'), channelRow('Seniors', { position: 1 })]);
  const clip = job('Rondo.mp4', { state: 'working' });
  await account.db.contents.put(libraryContent(SCOPE, 'Rondo', { id: clip.id, contentId: clip.id, encodingStatus: 1 }));
  await account.db.uploadJobs.put(clip);
  const router = open('/library');
  await expect.element(page.getByRole('link', { name: /^Library.* 1 waiting$/ })).toBeVisible();
  await account.db.contents.update(clip.id, { encodingStatus: 4 });
  await account.db.uploadJobs.update(clip.id, { state: 'done' });
  await expect.element(page.getByText('‘Rondo’ is in your Library.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to Channel' }).click();
  await expect.element(page.getByRole('heading', { name: 'Choose a channel' })).toBeVisible();
  expect(router.history.location.pathname).toBe(`/publish-content/${clip.id}`);
});

test('a Member who follows a notice about a file of theirs gets the Creator’s Library; of an organization of others, the page is not opened', async () => {
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  const router = open(`/library?of=org:${newId()}`);
  await expect.poll(() => router.history.location.pathname).toBe('/home');
  await router.navigate({ href: `/library?of=${SCOPE}` } as never);
  await expect.element(page.getByRole('link', { name: 'Folders' })).toBeVisible();
  expect((await account.db.me.get(USER_ID))!.lastLoginedRole).toBe('educator');
});

/** Expects a toast that stays for so long, by a clock that only this test advances. */
const shownFor = async (role: 'alert' | 'status', words: string, forMs: number): Promise<void> => {
  const toast = () => [...document.querySelectorAll(`[role=${role}]`)].some((each) => each.textContent.includes(words));
  const giveUpAtMs = performance.now() + 10_000;
  while (!toast()) {
    expect(performance.now()).toBeLessThan(giveUpAtMs);
    await nextTask();
    // The toast is made after its region, some ms later.
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(forMs - 200);
  await nextTask();
  expect(toast()).toBe(true);
  await vi.advanceTimersByTimeAsync(400);
  // It leaves within a second of the clock; its movement takes frames.
  for (let laterMs = 0; toast() && laterMs < 1_000; laterMs += 10) {
    await new Promise(requestAnimationFrame);
    await vi.advanceTimersByTimeAsync(10);
  }
  expect(toast()).toBe(false);
};
const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
