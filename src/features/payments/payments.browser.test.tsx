import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PaymentMethod } from '#contract/payments.ts';
import type { Account } from '#app/data/account.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { PaymentMethodsPage } from './payment-methods-page.tsx';

let account: Account;
const network = standInNetwork();

const ADDRESS = {
  line1: 'High Street 1',
  line2: null,
  city: 'Leeds',
  state: 'Yorkshire',
  postalCode: 'LS1 1AA',
  country: 'GB',
};
const card = (last4: string, facts: Partial<PaymentMethod> = {}): PaymentMethod => ({
  id: `pm_${last4}`,
  brand: 'visa',
  expYear: 2027,
  expMonth: 8,
  last4,
  isDefaultMethod: false,
  hasActiveSubscriptions: false,
  billingDetailsAddress: null,
  errorCode: null,
  ...facts,
});
const PREFERRED = card('4242', { isDefaultMethod: true, hasActiveSubscriptions: true, billingDetailsAddress: ADDRESS });
const FAILED = card('0341', { brand: 'mastercard', expYear: 2025, expMonth: 1, errorCode: 'card_declined' });
let cards: PaymentMethod[] = [];
const sent: [string, unknown][] = [];
const note =
  (answer: (body: Record<string, unknown>) => unknown) =>
  (_query: URLSearchParams, body: Record<string, unknown>, path: string): unknown => {
    sent.push([path, body]);
    return answer(body);
  };

const list = () => page.getByRole('list', { name: 'Your cards' });
const shown = () =>
  list()
    .getByRole('listitem')
    .elements()
    .map((row) => row.textContent);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner', firstName: 'Mia', lastName: 'Lindqvist' }));
  await notePull(account);
  cards = [PREFERRED, FAILED, card('1117', { brand: 'discover' })];
  sent.length = 0;
  network.requests.length = 0;
  network.answer('/payments/config', () => ({ provider: 'sandbox', publishableKey: null }));
  network.answer('/payment-methods', () => ({ count: cards.length, results: cards }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('SUB-014 SUB-015 SUB-016 SUB-017 SUB-030 NAV-089 the cards: preferred, failed, two until Show More, and what comes soon', async () => {
  showRouted(<PaymentMethodsPage card={undefined} />);
  await expect
    .poll(shown)
    .toEqual([
      'VisaPreferred•••• 4242Expires 08 / 27',
      'Mastercard•••• 0341Expires 01 / 25The last payment failed. Update this card. ',
    ]);
  await button('Show More').click();
  await expect.poll(() => shown()[2]).toBe('Discover•••• 1117Expires 08 / 27');
  const soon = page.getByRole('list', { name: 'Other ways to pay' }).getByRole('listitem');
  expect(soon.elements().map(({ textContent }) => textContent)).toEqual(['PayPalComing soon', 'BitcoinComing soon']);
  expect(await violations()).toEqual([]);
});

const openMenu = (name: string) => page.getByRole('button', { name: new RegExp(name) }).click();
const item = (name: string) => page.getByRole('dialog').getByRole('button', { name, exact: true });

test('SUB-018 SUB-019 SUB-100 T-46 a card in use is not deleted and the sheet says why; another one is', async () => {
  network.answer(
    '/payment-method/delete',
    note(() => undefined),
  );
  showRouted(<PaymentMethodsPage card={undefined} />);
  await openMenu('Visa ending 4242');
  await item('Delete').click();
  const why = 'This card pays for active subscriptions. Choose another preferred card first.';
  await expect.element(page.getByText(why)).toBeVisible();
  await page.getByRole('dialog', { name: 'This card is in use' }).getByRole('button', { name: 'Close' }).last().click();
  await expect.element(page.getByText(why)).not.toBeInTheDocument();
  await expect.poll(() => sent).toEqual([]);

  await openMenu('Mastercard ending 0341');
  await item('Delete').click();
  network.answer('/payment-method/delete', () => {
    throw new Refusal(502, 'payment.provider', 'x');
  });
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect.element(page.getByText('Sorry, payment method was not deleted')).toBeVisible();
});

test('SUB-020 SUB-054 SUB-099 another card is preferred, or the toast says that it is not', async () => {
  network.answer('/payment-method/set-preferred', () => {
    throw new Refusal(503, 'payment.unavailable', 'x');
  });
  showRouted(<PaymentMethodsPage card={undefined} />);
  await openMenu('Mastercard ending 0341');
  await item('Select as Preferred').click();
  await expect.element(page.getByText('Payment method was not set as preferred')).toBeVisible();
  network.answer(
    '/payment-method/set-preferred',
    note(() => FAILED),
  );
  const timers = vi.spyOn(globalThis, 'setTimeout');
  await openMenu('Mastercard ending 0341');
  await item('Select as Preferred').click();
  await expect.poll(() => sent).toEqual([['POST', { payment_method_id: 'pm_0341' }]]);
  await expect.poll(() => timers.mock.calls.map(([, ms]) => ms)).toContain(2000);
  timers.mockRestore();
  // What the provider tells the server a moment later is read without a further tap.
  cards = [
    { ...FAILED, isDefaultMethod: true },
    { ...PREFERRED, isDefaultMethod: false },
  ];
  await expect.poll(() => shown()[0]).toMatch(/^MastercardPreferred/);
});

test('SUB-021 Update is in the menu of a card with an error, and of no other', async () => {
  const at = showRouted(<PaymentMethodsPage card={undefined} />, '/payment-methods', ['/payment-methods']);
  await openMenu('Visa ending 4242');
  await expect.element(item('Delete')).toBeVisible();
  expect(item('Update').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Close' }).click();
  await openMenu('Mastercard ending 0341');
  await item('Update').click();
  await expect.poll(at).toContain('card=pm_0341');
});

const field = (label: string) => page.getByLabelText(label, { exact: true });
const fillCard = async (number: string) => {
  await field('Card number').fill(number);
  await field('Expiry').fill('0827');
  await field('CVC').fill('123');
};

test('SUB-032 SUB-058 SUB-068 the form asks for what is missing, card and address', async () => {
  cards = [];
  showRouted(<PaymentMethodsPage card="new" />);
  await expect.element(field('Card number')).toBeVisible();
  await button('Save card').click();
  await expect.element(page.getByText('Enter the whole card number')).toBeVisible();
  await expect.element(page.getByText('Enter month and year')).toBeVisible();
  await expect.element(page.getByText('Enter 3 or 4 digits')).toBeVisible();
  for (const label of ['State or province', 'City', 'Street', 'Postal code'])
    await expect.element(field(label)).toHaveAccessibleDescription('Required');
  await expect.poll(() => sent).toEqual([]);
  expect(network.requests.filter((path) => path.includes('intent'))).toEqual([]);
  await expect.element(field('Card number')).toHaveAttribute('autocomplete', 'cc-number');
  await expect.element(field('Card number')).toHaveAttribute('inputmode', 'numeric');
  await expect.element(page.getByText(/^This is a test form/)).toBeVisible();
  expect(await violations()).toEqual([]);
});

test('SUB-052 SUB-053 SUB-069 SUB-098 a card is set up, confirmed by the provider and the bank, and kept', async () => {
  network.answer(
    '/stripe-setup-intent/create',
    note(() => ({ clientSecret: 'seti_1_secret_2' })),
  );
  network.answer(
    '/sandbox-payments/confirm-setup',
    note(() => ({ status: 'requires_action', message: null })),
  );
  network.answer(
    '/sandbox-payments/authenticate',
    note(() => ({ status: 'succeeded', message: null })),
  );
  network.answer(
    '/stripe-setup-intent/finish',
    note(() => ({ paymentMethod: card('3220'), isPreferred: true })),
  );
  showRouted(<PaymentMethodsPage card="new" />);
  await fillCard('4000 0025 0000 3220');
  await expect.element(field('Card number')).toHaveValue('4000 0025 0000 3220');
  await expect.element(field('Expiry')).toHaveValue('08 / 27');
  await expect.element(page.getByRole('checkbox', { name: 'Use the address of my preferred card' })).toBeChecked();
  await page.getByRole('checkbox', { name: 'Make this my preferred way to pay' }).click();
  await button('Save card').click();
  await page.getByRole('dialog', { name: 'Confirm with your bank' }).getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Payment Card was added.')).toBeVisible();
  expect(sent.map(([, body]) => body)).toEqual([
    {},
    {
      clientSecret: 'seti_1_secret_2',
      card: { number: '4000002500003220', expMonth: 8, expYear: 2027, cvc: '123', name: 'Mia Lindqvist' },
    },
    { clientSecret: 'seti_1_secret_2', agrees: true },
    { clientSecret: 'seti_1_secret_2', makePreferredWayToPay: true, usePreviousAddress: true },
  ]);
});

test('SUB-096 SUB-097 a refused card keeps what was typed and says why; one that is not preferred says so', async () => {
  network.answer('/stripe-setup-intent/create', () => {
    throw new Refusal(503, 'payment.unavailable', 'x');
  });
  network.answer('/stripe-setup-intent/finish', () => ({ paymentMethod: card('4242'), isPreferred: false }));
  showRouted(<PaymentMethodsPage card="new" />);
  await fillCard('4000000000000002');
  await page.getByRole('checkbox', { name: 'Make this my preferred way to pay' }).click();
  await button('Save card').click();
  const alert = page.getByRole('alert');
  await expect
    .element(alert.getByText('Sorry, there are some problems with Stripe integration. Try it later.'))
    .toBeVisible();
  network.answer('/stripe-setup-intent/create', () => ({ clientSecret: 's' }));
  network.answer('/sandbox-payments/confirm-setup', () => ({ status: 'failed', message: 'Your card was declined.' }));
  await button('Save card').click();
  await expect.element(alert.getByText('Your card was declined.')).toBeVisible();
  network.answer('/sandbox-payments/confirm-setup', () => ({ status: 'failed', message: null }));
  await button('Save card').click();
  await expect.element(alert.getByText('An error occurred please try again later')).toBeVisible();
  await expect.element(field('Card number')).toHaveValue('4000 0000 0000 0002');
  network.answer('/sandbox-payments/confirm-setup', () => ({ status: 'succeeded', message: null }));
  await button('Save card').click();
  await expect
    .element(page.getByText('The credit card was successfully added. But failed to set it as default.'))
    .toBeVisible();
});

test('a setup whose last answer was lost is finished, not begun again', async () => {
  network.answer(
    '/stripe-setup-intent/create',
    note(() => ({ clientSecret: 's' })),
  );
  network.answer('/sandbox-payments/confirm-setup', () => ({ status: 'succeeded', message: null }));
  network.answer('/stripe-setup-intent/finish', () => {
    throw new TypeError('Failed to fetch');
  });
  showRouted(<PaymentMethodsPage card="new" />);
  await fillCard('4242424242424242');
  await button('Save card').click();
  await expect.element(page.getByRole('alert').getByText('An error occurred please try again later')).toBeVisible();
  network.answer('/stripe-setup-intent/finish', () => ({ paymentMethod: card('4242'), isPreferred: false }));
  await button('Save card').click();
  await expect.element(page.getByText('Payment Card was added.')).toBeVisible();
  await expect.poll(() => sent).toHaveLength(1);
});

test('offline the cards are readable, and nothing about them can be changed', async () => {
  showRouted(<PaymentMethodsPage card={undefined} />);
  await expect.poll(shown).toHaveLength(2);
  clearPage();
  await expect.poll(() => document.querySelector('main')).toBeNull();
  network.goOffline();
  showRouted(<PaymentMethodsPage card={undefined} />);
  await expect.poll(shown).toHaveLength(2);
  await expect.element(button('Add a card')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Cards can be changed once you are online.')).toBeVisible();
  await expect.element(page.getByText(/updated/i)).toBeVisible();
});
