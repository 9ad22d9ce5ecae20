import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { AccountHistoryEvent, AccountSettings } from '#contract/account.ts';
import { newId } from '#contract/ids.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AccountHistoryPage } from './history/history-page.tsx';
import { CommunicationMethodPage } from './settings/communication-method-page.tsx';
import { EmailPage } from './settings/email-page.tsx';
import { NamePage } from './settings/name-page.tsx';
import { PasswordPage } from './settings/password-page.tsx';
import { PhonePage } from './settings/phone-page.tsx';
import { AccountSettingsPage } from './settings/settings-page.tsx';
import { UsernamePage } from './settings/username-page.tsx';

const SETTINGS: AccountSettings = {
  username: 'ana',
  email: 'ana@example.org',
  phoneNumber: '+38591000111',
  communicationMethod: 'email',
  firstName: 'Ana',
  lastName: 'Silva',
};

let account: Account;
const network = standInNetwork();
let path: () => string;
/** Bodies of the changes that were sent, by path. */
let sent: Record<string, unknown>[];

const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = (name: string) => page.getByLabelText(name, { exact: true });
const open = (screen: ReactNode) => {
  path = showRouted(screen, '/account-setting/x');
};
const queued = async () => (await account.db.outbox.toArray()).map(({ call, input }) => ({ call, input }));
/** Answers a change, or refuses it while `refusal` is set. */
const takes = (address: string, answer: unknown, refusals: Refusal[] = []) =>
  network.answer(address, (_query, body) => {
    sent.push(body);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return answer;
  });
const left = () => expect.poll(path).toBe('/dashboard');

beforeEach(async () => {
  sent = [];
  account = await freshAccount();
  network.goOnline();
  network.answer('/account-settings', () => SETTINGS);
  network.answer('/auth/code-delivery', () => ({ isDelayed: false }));
  await account.db.me.put(person({ communicationMethod: 'email' }));
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('NAV-088 PRO-035 Account Settings leads to each page and shows what is set; offline with its age', async () => {
  open(<AccountSettingsPage />);
  for (const [name, address] of [
    ['Name', '/account-setting/name'],
    ['Username', '/account-setting/username'],
    ['Email', '/account-setting/email'],
    ['Phone', '/account-setting/phone'],
    ['Password', '/account-setting/password'],
    ['Communication method', '/account-setting/communication-method'],
    ['Notification settings', '/notification-settings'],
    ['Account history', '/account-history'],
  ] as const)
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', address);
  for (const value of ['Ana Silva', 'ana', 'ana@example.org', '+38591000111'])
    await expect.element(page.getByText(value, { exact: true })).toBeVisible();
  expect(page.getByText(/Last updated/).query()).toBeNull();
  network.goOffline();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  await expect.element(page.getByText('ana@example.org', { exact: true })).toBeVisible();
});

test('NAV-088 D-88 names are saved offline and shown at once', async () => {
  network.goOffline();
  open(<NamePage />);
  await expect.element(field('First name')).toHaveValue('Ana');
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await field('First name').fill('An4');
  await button('Save').click();
  await expect.element(page.getByText('Special characters are not allowed')).toBeVisible();
  await field('First name').fill(' Anna ');
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'account.change', input: { firstName: 'Anna', lastName: 'Silva' } }]);
  expect(await account.db.me.get(USER_ID)).toMatchObject({ firstName: 'Anna', lastName: 'Silva' });
  await left();
});

test('NAV-088 D-88 the way to send codes is saved offline; Text needs consent', async () => {
  network.goOffline();
  open(<CommunicationMethodPage />);
  await expect.element(page.getByRole('radio', { name: 'Email', exact: true })).toBeChecked();
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox').click();
  await button('Save').click();
  await expect.poll(queued).toEqual([{ call: 'account.change', input: { communicationMethod: 'text' } }]);
  expect(await account.db.me.get(USER_ID)).toMatchObject({ communicationMethod: 'text' });
});

test('NAV-088 D-88 a username needs a connection; the server’s refusal is below the field and the input stays', async () => {
  const wait = 'You can change your username once in 30 days. Try again in 12 days.';
  takes('/account-settings/username', SETTINGS, [new Refusal(429, 'account.username_wait', wait)]);
  network.goOffline();
  open(<UsernamePage />);
  await field('Username').fill('ana kovac');
  await expect.element(page.getByText('Connect to the internet to continue')).toBeVisible();
  await expect.element(button('Save')).toHaveAttribute('aria-disabled', 'true');
  network.goOnline();
  await button('Save').click();
  await expect.element(field('Username')).toHaveAccessibleDescription(/No spaces or special characters/);
  await field('Username').fill('anakovac');
  await button('Save').click();
  await expect.element(page.getByText(wait)).toBeVisible();
  await expect.element(field('Username')).toHaveValue('anakovac');
  await button('Save').click();
  await left();
  await expect.poll(() => sent).toEqual([{ username: 'anakovac' }, { username: 'anakovac' }]);
});

test('NAV-088 D-88 a new email address needs the code that was sent to it', async () => {
  const codeId = newId();
  takes('/account-settings/confirmation-code/send', { codeId });
  takes('/account-settings/email', SETTINGS, [new Refusal(403, 'account.wrong_code', 'Incorrect confirmation code')]);
  open(<EmailPage />);
  await expect.element(page.getByText('Now: ana@example.org')).toBeVisible();
  await field('New email address').fill('Ana.Kovac@example.org');
  await button('Send code').click();
  await expect.element(page.getByRole('heading', { name: 'We sent you a code.' })).toBeVisible();
  await expect.element(page.getByText('ana.kovac@example.org')).toBeVisible();
  await expect.element(button('Resend code')).toHaveAttribute('aria-disabled', 'true');
  await field('Confirmation code').fill('111111');
  await button('Save').click();
  await expect.element(page.getByText('Incorrect confirmation code')).toBeVisible();
  await field('Confirmation code').fill('123456');
  await button('Save').click();
  await left();
  const email = 'ana.kovac@example.org';
  await expect
    .poll(() => sent)
    .toEqual([
      { communicationMethod: 'email', destinationValue: email },
      { email, codeId, confirmationCodeFromUser: '111111' },
      { email, codeId, confirmationCodeFromUser: '123456' },
    ]);
});

test('NAV-088 D-88 a new phone number needs consent and the code; Back keeps the number', async () => {
  const codeId = newId();
  takes('/account-settings/confirmation-code/send', { codeId });
  takes('/account-settings/phone', SETTINGS);
  open(<PhonePage />);
  await page.getByRole('button', { name: /Country code/ }).click();
  await page.getByRole('option', { name: /Croatia/ }).click();
  await field('Number').fill('91 222 333');
  await expect.element(button('Send code')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox').click();
  await button('Send code').click();
  await expect.element(page.getByText('+385 91222333')).toBeVisible();
  await button('Back').click();
  await expect.element(field('Number')).toHaveValue('91222333');
  await button('Send code').click();
  await field('Confirmation code').fill('123456');
  await button('Save').click();
  await left();
  expect(sent.at(-1)).toEqual({ phoneNumber: '+38591222333', codeId, confirmationCodeFromUser: '123456' });
});

test('D-57 what was not confirmed at sign-up says so everywhere, and a code confirms it', async () => {
  const codeId = newId();
  network.answer('/account-settings', () => ({ ...SETTINGS, isEmailVerified: true, isPhoneVerified: false }));
  takes('/account-settings/confirmation-code/send', { codeId });
  takes('/account-settings/phone', SETTINGS);
  open(<AccountSettingsPage />);
  await expect.element(page.getByText('Not confirmed yet · Confirm')).toBeVisible();
  expect(page.getByText('Not confirmed yet · Confirm').elements()).toHaveLength(1);
  clearPage();
  open(<CommunicationMethodPage />);
  await expect.element(page.getByRole('radio', { name: 'Text', exact: true })).toBeVisible();
  expect(page.getByText(/not confirmed yet/).query()).toBeNull();
  await page.getByRole('radio', { name: 'Text', exact: true }).click();
  await expect
    .element(page.getByRole('link', { name: 'Confirm this number' }))
    .toHaveAttribute('href', '/account-setting/phone');
  clearPage();
  open(<EmailPage />);
  await expect.element(page.getByText('Now: ana@example.org')).toBeVisible();
  expect(page.getByText(/not confirmed yet/).query()).toBeNull();
  clearPage();
  open(<PhonePage />);
  await button('Confirm this number').click();
  await expect.element(button('Send code')).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('checkbox').click();
  await button('Send code').click();
  await expect.element(page.getByText('+38591000111')).toBeVisible();
  await field('Confirmation code').fill('123456');
  await button('Save').click();
  await left();
  await expect
    .poll(() => sent)
    .toEqual([
      { communicationMethod: 'text', destinationValue: '+38591000111' },
      { phoneNumber: '+38591000111', codeId, confirmationCodeFromUser: '123456' },
    ]);
});

test('NAV-088 D-88 a new password needs the current one, all rules and a connection', async () => {
  const wrong = new Refusal(400, 'account.wrong_current_password', 'The current password is not right.');
  takes('/account-settings/password', { access: 'token' }, [wrong]);
  open(<PasswordPage />);
  await field('Current password').fill('Corner-Flag-26!');
  await field('New password').fill('Silva-Ana-1!');
  await field('Confirm password').fill('Silva-Ana-1!');
  await button('Save password').click();
  await expect.element(page.getByText(/little more than your own name/)).toBeVisible();
  await field('New password').fill('Penalty-Kick-3!');
  await expect.element(button('Save password')).toHaveAttribute('aria-disabled', 'true');
  await field('Confirm password').fill('Penalty-Kick-3!');
  network.goOffline();
  await expect.element(page.getByText('Connect to the internet to continue')).toBeVisible();
  network.goOnline();
  await button('Save password').click();
  await expect.element(page.getByText('The current password is not right.')).toBeVisible();
  await field('Current password').fill('Corner-Flag-27!');
  await button('Save password').click();
  await left();
  expect(sent.at(-1)).toEqual({
    currentPassword: 'Corner-Flag-27!',
    password1: 'Penalty-Kick-3!',
    password2: 'Penalty-Kick-3!',
  });
  expect(await queued()).toEqual([]);
});

test('NAV-085 D-89 the account history shows events with device and time, 25 at once, and offline with its age', async () => {
  const event = (facts: Partial<AccountHistoryEvent>): AccountHistoryEvent => ({
    id: newId(),
    kind: 'sign_in',
    at: '2026-03-01T09:30:00.000Z',
    device: 'Chrome on Android',
    detail: {},
    ...facts,
  });
  const first = [
    event({ kind: 'role_changed', detail: { role: 'educator' } }),
    event({ kind: 'a_newer_kind', device: '' }),
    event({ detail: { newDevice: true } }),
    ...Array.from({ length: 22 }, () => event({})),
  ];
  network.answer('/account-history', (query) => ({
    count: 26,
    results: query.get('page') === '2' ? [event({ kind: 'password_changed', detail: { byCode: true } })] : first,
  }));
  open(<AccountHistoryPage />);
  const rows = page.getByRole('list', { name: 'Account history' }).getByRole('listitem');
  const textOf = (at: number) => expect.poll(() => rows.elements()[at]?.textContent);
  await textOf(0).toMatch(/^Role changed.*Creator.*Chrome on Android.*2026/);
  await textOf(1).toMatch(/^Account changed.*Unknown device/);
  await textOf(2).toMatch(/^Signed in.*On a new device/);
  await textOf(3).toMatch(/^Signed in(?!.*new device)/);
  await page.getByText('Signed in').last().element().scrollIntoView();
  await textOf(25).toMatch(/^Password changed.*With a code/);
  network.goOffline();
  await expect.element(page.getByText(/Last updated/)).toBeVisible();
  await expect.element(rows.nth(0)).toBeVisible();
});
