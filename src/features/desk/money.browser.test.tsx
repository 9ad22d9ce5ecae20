import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { OutputOf } from '#contract/call.ts';
import { MOVEMENT_KINDS, type FailedPayout, type MoneyDifference, type readMoney } from '#contract/desk.ts';
import {
  Refusal,
  clearPage,
  freshAccount,
  person,
  standInNetwork,
  dismissToasts,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible, expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { MoneyPage } from './money-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const heading = (name: string) => page.getByRole('heading', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string | RegExp) => page.getByText(words, { exact: true });
const reason = () => page.getByLabelText('Reason', { exact: true });
const now = () => new Date().toISOString();

const difference = (facts: Partial<MoneyDifference> = {}): MoneyDifference => ({
  movementId: 'txn_1',
  kind: 'charge',
  amount: 1_234,
  currency: 'usd',
  sourceId: 'pi_1',
  paymentId: 'pi_1',
  since: now(),
  explained: null,
  ...facts,
});
type Money = OutputOf<typeof readMoney>;
const LAST = { startedAt: now(), finishedAt: now(), events: 7, missedEvents: 2, movements: 1_200 };
const payout = (facts: Partial<FailedPayout> = {}): FailedPayout => ({
  id: newId(),
  providerId: 'tr_1',
  person: { userId: newId(), name: 'Leo Marin', username: 'leo.marin' },
  organization: null,
  amount: 150_000,
  bankLast4: '6789',
  code: 'account_closed',
  state: 'returned',
  createdAt: now(),
  failedAt: now(),
  ...facts,
});
let payouts: FailedPayout[];
let differences: MoneyDifference[];
let facts: Omit<Money, 'count' | 'results'>;
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  differences = [];
  payouts = [];
  network.answer('/admin/money/failed-payouts', (query) => {
    const offset = Number(query.get('offset') ?? 0);
    return { count: payouts.length, results: payouts.slice(offset, offset + Number(query.get('limit'))) };
  });
  facts = { provider: 'sandbox', last: LAST, isComparing: false, stuck: { count: 0, results: [] } };
  network.answer('/admin/money', (query) => {
    const wantsExplained = query.get('state') === 'explained';
    const results = differences.filter(({ explained }) => (explained !== null) === wantsExplained);
    const offset = Number(query.get('offset') ?? 0);
    return { ...facts, count: results.length, results: results.slice(offset, offset + Number(query.get('limit'))) };
  });
});
afterEach(() => {
  clearPage();
  vi.restoreAllMocks();
  network.goOnline();
});
const open = (state: 'open' | 'explained' = 'open') =>
  showRouted(<MoneyPage state={state} />, state === 'open' ? '/admin/money' : '/admin/money?state=explained');

test('decision 0131: a difference is shown in words with its amount and the ids of the provider, which are copied', async () => {
  const copied: string[] = [];
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (words) => void copied.push(words));
  differences = [
    difference(),
    difference({
      movementId: 'txn_2',
      kind: 'transfer',
      amount: -5_000,
      currency: 'cad',
      sourceId: 'tr_2',
      paymentId: null,
    }),
    difference({ movementId: 'txn_3', kind: 'refund', amount: -99, sourceId: 're_3', paymentId: 'pi_3' }),
  ];
  open();
  for (const what of ['Payment, $12.34', 'Payout to a Creator, -CA$50.00', 'Refund, -$0.99'])
    await expect.element(heading(what)).toBeVisible();
  await expect.element(said('3 differences')).toBeVisible();
  await expect.element(page.getByText(/^The provider took a payment that Sideline did not ask for/)).toBeVisible();
  for (const [label, value] of [
    ['New movements', '1,200'],
    ['New messages', '7'],
    ['Of those, never delivered', '2'],
  ])
    expect(said(label!).element().parentElement!.textContent).toBe(`${label}${value}`);
  await button('Copy: Movement txn_2').click();
  await button('Copy: Payment pi_3').click();
  await expect.poll(() => copied).toEqual(['txn_2', 'pi_3']);
  // A payment's own movement names the payment once.
  expect(button('Copy: Payment pi_1').elements()).toHaveLength(0);
  await expectAccessibleAtWidths('the money differences');
});

test('decision 0131: each kind of movement has a name and what to do', async () => {
  differences = MOVEMENT_KINDS.map((kind, index) => difference({ movementId: `txn_${index}`, kind }));
  open();
  await expect.element(said('8 differences')).toBeVisible();
  const cards = page.getByRole('list', { name: 'Money differences' }).element().children;
  const words = [...cards].map((card) => [card.querySelector('h2')!.textContent, card.querySelector('p')!.textContent]);
  expect(new Set(words.map(([name]) => name)).size).toBe(MOVEMENT_KINDS.length);
  expect(new Set(words.map(([, help]) => help)).size).toBe(MOVEMENT_KINDS.length);
});

test('decision 0131: a difference is explained with a reason and opened again; a refusal keeps the reason and shows the list anew', async () => {
  differences = [difference()];
  const sent: unknown[] = [];
  network.answer('/admin/money/differences/txn_1', (_query, body) => {
    sent.push(body);
    if (sent.length === 1) throw new Refusal(409, 'desk.done_meanwhile', 'Another operator did this meanwhile.');
    const { explained, reason: why } = body as { explained: boolean; reason: string };
    differences = [difference({ explained: explained ? { by: 'Otto Desk', reason: why, at: now() } : null })];
    return undefined;
  });
  open();
  await button('Mark as explained: Payment, $12.34').click();
  await expect.element(sheet().getByText(/^It leaves the open differences/)).toBeVisible();
  await reason().fill('Made by hand for a club.');
  await sheet().getByRole('button', { name: 'Mark as explained' }).click();
  await expect.element(sheet().getByRole('alert')).toHaveTextContent('Another operator did this meanwhile.');
  await expect.element(reason()).toHaveValue('Made by hand for a club.');
  await expectAccessible('the question about a difference');
  await sheet().getByRole('button', { name: 'Mark as explained' }).click();
  await expect.element(said('Marked as explained.')).toBeVisible();
  await expect.element(heading('The books agree with the provider.')).toBeVisible();
  await dismissToasts();

  clearPage();
  open('explained');
  await expect.element(said('Made by hand for a club.')).toBeVisible();
  await expect.element(page.getByText(/^Explained by Otto Desk /)).toBeVisible();
  await button('Open again: Payment, $12.34').click();
  await reason().fill('It was not for a club.');
  await sheet().getByRole('button', { name: 'Open again' }).click();
  await expect.element(said('The difference is open again.')).toBeVisible();
  await expect.element(heading('Nothing was explained.')).toBeVisible();
  expect(sent).toEqual([
    { explained: true, reason: 'Made by hand for a club.' },
    { explained: true, reason: 'Made by hand for a club.' },
    { explained: false, reason: 'It was not for a club.' },
  ]);
});

test('decision 0131: the comparison is started with a reason; while one is under way there is no button for another', async () => {
  facts = { ...facts, last: null };
  let isFirst = true;
  const sent: unknown[] = [];
  network.answer('/admin/money/compare', (_query, body) => {
    sent.push(body);
    facts = { ...facts, isComparing: !isFirst };
    const isStarted = !isFirst;
    isFirst = false;
    return { isStarted };
  });
  open();
  await expect.element(said('No comparison has come to its end yet.')).toBeVisible();
  // Nobody knows yet whether the books agree.
  await expect.element(heading('Nothing was compared yet.')).toBeVisible();
  for (const answer of ['A comparison runs already. No second one was started.', 'The comparison starts now.']) {
    await button('Compare now').click();
    await reason().fill('The provider was away last night.');
    await sheet().getByRole('button', { name: 'Compare now' }).click();
    await expect.element(said(answer)).toBeVisible();
    await dismissToasts();
    await expect.element(sheet()).not.toBeInTheDocument();
  }
  await expect.element(page.getByText(/^A comparison runs now/)).toBeVisible();
  expect(button('Compare now').elements()).toHaveLength(0);
  facts = { ...facts, isComparing: false, last: LAST };
  await button('Look again').click();
  await expect.element(heading('The books agree with the provider.')).toBeVisible();
  expect(sent).toEqual(Array.from({ length: 2 }, () => ({ reason: 'The provider was away last night.' })));
  await expectAccessibleAtWidths('books that agree');
});

test('decision 0131: messages that were not read are shown; a server without payments has nothing to compare; offline nothing is started', async () => {
  facts.stuck = {
    count: 30,
    results: [{ id: 'evt_1', type: 'charge.refunded', objectId: 'ch_1', receivedAt: now() }],
  };
  open();
  await expect.element(heading('Messages of the provider that were not read')).toBeVisible();
  for (const words of ['charge.refunded', 'ch_1', 'evt_1', 'The oldest 1 are shown.'])
    await expect.element(said(words)).toBeVisible();
  await button('Compare now').click();
  await reason().fill('The key was wrong.');
  network.goOffline();
  await expect.element(sheet().getByRole('button', { name: 'Compare now' })).toBeDisabled();
  await expect.element(reason()).toHaveValue('The key was wrong.');
  clearPage();

  open();
  await expect.element(page.getByText(/^You are offline\. This page needs a connection/)).toBeVisible();
  clearPage();
  network.goOnline();
  facts = { provider: 'none', last: null, isComparing: false, stuck: { count: 0, results: [] } };
  open();
  await expect.element(said('This server takes no payments, so there is nothing to compare.')).toBeVisible();
  expect(button('Compare now').elements()).toHaveLength(0);
});

test('decision 0131: transfers that failed are listed with whose they are, why, and what can be done; the person is a link', async () => {
  payouts = [
    payout(),
    payout({ organization: 'Rijeka Juniors', amount: 2_000, code: 'insufficient_funds', state: 'coming_back' }),
    payout({ person: null, amount: 1_000, code: 'code_of_later', providerId: null }),
    ...Array.from({ length: 8 }, (_, index) => payout({ amount: 3_000 + index })),
  ];
  const at = open();
  const list = page.getByRole('list', { name: 'Transfers that failed' });
  const cards = () => [...list.element().children].map(({ textContent }) => textContent);
  await expect.element(said('11 transfers')).toBeVisible();
  expect(cards()).toHaveLength(10);
  const [closed, short, erased] = cards();
  for (const words of [
    '$1,500.00 to Leo Marin',
    'The bank account is closed.',
    'The money is in the wallet again.',
    'They correct the bank account under Wallet and transfer again.',
    'Code: account_closed',
    'ends in 6789',
  ])
    expect(closed).toContain(words);
  expect(short).toContain('$20.00 to Rijeka Juniors');
  expect(short).toContain('The money is not in the wallet again yet.');
  expect(short).not.toContain('Then they can transfer again.');
  expect(erased).toContain('$10.00 to a deleted account');
  expect(erased).toContain('code_of_later');
  expect(erased).not.toContain('Show person');
  await expectAccessibleAtWidths('transfers that failed');
  await button('Show more').click();
  await expect.poll(() => cards().length).toBe(11);
  const link = page.getByRole('link', { name: 'Show person: Leo Marin' }).first();
  await expect.element(link).toHaveAttribute('href', '/admin/people?search=leo.marin');
  expect(at()).toBe('/admin/money');
});
