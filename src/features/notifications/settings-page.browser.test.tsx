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
