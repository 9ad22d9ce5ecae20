import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork, USER_ID } from '#app/data/signed-in.fixtures.tsx';
import { resumeUnfinished } from '#app/data/unfinished-uploads.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InvoiceHistoryPage } from './invoice-history-page.tsx';
import { InvoicePage } from './invoice-page.tsx';
import { MonthlyInvoicePage } from './monthly-invoice-page.tsx';

const network = standInNetwork();

const ID = newId();
afterEach(() => {
  clearPage();
  network.restore();
});

test('SUB-033 SUB-034 SUB-035 D-358 a charge can be opened to its reason without a network, though no invoice was opened before', async () => {
  const account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  await notePull(account);
  const year = new Date().getUTCFullYear();
  const createdAt = `${year}-01-01T00:00:05.000Z`;
  network.answer('/invoices/history', () => ({
    years: [{ year, invoices: [{ month: 1, amount: 399, currency: 'usd' }] }],
  }));
  network.answer(`/invoices/monthly/${year}/1`, () => ({
    invoices: [{ id: ID, createdAt, totalAmount: 399, currency: 'usd', status: 'paid' }],
    nextMonthFirstDate: null,
  }));
  network.answer(`/invoices/${ID}`, () => ({
    id: ID,
    number: 'S-1',
    createdAt,
    currency: 'usd',
    status: 'paid',
    items: [
      {
        id: newId(),
        sportName: 'Tennis',
        fullAmount: 399,
        discountAmount: 0,
        discountCodeValue: null,
        periodStart: `${year}-01-01T00:00:00.000Z`,
        periodEnd: `${year}-02-01T00:00:00.000Z`,
        reason: 'month',
      },
    ],
    taxes: [],
    debt: 0,
    total: 399,
    paidAt: createdAt,
    nextAttemptAt: null,
    payments: [],
  }));
  await account.db.subscriptions.put(ownSubscription());
  await resumeUnfinished(USER_ID);
  await expect.poll(() => account.db.answers.where('call').equals('invoices.read').count()).toBe(1);
  network.goOffline();

  showRouted(<InvoiceHistoryPage year={undefined} />);
  await expect.element(page.getByRole('link', { name: `January ${year}` })).toBeVisible();
  clearPage();
  showRouted(<MonthlyInvoicePage year={year} month={1} />);
  await expect.element(page.getByRole('link', { name: `January 1, ${year}` })).toBeVisible();
  clearPage();
  showRouted(<InvoicePage invoiceId={ID} />);
  await expect.element(page.getByRole('list', { name: 'Items' }).getByText('Tennis')).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
});
