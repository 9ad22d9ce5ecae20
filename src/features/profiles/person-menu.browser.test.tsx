import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ProfileById } from './own-profile.tsx';
import { answeredPage, profileRow } from './profile.fixtures.ts';

let account: Account;
const network = standInNetwork();
afterAll(() => network.restore());
const ID = newId();
let answered: ReturnType<typeof answeredPage>;

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  answered = answeredPage({
    userId: ID,
    name: 'Ben Okafor',
    username: 'ben',
    basic: { aboutMe: 'A keeper.' },
  });
  network.answer(`/profiles/${ID}`, () => answered);
  network.answer('/feature-flags/PhysicalSize', () => ({ name: 'PhysicalSize', isVisible: true, isEnabled: true }));
  await page.viewport(320, 640);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const menu = page.getByRole('button', { name: 'More actions for Ben Okafor' });
const callsOf = async () =>
  (await account.db.outbox.orderBy('order').toArray()).map(({ call, input }) => [call, input]);

test('a person is blocked in the head of their profile, which then hides all, also offline, until it is undone', async () => {
  showRouted(<ProfileById id={ID} />);
  await expect.element(page.getByText('A keeper.')).toBeVisible();
  const { width, height } = menu.element().getBoundingClientRect();
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  network.goOffline();
  await menu.click();
  await page.getByRole('button', { name: 'Block Ben Okafor' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Block Ben Okafor?' });
  await dialog.getByRole('button', { name: 'Block', exact: true }).click();
  await expect.element(page.getByRole('main').getByText('You blocked Ben Okafor')).toBeVisible();
  await expect.element(page.getByText('A keeper.')).not.toBeInTheDocument();
  // Nothing is said of channels that are only not shown.
  await expect.element(page.getByText('No channels yet.')).not.toBeInTheDocument();
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('More actions for Ben Okafor');
  await expect.element(page.getByRole('heading', { level: 1, name: 'Ben Okafor' })).toBeVisible();
  await expect.element(page.getByText('@ben')).toBeVisible();
  await expectAccessible('a blocked person');
  expect(await callsOf()).toEqual([['blocks.block', { personId: ID, name: 'Ben Okafor', userPhoto: null }]]);

  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.element(page.getByText('A keeper.')).toBeVisible();
  expect((await callsOf()).at(-1)).toEqual(['blocks.unblock', { personId: ID }]);
});

test('the note and the menu of a blocked person’s profile unblock', async () => {
  await account.db.blocks.put({
    id: ID,
    scope: SCOPE,
    name: 'Ben Okafor',
    userPhoto: null,
    blockedAt: '2026-05-01T10:00:00.000Z',
  });
  showRouted(<ProfileById id={ID} />);
  await menu.click();
  await expect.element(page.getByRole('button', { name: 'Unblock Ben Okafor' })).toBeVisible();
  await page.getByRole('button', { name: 'Unblock Ben Okafor' }).click();
  await expect.element(page.getByText('A keeper.')).toBeVisible();
  await expect.element(page.getByRole('main').getByText('You blocked Ben Okafor')).not.toBeInTheDocument();
  await expect.poll(callsOf).toEqual([['blocks.unblock', { personId: ID }]]);
});

test('the own profile and that of an organization have no menu', async () => {
  answered = answeredPage({ userId: ID, name: 'North Club', isOrganization: true });
  showRouted(<ProfileById id={ID} />);
  await expect.element(page.getByRole('heading', { level: 1, name: 'North Club' })).toBeVisible();
  expect(page.getByRole('button', { name: /^More actions for/ }).elements()).toEqual([]);
  clearPage();
  await account.db.profiles.put(profileRow({ aboutMe: 'A coach.' }));
  showRouted(<ProfileById id={USER_ID} />);
  await expect.element(page.getByText('A coach.')).toBeVisible();
  expect(page.getByRole('button', { name: /^More actions for/ }).elements()).toEqual([]);
});
