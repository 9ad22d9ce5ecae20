import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Invoice } from '#contract/invoices.ts';
import { clearPage, freshAccount, notePull, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { violations } from '#app/frame/axe.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InvoiceHistoryPage } from './invoice-history-page.tsx';
import { InvoicePage } from './invoice-page.tsx';
import { MonthlyInvoicePage } from './monthly-invoice-page.tsx';

const network = standInNetwork();

const ID = newId();
const item = (facts: Partial<Invoice['items'][number]> = {}): Invoice['items'][number] => ({
  id: newId(),
  sportName: 'Tennis',
  fullAmount: 399,
  discountAmount: 0,
  discountCodeValue: null,
  periodStart: '2030-11-01T00:00:00.000Z',
  periodEnd: '2030-12-01T00:00:00.000Z',
  reason: 'month',
  ...facts,
});
const invoice = (facts: Partial<Invoice> = {}): Invoice => ({
  id: ID,
  number: 'S-2030-0001',
  createdAt: '2030-11-01T00:00:05.000Z',
  currency: 'usd',
  status: 'open',
  items: [item()],
  taxes: [],
  debt: 0,
  total: 399,
  paidAt: null,
  nextAttemptAt: null,
  payments: [],
  ...facts,
});
const CARD = {
  id: 'pm_1',
  brand: 'visa',
  expYear: 2031,
  expMonth: 8,
  last4: '4242',
  isDefaultMethod: true,
  hasActiveSubscriptions: true,
  billingDetailsAddress: null,
  errorCode: null,
};
let now: Invoice;
const texts = (name: string) =>
  page
    .getByRole('list', { name, exact: true })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  now = invoice();
  network.requests.length = 0;
  network.answer(`/invoices/${ID}`, () => now);
  network.answer('/payments/config', () => ({ provider: 'sandbox', publishableKey: null }));
  network.answer('/payment-methods', () => ({ count: 1, results: [CARD] }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
  vi.restoreAllMocks();
});

test('SUB-033 SUB-105 NAV-068 WAL-005 the history: a year from 2021 to now, and its months with their amounts', async () => {
  const year = new Date().getUTCFullYear();
  network.answer('/invoices/history', () => ({
    years: [
      {
        year,
        invoices: [
          { month: 2, amount: 399, currency: 'usd' },
          { month: 1, amount: 1280, currency: 'usd' },
        ],
      },
    ],
  }));
  const at = showRouted(<InvoiceHistoryPage year={undefined} />, '/', ['/invoice-history']);
  await expect.poll(() => texts('Months with invoices')).toEqual([`February ${year}$3.99`, `January ${year}$12.80`]);
  await expect
    .element(page.getByRole('link', { name: `February ${year}` }))
    .toHaveAttribute('href', `/monthly-invoice/${year}/2`);
  expect(network.requests).toContain(`/invoices/history?date_from=2021-01-01&date_to=${year}-12-31`);
  expect(await violations()).toEqual([]);
  await page.getByRole('combobox', { name: 'Year' }).click();
  const years = page.getByRole('option');
  await expect.element(years.first()).toBeVisible();
  expect(years.elements().map(({ textContent }) => textContent)).toEqual(
    Array.from({ length: year - 2020 }, (_, back) => String(year - back)),
  );
  await years.last().click();
  await expect.poll(at).toBe('/invoice-history?year=2021');
});

test('SUB-034 NAV-069 WAL-006 WAL-007 a month: its invoices with state and amount, and the day of the next bill', async () => {
  network.answer('/invoices/monthly/2030/11', () => ({
    invoices: [{ id: ID, createdAt: now.createdAt, totalAmount: 451, currency: 'usd', status: 'paid' }],
    nextMonthFirstDate: '2030-12-01T00:00:00.000Z',
  }));
  showRouted(<MonthlyInvoicePage year={2030} month={11} />);
  await expect.poll(() => texts('Invoices')).toEqual(['November 1, 2030Paid$4.51']);
  await expect.element(page.getByRole('link')).toHaveAttribute('href', `/invoice/${ID}`);
  await expect.element(page.getByText('Your next bill is on December 1, 2030.')).toBeVisible();
  expect(await violations()).toEqual([]);
});

/** A paid invoice with everything that one can have. */
const explained = (): Invoice => {
  const first = { periodStart: '2030-11-20T10:00:00.000Z', reason: 'first' as const, fullAmount: 143 };
  return invoice({
    status: 'paid',
    paidAt: '2030-11-20T10:00:05.000Z',
    items: [
      item({ ...first, discountAmount: 71, discountCodeValue: 'KICKOFF26' }),
      item({ sportName: 'Golf', fullAmount: 40, reason: 'carried', periodStart: '2030-10-31T00:00:00.000Z' }),
    ],
    taxes: [{ type: 'HST', amount: 15, percentage: 13 }],
    debt: 399,
    total: 526,
    payments: [
      {
        at: '2030-11-20T10:00:01.000Z',
        amount: 526,
        kind: 'charge',
        status: 'failed',
        cardBrand: 'visa',
        cardLast4: '0341',
        message: 'Your card was declined.',
      },
      {
        at: '2030-11-20T10:00:05.000Z',
        amount: 526,
        kind: 'charge',
        status: 'succeeded',
        cardBrand: 'visa',
        cardLast4: '4242',
        message: null,
      },
      {
        at: '2030-11-21T10:00:05.000Z',
        amount: -100,
        kind: 'refund',
        status: 'succeeded',
        cardBrand: null,
        cardLast4: null,
        message: null,
      },
    ],
  });
};

test('SUB-035 D-344 every amount of an invoice is explained', async () => {
  now = explained();
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect
    .poll(() => texts('Items'))
    .toEqual([
      'Tennis$0.72November 20 to November 30: from the hour you subscribed to the end of the month. $1.43, $0.71 less with the code KICKOFF26.',
      'Golf$0.40October 31 to November 30: it was under 50 cents, too little to charge alone, so it is on this invoice.',
    ]);
  expect(texts('Total and taxes')).toEqual([
    'Before taxes$1.12All items after discounts.',
    'HST 13%$0.15A tax of the place of your billing address.',
    'From earlier invoices$3.99Amounts that could not be charged before.',
    'Total$5.26',
  ]);
  expect(texts('Payments')).toEqual([
    'Charged to Visa ending 0341$5.26November 20, 2030. Your card was declined.',
    'Charged to Visa ending 4242$5.26November 20, 2030. It succeeded.',
    'Paid back to a card-$1.00November 21, 2030. It succeeded.',
  ]);
  await expect.element(page.getByText('Paid on November 20, 2030.')).toBeVisible();
  expect(page.getByRole('button', { name: /^Pay/ }).elements()).toEqual([]);
  expect(await violations()).toEqual([]);
});

const payNow = () => page.getByRole('button', { name: 'Pay $3.99 now' });

test('D-188 D-193 an open invoice is paid, and the bank asked on the way', async () => {
  network.answer(`/invoices/${ID}/pay`, () => ({ invoiceId: ID, status: 'requires_action', clientSecret: 's' }));
  network.answer('/sandbox-payments/authenticate', () => ({ status: 'succeeded', message: null }));
  network.answer(`/invoices/${ID}/refresh`, () => {
    now = invoice({ status: 'paid', paidAt: '2030-11-02T00:00:00.000Z' });
    return { invoiceId: ID, status: 'succeeded', clientSecret: null };
  });
  now = invoice({ nextAttemptAt: '2030-11-04T00:00:00.000Z' });
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(page.getByText(/Your preferred card is charged again on November 4, 2030\.$/)).toBeVisible();
  await expect.element(page.getByText(/^Charges Visa ending 4242, your preferred card\./)).toBeVisible();
  await payNow().click();
  const bank = page.getByRole('dialog', { name: 'Confirm with your bank' });
  await bank.getByRole('button', { name: 'Confirm', exact: true }).click();
  await expect.element(page.getByText('Paid on November 2, 2030.')).toBeVisible();
});

test('SUB-095 SUB-096 a refused card says why; a lost answer is asked for and not charged again', async () => {
  network.answer(`/invoices/${ID}/pay`, () => {
    throw new Refusal(402, 'payment.declined', 'Your card has insufficient funds.');
  });
  showRouted(<InvoicePage invoiceId={ID} />);
  await payNow().click();
  const alert = page.getByRole('alert');
  await expect.element(alert.getByText('Your card has insufficient funds.')).toBeVisible();
  network.answer(`/invoices/${ID}/pay`, () => {
    throw new Refusal(503, 'payment.unavailable', 'x');
  });
  await payNow().click();
  await expect.element(alert.getByText('Sorry, we have problem with Stripe integration.')).toBeVisible();
  network.requests.length = 0;
  network.answer(`/invoices/${ID}/pay`, () => {
    throw new TypeError('Failed to fetch');
  });
  network.answer(`/invoices/${ID}/refresh`, () => {
    now = invoice({ status: 'paid', paidAt: '2030-11-02T00:00:00.000Z' });
    return { invoiceId: ID, status: 'succeeded', clientSecret: null };
  });
  await payNow().click();
  await expect.element(page.getByText('Paid on November 2, 2030.')).toBeVisible();
  expect(network.requests.filter((path) => path.endsWith('/pay'))).toHaveLength(1);
});

test('offline an invoice that was opened is readable with its age, and paying waits', async () => {
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(payNow()).toBeVisible();
  clearPage();
  network.goOffline();
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(payNow()).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/^Paying needs the internet/)).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
});

/** As on a screen, or on paper. */
const showOn = (media: 'print' | '') => cdp().send('Emulation.setEmulatedMedia', { media });

test('an invoice is saved as a PDF by the browser, also offline: named by its number, with both parties, and nothing to press on it', async () => {
  const print = vi.spyOn(globalThis, 'print').mockImplementation(() => {});
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(payNow()).toBeVisible();
  clearPage();
  network.goOffline();
  showRouted(<InvoicePage invoiceId={ID} />);
  const save = page.getByRole('button', { name: 'Save as PDF or print' });
  await save.click();
  expect(print).toHaveBeenCalledOnce();
  expect(document.title).toContain('Invoice S-2030-0001');
  const parties = page.getByText(/^From Sideline, for \S+ \S+$/);
  await expect.element(parties).not.toBeVisible();
  expect(await violations()).toEqual([]);
  try {
    await showOn('print');
    await expect.element(parties).toBeVisible();
    await expect.element(page.getByRole('heading', { name: 'Invoice S-2030-0001' })).toBeVisible();
    await expect.poll(() => page.getByRole('button').elements().length).toBe(0);
    expect(texts('Items')).toHaveLength(1);
  } finally {
    await showOn('');
  }
});

test('the printed page holds every figure of the invoice', async () => {
  now = explained();
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(page.getByRole('list', { name: 'Payments' })).toBeVisible();
  const rows = ['Items', 'Total and taxes', 'Payments'].flatMap(texts);
  try {
    await showOn('print');
    // What a style hides is not in the inner text.
    const printed = document.body.innerText.replaceAll(/\s+/gu, '');
    for (const part of [
      'S-2030-0001',
      'Made on November 1, 2030',
      'Paid on November 20, 2030.',
      'From Sideline',
      ...rows,
    ])
      expect(printed).toContain(part!.replaceAll(/\s+/gu, ''));
  } finally {
    await showOn('');
  }
});
