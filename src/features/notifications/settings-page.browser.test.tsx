import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  idleWorkers,
  notePull,
  person,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SettingsPage } from './settings-page.tsx';

let account: Account;
const network = standInNetwork();
idleWorkers();
beforeEach(async () => {
  account = await freshAccount();
  network.goOffline();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const mailSwitch = page.getByRole('switch', { name: 'Also send digests by mail', exact: true });
const queued = async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }));

test('NOT-016 digests are mailed until the person switches that off, also offline; the page says when they come', async () => {
  showRouted(<SettingsPage />, '/notification-settings');
  await expect.element(mailSwitch).toBeChecked();
  await expect.element(page.getByText(/in your time zone, and never between 22:00 and 7:00/)).toBeVisible();
  await expectAccessible('the notification settings');
  await mailSwitch.click();
  await expect.element(mailSwitch).not.toBeChecked();
  await expect.poll(queued).toEqual([{ call: 'notifications.changeSettings', input: { isMailed: false } }]);
});

test('while all notifications are off, nothing is mailed either', async () => {
  await account.db.me.put(
    person({ lastLoginedRole: 'learner', notificationSettings: { isEnabled: false, isMailed: true, frequencies: {} } }),
  );
  showRouted(<SettingsPage />, '/notification-settings');
  await expect.element(mailSwitch).toBeDisabled();
});

test('mails that came back are said, with the way to correct the address and to try again, also offline', async () => {
  const me = person({ lastLoginedRole: 'learner', unreachableEmail: 'm***@mail.example' });
  await account.db.me.put(me);
  showRouted(<SettingsPage />, '/notification-settings');
  await expect.element(page.getByText(/^A mail to m\*\*\*@mail\.example came back/)).toBeVisible();
  await expectAccessible('the note about mails that came back');
  const correct = page.getByRole('link', { name: 'Correct the address', exact: true });
  await expect.element(correct).toHaveAttribute('href', '/account-setting/email');
  const again = page.getByRole('button', { name: 'Try again', exact: true });
  for (const target of [correct, again])
    expect(target.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  await again.click();
  await expect.element(page.getByText(/came back/)).not.toBeInTheDocument();
  await expect.poll(queued).toEqual([{ call: 'notifications.tryMail', input: {} }]);
});

test('an address that takes mails has no note', async () => {
  await account.db.me.put(person({ lastLoginedRole: 'learner', unreachableEmail: null }));
  showRouted(<SettingsPage />, '/notification-settings');
  await expect.element(mailSwitch).toBeVisible();
  await expect.element(page.getByText(/came back/)).not.toBeInTheDocument();
});
