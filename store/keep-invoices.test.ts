import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newId } from '#contract/ids.ts';
import { readInvoice, readInvoiceHistory, readMonthlyInvoices, type Invoice } from '#contract/invoices.ts';
import type { Me } from '#contract/rows.ts';
import { ownSubscription } from '#app/data/subscriptions.fixtures.ts';
import { readAnswer } from './answers.ts';
import type { AccountDatabase } from './database.ts';
import { accountDatabase } from './door.ts';
import { historyInput, keepInvoices } from './keep-invoices.ts';
import { tokenOf } from './outbox/model-server.fixtures.ts';
import { storeSession } from './session.ts';

const DAY_MS = 86_400_000;
const NOW_MS = Date.UTC(2026, 10, 20);

let db: AccountDatabase;
let userId: string;
/** What the server has. */
let invoices: Invoice[];
let gone: string | undefined;
let requests: string[];

const monthOf = ({ createdAt }: Invoice) => Number(createdAt.slice(5, 7));
const yearOf = ({ createdAt }: Invoice) => Number(createdAt.slice(0, 4));
const sums = (all: readonly Invoice[]) =>
  [...Map.groupBy(all, (each) => `${monthOf(each)} ${each.currency}`).values()].map((same) => ({
    month: monthOf(same[0]!),
    amount: same.reduce((sum, { total }) => sum + total, 0),
    currency: same[0]!.currency,
  }));

/** Answers the three reads from `invoices`, newest first, as the server does. */
const respond = (path: string): unknown => {
  const [, kind, a, b] = /^\/api\/invoices\/([^/?]+)(?:\/(\d+)\/(\d+))?/.exec(path)!;
  if (kind === 'history')
    return {
      years: [...Map.groupBy(invoices, yearOf)].map(([year, all]) => ({ year, invoices: sums(all) })),
    };
  if (kind === 'monthly')
    return {
      invoices: invoices
        .filter((each) => yearOf(each) === Number(a) && monthOf(each) === Number(b))
        .map(({ id, createdAt, total, currency, status }) => ({ id, createdAt, totalAmount: total, currency, status })),
      nextMonthFirstDate: null,
    };
  return invoices.find(({ id }) => id === kind && id !== gone);
};

const invoice = (createdAt: string, facts: Partial<Invoice> = {}): Invoice => ({
  id: newId(),
  number: `S-${createdAt}`,
  createdAt: `${createdAt}T00:00:05.000Z`,
  currency: 'usd',
  status: 'paid',
  items: [],
  taxes: [],
  debt: 0,
  total: 399,
  paidAt: null,
  nextAttemptAt: null,
  payments: [],
  ...facts,
});
const keep = (options = {}) => keepInvoices({ db, userId }, options);
const kept = async () => {
  const read = await Promise.all(invoices.map(({ id }) => readAnswer(db, readInvoice, { invoiceId: id })));
  return read.map((each) => each?.answer);
};
/** What was asked for since the last call, without ids and inputs. */
const asked = () => requests.splice(0).map((path) => path.replace(/\?.*/, '').replace(/^\/api\/invoices\//, ''));

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW_MS, toFake: ['Date'] });
  requests = [];
  gone = undefined;
  vi.stubGlobal('fetch', async (url: string) => {
    requests.push(url);
    const body = respond(url);
    return Response.json(body ?? { errors: [{ code: 'notFound', message: 'Not found.' }] }, {
      status: body ? 200 : 404,
    });
  });
  userId = newId();
  await storeSession(userId, tokenOf(userId));
  db = accountDatabase(userId);
  // 14 invoices, newest first: two of them in October 2026, the rest one a month.
  invoices = ['2026-11-01', '2026-10-20', '2026-10-01', '2026-09-01', '2026-08-01', '2026-07-01', '2026-06-01']
    .concat(['2026-05-01', '2026-04-01', '2026-03-01', '2026-02-01', '2026-01-01', '2025-12-01', '2025-11-01'])
    .map((day) => invoice(day));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it('SUB-035 D-358 the last 12 invoices of who pays are kept with their months, over the turn of a year', async () => {
  await db.subscriptions.put(ownSubscription());
  await keep();
  expect(await kept()).toEqual([...invoices.slice(0, 12), undefined, undefined]);
  expect((await readAnswer(db, readInvoiceHistory, historyInput()))?.answer.years).toHaveLength(2);
  expect((await readAnswer(db, readMonthlyInvoices, { year: 2026, month: 10 }))?.answer.invoices).toHaveLength(2);
  invoices = invoices.toSpliced(1, 1);
  await keep({ all: true });
  expect((await kept())[11]).toEqual(invoices[11]);
});

it.each([
  [
    'whose subscription has expired',
    async () => void (await db.subscriptions.put(ownSubscription({ subscriptionType: 'expired' }))),
  ],
  ['who pays for storage', async () => void (await db.me.put({ id: userId, storageSize: 10e9 } as Me))],
])('D-358 invoices are kept for somebody %s', async (_, make) => {
  await make();
  await keep();
  expect(await kept()).toContainEqual(invoices[0]);
});

it('who never paid costs no request', async () => {
  await db.subscriptions.put(ownSubscription({ subscriptionType: 'trial-free' }));
  await db.me.put({ id: userId, storageSize: 4e9 } as Me);
  await keep();
  expect(asked()).toEqual([]);
});

it('D-358 what is kept is not read again on the same day; a new invoice is, with its month alone', async () => {
  await db.subscriptions.put(ownSubscription());
  await keep();
  asked();
  await keep();
  expect(asked()).toEqual([]);
  invoices = [invoice('2026-11-20'), ...invoices];
  await keep();
  expect(asked()).toEqual([]);
  await keep({ all: true });
  expect(asked()).toEqual(['history', 'monthly/2026/11', invoices[0]!.id]);
  expect((await kept())[0]).toEqual(invoices[0]);
  vi.setSystemTime(NOW_MS + DAY_MS);
  await keep();
  expect(asked()).toEqual(['history']);
  invoices[4]!.total = 500;
  await keep({ all: true });
  expect(asked()).toEqual(['history', 'monthly/2026/9', invoices[4]!.id]);
});

it('D-358 an open invoice is read again on the next day, until it is paid', async () => {
  await db.subscriptions.put(ownSubscription());
  invoices[0]!.status = 'open';
  await keep();
  asked();
  vi.setSystemTime(NOW_MS + DAY_MS);
  await keep();
  expect(asked()).toEqual(['history', 'monthly/2026/11', invoices[0]!.id]);
  invoices[0]!.status = 'paid';
  vi.setSystemTime(NOW_MS + 2 * DAY_MS);
  await keep();
  expect((await kept())[0]).toMatchObject({ status: 'paid' });
  asked();
  vi.setSystemTime(NOW_MS + 3 * DAY_MS);
  await keep();
  expect(asked()).toEqual(['history']);
});

it('D-358 an invoice that is gone since the list was read does not stop the others; without a server what was read stays', async () => {
  await db.subscriptions.put(ownSubscription());
  gone = invoices[0]!.id;
  await keep();
  expect((await kept()).slice(0, 2)).toEqual([undefined, invoices[1]]);
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  await expect(keep({ all: true })).rejects.toMatchObject({ name: 'CallError' });
  expect((await kept())[1]).toEqual(invoices[1]);
});
