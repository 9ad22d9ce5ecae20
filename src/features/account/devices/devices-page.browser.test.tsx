import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountSession } from '#contract/account-devices.ts';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { DevicesPage } from './devices-page.tsx';

let account: Account;
const network = standInNetwork();
let sessions: AccountSession[];
/** Sessions that the server was asked to end: an id, or `others`. */
let ended: string[];
const session = (device: string, facts: Partial<AccountSession> = {}): AccountSession => ({
  id: newId(),
  device,
  createdAt: '2026-11-01T10:00:00.000Z',
  lastSeenAt: '2026-11-02T10:00:00.000Z',
  network: '203.0.113.…',
  isCurrent: false,
  ...facts,
});
const open = () => showRouted(<DevicesPage />, '/account-setting/devices');
const button = (name: string) => page.getByRole('button', { name, exact: true });
const devices = () =>
  page
    .getByRole('list', { name: 'Other devices', exact: true })
    .getByRole('listitem')
    .elements()
    .map((item) => item.querySelector('.list-row__title')?.textContent);

beforeEach(async () => {
  account = await freshAccount();
  network.goOnline();
  await account.db.me.put(person());
  ended = [];
  sessions = [session('Firefox on Linux', { isCurrent: true }), session('Chrome on Android'), session('Safari on Mac')];
  network.answer('/sessions', () => ({ count: sessions.length, results: sessions }));
  for (const { id } of sessions)
    network.answer(`/sessions/${id}`, () => {
      ended.push(id);
      sessions = sessions.filter((each) => each.id !== id);
      return {};
    });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('this device comes first and has no Sign out; the others have one, and are named by it', async () => {
  open();
  await expect.poll(devices).toEqual(['Chrome on Android', 'Safari on Mac']);
  const own = page.getByRole('list', { name: 'This device', exact: true });
  await expect.element(own.getByText('Firefox on Linux')).toBeVisible();
  expect(own.getByRole('button').elements()).toEqual([]);
  await expect.element(button('Sign out: Chrome on Android')).toBeVisible();
  await expect.element(page.getByText('Network 203.0.113.…').first()).toBeVisible();
});

test('signing out of one device is asked for first, and takes it off the list', async () => {
  open();
  const [, android] = sessions;
  await button('Sign out: Chrome on Android').click();
  await expect.element(page.getByRole('heading', { name: 'Sign out of Chrome on Android?' })).toBeVisible();
  await button('Cancel').click();
  await expect.poll(() => page.getByRole('alertdialog').elements()).toEqual([]);
  await expect.element(button('Sign out: Chrome on Android')).toHaveFocus();
  expect(ended).toEqual([]);
  await button('Sign out: Chrome on Android').click();
  await button('Sign out').click();
  await expect.poll(devices).toEqual(['Safari on Mac']);
  expect(ended).toEqual([android!.id]);
  // The button that opened the dialog is gone.
  await expect.element(page.getByRole('heading', { name: 'Other devices' })).toHaveFocus();
});

test('signing out of all other devices leaves this one, and the way to a new password', async () => {
  network.answer('/sessions', () => ({ count: sessions.length, results: sessions }));
  open();
  await expect.poll(devices).toHaveLength(2);
  const password = page.getByRole('link', { name: 'Set a new password', exact: true });
  await expect.element(password).toHaveAttribute('href', '/account-setting/password');
  network.answer('/sessions', () => {
    sessions = sessions.filter(({ isCurrent }) => isCurrent);
    return { count: 1, results: sessions };
  });
  await button('Sign out of all other devices').click();
  await expect.element(page.getByRole('heading', { name: 'Sign out of all other devices?' })).toBeVisible();
  await button('Sign out').click();
  await expect.element(page.getByText('You are signed in on this device only.')).toBeVisible();
  expect(button('Sign out of all other devices').query()).toBeNull();
  await expect.element(password).toBeVisible();
});

test('a refusal is said, and the list stays', async () => {
  const [, android] = sessions;
  network.answer(`/sessions/${android!.id}`, () => {
    throw new Refusal(404, 'access.not_found', 'This was not found.');
  });
  open();
  await button('Sign out: Chrome on Android').click();
  await button('Sign out').click();
  await expect.element(page.getByRole('alert')).toHaveTextContent('This was not found.');
  await expect.poll(devices).toHaveLength(2);
});

test('offline it shows the last answer with its age, and says that signing out needs a connection', async () => {
  open();
  await expect.poll(devices).toHaveLength(2);
  clearPage();
  network.goOffline();
  open();
  await expect.poll(devices).toEqual(['Chrome on Android', 'Safari on Mac']);
  await expect.element(page.getByText('Signing out needs a connection.')).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
  for (const name of ['Sign out: Chrome on Android', 'Sign out of all other devices']) {
    await expect.element(button(name)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(button(name)).toHaveAccessibleDescription('Signing out needs a connection.');
  }
});
