import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { writeDeviceSetting } from '#store/device.ts';
import { grantPushes, PUSH_CONFIG } from '#app/device/push-browser.fixtures.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SettingsPage } from './settings-page.tsx';

let account: Account;
const network = standInNetwork();
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

const pushSwitch = page.getByRole('switch', { name: 'Push on this device', exact: true });
/** A server that takes a registration at that try. @returns The requests for the devices, by method. */
const registersAt = (wanted: number): string[] => {
  const lines: string[] = [];
  let registered: object[] = [];
  network.goOnline();
  network.answer('/devices/push-config', () => PUSH_CONFIG);
  network.answer('/devices', (_, body, method) => {
    lines.push(method);
    if (method === 'GET') return { count: registered.length, results: registered };
    if (lines.length < wanted) throw new Refusal(503, 'server.busy', 'Busy.');
    registered = [body];
    return body;
  });
  return lines;
};

test.each([
  [3, true],
  [4, false],
])(
  'NOT-030 NOT-031 with a server that registers at try %i push is on: %s; the devices are read 1200 ms later',
  async (wanted, isOn) => {
    await writeDeviceSetting('pushRegistrationId', undefined);
    grantPushes();
    const lines = registersAt(wanted);
    const waits = vi.spyOn(globalThis, 'setTimeout');
    try {
      showRouted(<SettingsPage />, '/notification-settings');
      await pushSwitch.click();
      await expect.poll(() => lines).toEqual(isOn ? ['POST', 'POST', 'POST', 'GET'] : ['POST', 'POST', 'POST']);
      await (isOn ? expect.element(pushSwitch).toBeChecked() : expect.element(pushSwitch).not.toBeChecked());
      await expect.poll(() => waits.mock.calls.filter(([, ms]) => ms === 1_200)).toHaveLength(1);
    } finally {
      vi.restoreAllMocks();
      await writeDeviceSetting('pushRegistrationId', undefined);
    }
  },
);

test('NOT-031 a device that the server does not list after all is shown as off', async () => {
  await writeDeviceSetting('pushRegistrationId', undefined);
  grantPushes();
  registersAt(1);
  const lines: string[] = [];
  network.answer('/devices', (_, body, method) => {
    lines.push(method);
    return method === 'GET' ? { count: 0, results: [] } : body;
  });
  try {
    showRouted(<SettingsPage />, '/notification-settings');
    await pushSwitch.click();
    await expect.poll(() => lines).toEqual(['POST', 'GET']);
    await expect.element(pushSwitch).not.toBeChecked();
  } finally {
    vi.restoreAllMocks();
    await writeDeviceSetting('pushRegistrationId', undefined);
  }
});
