import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { GuardianConsent } from '#contract/account.ts';
import {
  clearPage,
  freshAccount,
  person,
  Refusal,
  standInNetwork,
  type Network,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AccountSettingsPage } from '../settings/settings-page.tsx';
import { GuardianConsentPage } from './consent-page.tsx';
import { GuardianPage } from './guardian-page.tsx';

const network: Network = standInNetwork();
const MINOR = { adultOn: `${new Date().getUTCFullYear() + 3}-01-01`, hasGuardianConsent: false };
const TOKEN = 'a'.repeat(43);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });

let sent: Record<string, unknown>[];
const takes = (path: string, answer: unknown, refusals: Refusal[] = []) =>
  network.answer(path, (_query, body) => {
    sent.push(body);
    const refusal = refusals.shift();
    if (refusal) throw refusal;
    return answer;
  });

beforeEach(async () => {
  sent = [];
  const account = await freshAccount();
  await account.db.me.put(person(MINOR));
  network.goOnline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const openLink = (token: string): void => {
  history.replaceState(history.state, '', `#${token}`);
  showRouted(<GuardianConsentPage />, '/guardian-consent');
};

test('D-250 a minor finds the page in Account Settings, sends a mail, and reads why a second one is refused', async () => {
  network.answer('/account-settings', () => ({}));
  showRouted(<AccountSettingsPage />, '/account-setting');
  const entry = page.getByRole('link', { name: 'Guardian’s consent', exact: true });
  await expect.element(entry).toHaveAttribute('href', '/account-setting/guardian');
  clearPage();
  const consent: GuardianConsent = {
    isNeeded: true,
    state: 'none',
    guardianEmail: null,
    askedAt: null,
    undeliveredAt: null,
  };
  let reads = consent;
  const refusals = [new Refusal(429, 'guardian.limit', 'Many mails were sent already. Please try again tomorrow.')];
  network.answer('/account-settings/guardian', (_query, body) => {
    if (!body['email']) return reads;
    sent.push(body);
    if (sent.length > 1) throw refusals[0]!;
    reads = { ...consent, state: 'asked', guardianEmail: String(body['email']), askedAt: new Date().toISOString() };
    return reads;
  });
  showRouted(<GuardianPage />, '/account-setting/guardian');
  await page.getByLabelText('Email of your parent or guardian', { exact: true }).fill('mum@example.org');
  await expectAccessible('a consent that was not asked for');
  await button('Send mail').click();
  await expect.element(page.getByText(/We sent a mail to mum@example.org/)).toBeVisible();
  await button('Send a new mail').click();
  await expect.element(page.getByText('Many mails were sent already. Please try again tomorrow.')).toBeVisible();
  await expectAccessible('a consent that was asked for, with a refused second mail');
  await expect.poll(() => sent).toEqual([{ email: 'mum@example.org' }, { email: 'mum@example.org' }]);
});

test('D-250 an adult has no such entry, and the page says that nothing is needed', async () => {
  const account = await freshAccount();
  await account.db.me.put(person({ adultOn: '2000-01-01', hasGuardianConsent: false }));
  network.answer('/account-settings', () => ({}));
  network.answer('/account-settings/guardian', () => ({
    isNeeded: false,
    state: 'none',
    guardianEmail: null,
    askedAt: null,
  }));
  showRouted(<AccountSettingsPage />, '/account-setting');
  await expect.element(page.getByRole('link', { name: 'Name', exact: true })).toBeVisible();
  await expect.element(page.getByText('Guardian’s consent', { exact: true })).not.toBeInTheDocument();
  clearPage();
  showRouted(<GuardianPage />, '/account-setting/guardian');
  await expect.element(page.getByText('You need no consent.', { exact: true })).toBeVisible();
  await expectAccessible('no consent is needed');
});

test.for<[GuardianConsent['state'], RegExp]>([
  ['given', /^mum@example.org agreed/],
  ['refused', /^mum@example.org did not agree/],
  ['withdrawn', /^mum@example.org took the consent back/],
])('D-250 a consent that is %s says what follows', async ([state, words]) => {
  network.answer('/account-settings/guardian', () => ({
    isNeeded: true,
    state,
    guardianEmail: 'mum@example.org',
    askedAt: null,
  }));
  showRouted(<GuardianPage />, '/account-setting/guardian');
  await expect.element(page.getByText(words)).toBeVisible();
  expect(button('Send mail').elements()).toHaveLength(state === 'given' ? 0 : 1);
  await expectAccessible(`a consent that is ${state}`);
});

test('D-250 a mail to a guardian that came back is said, with the address to correct', async () => {
  network.answer('/account-settings/guardian', () => ({
    isNeeded: true,
    state: 'asked',
    guardianEmail: 'mun@example.org',
    askedAt: '2026-05-14T10:00:00.000Z',
    undeliveredAt: '2026-05-14T10:05:00.000Z',
  }));
  showRouted(<GuardianPage />, '/account-setting/guardian');
  await expect.element(page.getByText(/^The mail to mun@example.org came back/)).toBeVisible();
  await expect.element(page.getByLabelText('Email of your parent or guardian')).toHaveValue('mun@example.org');
  await expectAccessible('a mail to a guardian that came back');
});

test('a guardian reads what they consent to, and agrees; a lost connection keeps the page, and the address keeps no token', async () => {
  takes('/guardian-consent/request', { kind: 'answer', firstName: 'Ana', username: 'ana', answered: null });
  takes('/guardian-consent/answer', { answered: 'agree' });
  openLink(TOKEN);
  await expect.element(heading('A young person asks for your consent')).toBeVisible();
  expect(location.hash).toBe('');
  await expect.element(page.getByText('Ana (ana) is under 18 and named you as parent or guardian.')).toBeVisible();
  await expect.element(page.getByText(/their account stays private/)).toBeVisible();
  await expect.poll(() => sent).toEqual([{ token: TOKEN }]);
  await expectAccessible('the question to a guardian');
  network.goOffline();
  await button('I am their parent or guardian, and I agree').click();
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expectAccessible('the question to a guardian, offline');
  network.goOnline();
  await button('I am their parent or guardian, and I agree').click();
  await expect.element(heading('Thank you')).toBeVisible();
  await expectAccessible('a guardian who agreed');
  expect(sent.at(-1)).toEqual({ token: TOKEN, answer: 'agree' });
});

test('a guardian refuses; takes a consent back; and an old or cut link says so', async () => {
  takes('/guardian-consent/request', { kind: 'answer', firstName: '', username: 'ana', answered: null });
  takes('/guardian-consent/answer', { answered: 'refuse' });
  openLink(TOKEN);
  await button('I do not agree').click();
  await expect.element(heading('You did not agree')).toBeVisible();
  await expectAccessible('a guardian who refused');
  clearPage();

  takes('/guardian-consent/request', { kind: 'withdraw', firstName: 'Ana', username: 'ana', answered: null });
  takes('/guardian-consent/answer', { answered: 'withdraw' });
  openLink(TOKEN);
  await expect.element(heading('Take your consent back')).toBeVisible();
  await expectAccessible('the question whether to take a consent back');
  await button('Take my consent back').click();
  await expect.element(heading('Your consent is taken back')).toBeVisible();
  await expectAccessible('a consent that was taken back');
  clearPage();

  takes('/guardian-consent/request', {}, [new Refusal(410, 'guardian.link_over', 'This link has expired.')]);
  openLink(TOKEN);
  await expect.element(heading('This link does not work any more')).toBeVisible();
  await expectAccessible('an old link');
  clearPage();
  history.replaceState(history.state, '', location.pathname);
  showRouted(<GuardianConsentPage />, '/guardian-consent');
  await expect.element(heading('Open the link in the mail again')).toBeVisible();
  await expectAccessible('no link');
});
