import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { DataPage } from './data/data-page.tsx';
import { BlockedPage } from './blocked/blocked-page.tsx';
import { DevicesPage } from './devices/devices-page.tsx';
import { GuardianPage } from './guardian/guardian-page.tsx';
import { AccountHistoryPage } from './history/history-page.tsx';
import { DeleteAccountPage } from './leaving/delete-account-page.tsx';
import { SecurityScreen } from './security/security-screen.tsx';
import { CommunicationMethodPage } from './settings/communication-method-page.tsx';
import { EmailPage } from './settings/email-page.tsx';
import { NamePage } from './settings/name-page.tsx';
import { PasswordPage } from './settings/password-page.tsx';
import { PhonePage } from './settings/phone-page.tsx';
import { AccountSettingsPage } from './settings/settings-page.tsx';
import { UsernamePage } from './settings/username-page.tsx';

const SETTINGS = {
  username: 'ana',
  email: 'ana@example.org',
  phoneNumber: '+38591000111',
  communicationMethod: 'email',
  firstName: 'Ana',
  lastName: 'Silva',
};

interface Read {
  screen: ReactNode;
  /** Path of the call. */
  path: string;
  answer: unknown;
  /** What the page shows of it. */
  shows: string;
}
const ofSettings = (screen: ReactNode, shows: string): Read => ({
  screen,
  path: '/account-settings',
  answer: SETTINGS,
  shows,
});

/** The pages that read an answer, by the file of their route. */
const READING: Record<string, Read> = {
  'account-history': {
    screen: <AccountHistoryPage />,
    path: '/account-history',
    answer: { count: 0, results: [] },
    shows: 'Nothing has happened yet.',
  },
  'account-setting.index': ofSettings(<AccountSettingsPage />, 'ana@example.org'),
  'account-setting.communication-method': ofSettings(<CommunicationMethodPage />, '+38591000111'),
  'account-setting.data': {
    screen: <DataPage />,
    path: '/account/export',
    answer: { held: [], files: { count: 0, bytes: 0 }, export: null },
    shows: 'Ask for your archive',
  },
  'account-setting.devices': {
    screen: <DevicesPage />,
    path: '/sessions',
    answer: { results: [] },
    shows: 'You are signed in on this device only.',
  },
  'account-setting.email': ofSettings(<EmailPage />, 'Now: ana@example.org'),
  'account-setting.guardian': {
    screen: <GuardianPage />,
    path: '/account-settings/guardian',
    answer: { isNeeded: false, state: 'none', guardianEmail: null, askedAt: null },
    shows: 'You need no consent.',
  },
  'account-setting.phone': ofSettings(<PhonePage />, 'Now: +38591000111'),
  'account-setting.security': {
    screen: <SecurityScreen />,
    path: '/account/security',
    answer: { passkeys: [], twoFactor: { isOn: false, since: null, recoveryCodesLeft: 0 } },
    shows: 'You have no passkey yet.',
  },
};
/** The pages that read nothing but own rows. */
const OWN: Record<string, ReactNode> = {
  'account-setting.blocked': <BlockedPage />,
  'account-setting.delete-account': <DeleteAccountPage />,
  'account-setting.name': <NamePage />,
  'account-setting.password': <PasswordPage />,
  'account-setting.username': <UsernamePage />,
};

const network = standInNetwork();
const open = (screen: ReactNode) => showRouted(screen, '/account-setting/x');
const shown = (text: string) => page.getByText(text, { exact: true }).first();
const loading = page.getByLabelText('Loading', { exact: true }).first();

beforeEach(async () => {
  const account = await freshAccount();
  network.goOnline();
  await account.db.me.put(person());
  await notePull(account);
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('every page of the account is in these tests', () => {
  const routes = Object.keys(import.meta.glob('../../routes/**/account-*.tsx'));
  const names = routes.map((route) => /([^/]+)\.tsx$/.exec(route)![1]!);
  expect(names.toSorted()).toEqual([...Object.keys(READING), ...Object.keys(OWN)].toSorted());
});

test.for(Object.entries(READING))(
  '%s: skeletons on a slow line, then the page; its sentence and Retry when the server fails',
  async ([, { screen, path, answer, shows }]) => {
    const { promise, resolve: arrive } = Promise.withResolvers();
    network.answer(path, () => promise);
    open(screen);
    await expect.element(loading).toBeVisible();
    expect(shown(shows).query()).toBeNull();
    arrive(answer);
    await expect.element(shown(shows)).toBeVisible();
    await expect.element(loading).not.toBeInTheDocument();
    clearPage();

    await freshAccount().then(({ db }) => db.me.put(person()));
    network.answer(path, () => {
      throw new Refusal(500, 'server.failed', 'Internal.');
    });
    open(screen);
    const failure = page.getByText(/Something is wrong on our side\. This page tries again by itself\./);
    await expect.element(failure).toBeVisible();
    expect(document.body.textContent).not.toMatch(/offline|Internal\./i);
    const retry = page.getByRole('button', { name: 'Retry', exact: true }).element() as HTMLElement;
    network.answer(path, () => answer);
    retry.click();
    await expect.element(shown(shows)).toBeVisible();
    await expect.element(failure).not.toBeInTheDocument();
  },
);

test.for(Object.entries(READING))(
  '%s: offline what the device has, with its age; else why there is nothing',
  async ([, { screen, path, answer, shows }]) => {
    network.goOffline();
    open(screen);
    await expect.element(page.getByText(/once you are online\./)).toBeVisible();
    expect(shown(shows).query()).toBeNull();
    clearPage();
    network.goOnline();
    network.answer(path, () => answer);
    open(screen);
    await expect.element(shown(shows)).toBeVisible();
    expect(page.getByText(/^Last updated/).query()).toBeNull();
    clearPage();
    network.goOffline();
    open(screen);
    await expect.element(shown(shows)).toBeVisible();
    await expect.element(page.getByText(/^Last updated/)).toBeVisible();
  },
);

test.for(Object.entries(OWN))('%s opens without an answer of the server', async ([, screen]) => {
  network.answer('/account-settings', () => new Promise(() => {}));
  open(screen);
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.element(page.getByRole('button').last()).toBeVisible();
  expect(loading.query()).toBeNull();
});
