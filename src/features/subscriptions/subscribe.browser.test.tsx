import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Subscription } from '#contract/rows.ts';
import type { Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  Refusal,
  SCOPE,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { ConfirmSubscriptionPage } from './confirm-subscription-page.tsx';
import { keepSubscribe, NOTHING_KEPT, readSubscribe } from './subscribe-form.ts';

let account: Account;
const network = standInNetwork();

const ROLES = [{ roleId: 'fan', participationLevelIds: [] }];
const INVOICE = newId();
const row = (subscriptionType: Subscription['subscriptionType'] = 'subscribed'): Subscription => ({
  id: newId(),
  scope: SCOPE,
  sportId: 'tennis',
  sportName: 'Tennis',
  sportType: 'Launched',
  subscriptionType,
  subscriptionStatus: null,
  subscriptionCanceledAt: null,
  subscriptionTrialTo: subscriptionType === 'trial-free' ? new Date(Date.now() + 86_400_000).toISOString() : null,
  discountCodeEndAt: null,
});
const PREVIEW = {
  amountWithoutTaxes: 200,
  subtotalWithoutTaxes: 200,
  total: 226,
  taxes: [{ type: 'HST', amount: 26, percentage: 13 }],
  trialSubscription: false,
  isFree: false,
  trialEndsAt: null,
  firstPaymentAt: null,
  firstPaymentAmount: 226,
  discountEndDate: null,
  quotedAt: '2030-11-15T12:00:00.000Z',
  monthlyAmount: 399,
  months: [{ from: '2030-12-01T00:00:00.000Z', amount: 399, tax: 52 }],
};
const card = (last4: string, isDefaultMethod = false) => ({
  id: `pm_${last4}`,
  brand: 'visa',
  expYear: 2031,
  expMonth: 8,
  last4,
  isDefaultMethod,
  hasActiveSubscriptions: false,
  billingDetailsAddress: null,
  errorCode: null,
});
const CODE = {
  code: 'KICKOFF26',
  type: 'promotional',
  creator: 'Sideline',
  sports: [],
  discountAmountUnit: 'percent',
  discountAmountValue: 50,
  durationInMonths: 3,
  discountEndDate: null,
  expiredAt: null,
};
const sent: [string, unknown][] = [];
const note =
  (name: string, answer: () => unknown = () => undefined) =>
  (_query: URLSearchParams, body: Record<string, unknown>): unknown => {
    sent.push([name, body]);
    return answer();
  };
const subscribed = (status: string, clientSecret: string | null = null) => ({
  trialSubscription: false,
  isFree: false,
  subscription: row(status === 'succeeded' ? 'subscribed' : 'expired'),
  payment: { invoiceId: INVOICE, status, clientSecret },
});
const open = (sportId = 'tennis') =>
  showRouted(<ConfirmSubscriptionPage sportId={sportId} from="home" selectedRoles={undefined} />, '/', [
    '/successful-subscription',
    '/sport-subscribe-current-role',
  ]);
const button = (name: string) => page.getByRole('button', { name, exact: true });
const consent = () => page.getByRole('checkbox', { name: /^I agree that Sideline charges my card/ });
const lines = () =>
  page
    .getByRole('list', { name: 'What you pay' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);
const SUCCESS = '/successful-subscription?sportName=Tennis&sport=tennis&type=subscribed&from=home';
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  await keepSubscribe(account.db, 'tennis', { ...NOTHING_KEPT, roles: ROLES });
  sent.length = 0;
  network.answer('/sports/by-name/tennis', () => ({
    id: 'tennis',
    name: 'Tennis',
    sportType: 'Launched',
    isActive: true,
    activeEducatorsWithContent: 1,
  }));
  network.answer('/payments/config', () => ({ provider: 'sandbox', publishableKey: null }));
  network.answer('/payment-methods', () => ({ count: 2, results: [card('4242', true), card('1117')] }));
  network.answer('/product-price/tennis', () => ({ id: 'tennis', amount: 399, currency: 'usd' }));
  network.answer('/discount-codes', () => ({ count: 1, results: [CODE] }));
  network.answer(
    '/subscription-preview/tennis',
    note('preview', () => PREVIEW),
  );
  network.answer(
    '/sports/roles-participation/create',
    note('roles', () => ({ count: 0, results: [] })),
  );
  network.answer('/subscriptions/retrieve', () => ({ count: 0, results: [] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('SUB-008 SUB-048 SUB-050 SUB-051 NAV-037 T-47 amounts, card and consent; the roles are saved, then it is subscribed', async () => {
  network.answer(
    '/subscriptions/tennis/create',
    note('create', () => subscribed('succeeded')),
  );
  const at = open();
  await expect.poll(lines).toHaveLength(4);
  const [first, ...others] = lines();
  expect(first).toMatch(
    /^First payment\$2\.00For the time from now to the end of the month\. The next bill is on \w+ 1\.$/,
  );
  expect(others).toEqual([
    'HST 13%$0.26',
    'To pay now$2.26',
    'Then each month$4.51On the first of each month, until you cancel. $3.99 and $0.52 taxes.',
  ]);
  await expect.element(page.getByRole('radio', { name: 'Visa ending 4242' })).toBeChecked();
  const words = 'I agree that Sideline charges my card on the first of each month until I cancel.';
  await expect.element(consent()).toHaveAccessibleName(words);
  expect(await violations()).toEqual([]);
  await button('Pay $2.26').click();
  await expect.element(page.getByText('Required')).toBeVisible();
  expect(sent.map(([name]) => name)).toEqual(['preview']);
  await consent().click();
  await button('Pay $2.26').click();
  await expect.poll(at).toBe(SUCCESS);
  expect(sent.slice(1)).toEqual([
    ['roles', [{ sportId: 'tennis', sportRoleParticipationLevelMapping: ROLES }]],
    ['create', { consent: true, quotedAt: PREVIEW.quotedAt, total: PREVIEW.total }],
  ]);
  expect(await account.db.subscriptions.count()).toBe(1);
  expect(await account.db.drafts.count()).toBe(0);
});

test('SUB-004 SUB-049 a trial needs neither card nor consent', async () => {
  const trialEndsAt = '2030-11-29T12:00:00.000Z';
  network.answer('/subscription-preview/tennis', () => ({ ...PREVIEW, trialSubscription: true, trialEndsAt }));
  network.answer(
    '/subscriptions/tennis/create',
    note('create', () => ({ ...subscribed('succeeded'), subscription: row('trial-free'), payment: null })),
  );
  const at = open();
  await expect.element(page.getByRole('heading', { name: 'Try Tennis for free' })).toBeVisible();
  await expect.element(page.getByText('Open to you until Nov 29, 2030. No card needed.')).toBeVisible();
  expect(consent().elements()).toEqual([]);
  await button('Start free trial').click();
  await expect.poll(at).toContain('type=trial');
});

test('a discount that was promised before is shown without a code', async () => {
  network.answer('/subscription-preview/tennis', () => ({ ...PREVIEW, subtotalWithoutTaxes: 100, total: 126 }));
  open();
  await expect.poll(() => lines()[1]).toBe('Discount-$1.00As promised to you');
});

test('another card is preferred before it is charged', async () => {
  network.answer(
    '/payment-method/set-preferred',
    note('prefer', () => card('1117', true)),
  );
  network.answer(
    '/subscriptions/tennis/create',
    note('create', () => subscribed('succeeded')),
  );
  const at = open();
  await page.getByRole('radio', { name: 'Visa ending 1117' }).click();
  await consent().click();
  await button('Pay $2.26').click();
  await expect.poll(at).toBe(SUCCESS);
  expect(sent.map(([name]) => name)).toEqual(['preview', 'roles', 'prefer', 'create']);
});

test('SUB-055 SUB-085 SUB-101 a code is checked and taken off the amount; one that was given is one tap away', async () => {
  network.answer('/discount-codes/KICKOFF26/tennis/check', () => CODE);
  network.answer('/discount-codes/WRONGCODE/tennis/check', () => {
    throw new Refusal(404, 'discount.unknown', 'This code is not valid for this sport.');
  });
  network.answer('/discount-codes/BROKEN123/tennis/check', () => {
    throw new Refusal(500, 'server.failed', 'x');
  });
  open();
  const code = page.getByLabelText('Discount code');
  const apply = button('Apply').first();
  for (const [typed, says] of [
    ['kick off', 'must be at least 9 characters'],
    ['wrong-code', 'This code is not valid for this sport.'],
    ['broken 123', 'Failed to check the discount code. Please try again.'],
  ] as const) {
    await code.fill(typed);
    await apply.click();
    await expect.element(code).toHaveAccessibleDescription(new RegExp(`^${says}`));
    await expect.element(code).toHaveValue(typed);
  }
  network.answer(
    '/subscription-preview/tennis',
    note('preview', () => ({ ...PREVIEW, subtotalWithoutTaxes: 100, total: 113 })),
  );
  await button('Apply KICKOFF26').click();
  await expect.element(page.getByText('KICKOFF26: 50% off for 3 months')).toBeVisible();
  await expect.poll(() => lines()[1]).toBe('Discount-$1.00Code KICKOFF26');
  await expect.element(button('Pay $1.13')).toBeVisible();
  await expect.poll(() => sent.at(-1)).toEqual(['preview', { code: 'KICKOFF26' }]);
});

test('SUB-093 SUB-095 SUB-096 every failure has its sentence and a way on', async () => {
  const alert = page.getByRole('alert');
  open();
  await consent().click();
  for (const [status, code, message, says] of [
    [402, 'payment.declined', 'Your card has insufficient funds.', 'Your card has insufficient funds.'],
    [503, 'payment.unavailable', 'x', 'Sorry, we have problem with Stripe integration.'],
    [429, 'request.too_often', 'Please wait a moment.', 'Please wait a moment.'],
  ] as const) {
    network.answer('/subscriptions/tennis/create', () => {
      throw new Refusal(status, code, message);
    });
    await button('Pay $2.26').click();
    await expect.element(alert.getByText(says)).toBeVisible();
    // What was chosen stays.
    await expect.element(consent()).toBeChecked();
  }
  network.answer('/sports/roles-participation/create', () => {
    throw new Refusal(500, 'server.failed', 'x');
  });
  await button('Pay $2.26').click();
  await expect.element(alert.getByText('Your community role was not changed.')).toBeVisible();
});

test('D-193 a card is added in place, the bank asked, and a reload in the middle charges nothing twice', async () => {
  network.answer('/payment-methods', () => ({ count: 0, results: [] }));
  network.answer('/stripe-setup-intent/create', () => ({ clientSecret: 'seti' }));
  network.answer('/sandbox-payments/confirm-setup', () => ({ status: 'succeeded', message: null }));
  network.answer('/stripe-setup-intent/finish', () => {
    network.answer('/payment-methods', () => ({ count: 1, results: [card('3220', true)] }));
    return { paymentMethod: card('3220', true), isPreferred: true };
  });
  network.answer(
    '/subscriptions/tennis/create',
    note('create', () => subscribed('requires_action', 'pi_secret')),
  );
  open();
  await button('Add a card').click();
  const type = (label: string, value: string) => page.getByLabelText(label, { exact: true }).fill(value);
  await type('Card number', '4000002500003220');
  await type('Expiry', '0831');
  await type('CVC', '123');
  await page.getByRole('combobox', { name: 'Country' }).click();
  await page.getByRole('option', { name: 'France' }).click();
  await type('State or province', 'Ile');
  await type('City', 'Paris');
  await type('Street', 'Rue de la Paix 1');
  await type('Postal code', '75001');
  await button('Save card').click();
  await expect.element(page.getByRole('radio', { name: 'Visa ending 3220' })).toBeChecked();
  await consent().click();
  await button('Pay $2.26').click();
  await expect.element(page.getByRole('dialog', { name: 'Confirm with your bank' })).toBeVisible();
  await expect.poll(async () => (await readSubscribe(account.db, 'tennis')).invoiceId).toBe(INVOICE);

  clearPage();
  network.answer(
    `/invoices/${INVOICE}/refresh`,
    note('refresh', () => ({ invoiceId: INVOICE, status: 'requires_action', clientSecret: 'pi_secret' })),
  );
  network.answer(
    '/sandbox-payments/authenticate',
    note('bank', () => {
      network.answer(`/invoices/${INVOICE}/refresh`, () => ({
        invoiceId: INVOICE,
        status: 'succeeded',
        clientSecret: null,
      }));
      network.answer('/subscriptions/retrieve', () => ({ count: 1, results: [row()] }));
      return { status: 'succeeded', message: null };
    }),
  );
  const at = open();
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await bank.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.poll(at).toBe(SUCCESS);
  expect(sent.map(([name]) => name)).toEqual(['preview', 'preview', 'roles', 'create', 'refresh', 'bank']);
});

test('an answer that was lost is looked for, and found', async () => {
  network.answer('/subscriptions/tennis/create', () => {
    network.answer('/subscriptions/retrieve', () => ({ count: 1, results: [row()] }));
    throw new TypeError('Failed to fetch');
  });
  const at = open();
  await consent().click();
  await button('Pay $2.26').click();
  await expect.poll(at).toBe(SUCCESS);
});

test('offline the amount cannot be read; what was chosen is kept, and the page goes on by itself', async () => {
  open();
  await expect.poll(lines).toHaveLength(4);
  clearPage();
  network.answer('/discount-codes/KICKOFF26/tennis/check', async () => Promise.reject(new Refusal(503, 'failed', 'x')));
  await keepSubscribe(account.db, 'tennis', { ...NOTHING_KEPT, roles: ROLES, code: 'KICKOFF26' });
  network.goOffline();
  open();
  await expect.element(page.getByText('Paying needs the internet')).toBeVisible();
  expect(await readSubscribe(account.db, 'tennis')).toMatchObject({ roles: ROLES, code: 'KICKOFF26' });
  network.goOnline();
  await expect.poll(lines).toHaveLength(4);
  await expect.element(page.getByLabelText('Discount code')).toHaveValue('KICKOFF26');
});

test('D-361 offline nothing is paid, and what was ticked stays', async () => {
  open();
  await consent().click();
  network.goOffline();
  await expect.element(button('Pay $2.26')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Paying needs the internet')).toBeVisible();
  await expect.element(consent()).toBeChecked();
});

test('SUB-094 without a sport the page says so', async () => {
  open('');
  await expect.element(page.getByText('There is no sport chosen!')).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Choose a sport' })).toBeVisible();
});

test('SUB-103 a price that cannot be read has its page, with a way to contact us', async () => {
  network.answer('/subscription-preview/tennis', () => {
    throw new Refusal(500, 'server.failed', 'x');
  });
  open();
  await expect
    .element(page.getByText('Sorry, we have no information about the Tennis Subscription Prices'))
    .toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', '/contact-support');
  network.answer('/subscription-preview/tennis', () => PREVIEW);
  await button('Retry').click();
  await expect.poll(lines).toHaveLength(4);
});

test('SUB-042 a trial is upgraded, also where the preview knows only new subscriptions', async () => {
  await account.db.subscriptions.put(row('trial-free'));
  network.answer('/subscription-preview/tennis', () => {
    throw new Refusal(409, 'subscription.exists', 'x');
  });
  network.answer('/subscriptions/payment-summary', () => ({
    amountWithoutTaxes: 200,
    subtotalWithoutTaxes: 200,
    total: 200,
    taxes: [],
  }));
  network.answer(
    '/subscriptions/tennis/upgrade',
    note('upgrade', () => subscribed('succeeded')),
  );
  const at = open();
  await expect.element(page.getByRole('heading', { name: 'Upgrade Tennis' })).toBeVisible();
  await consent().click();
  await button('Pay $2.00').click();
  await expect.poll(at).toBe(SUCCESS);
  expect(sent.at(-1)).toEqual(['upgrade', { consent: true }]);
});

test('without roles in the sport the page of the roles comes first', async () => {
  await account.db.drafts.clear();
  const at = open();
  await expect.poll(at).toBe('/sport-subscribe-current-role?sport=tennis&from=home');
});
