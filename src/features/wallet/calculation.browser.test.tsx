import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Amount } from '#contract/wallet.ts';
import { clearPage, freshAccount, notePull, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AmountList } from './amount-list.tsx';
import './wallet.css';

const network = standInNetwork();

const amount = (facts: Partial<Amount>): Amount => ({
  id: newId(),
  date: '2031-05-30',
  type: 'views_base',
  amount: 4_800,
  channelName: null,
  bankAccount: null,
  ...facts,
});
const FEE = amount({ type: 'standard_marketing_fee', amount: 720 });
const TRANSFER = amount({ type: 'withdrawal', amount: -3_000, bankAccount: '4821' });
const AMOUNTS = [amount({ channelName: 'First Touch Lab', date: '2031-05-31' }), FEE, TRANSFER];
const open = () => showRouted(<AmountList tab="all" />, '/educator-wallet', ['/educator-wallet']);
const button = (name: string) => page.getByRole('button', { name, exact: true });

beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  network.answer('/amounts/my', () => ({ count: AMOUNTS.length, results: AMOUNTS }));
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('each share opens to its calculation, with the views that pay nothing, without who the members are', async () => {
  network.answer('/revenues/calculation', () => ({
    results: [
      {
        channelId: newId(),
        channelName: 'First Touch Lab',
        sportName: 'Tennis',
        date: '2031-05-31',
        received: 10_000,
        pool: 7_000,
        publishing: { part: 1_750, own: 3, all: 4, share: 1_600 },
        views: { part: 5_250, own: 90, all: 100, share: 4_800 },
        uncounted: { own: 1, repeated: 3, tooShort: 0, tooFast: 4, tooMany: 0, unpaid: 2 },
        takenBack: 0,
      },
    ],
  }));
  open();
  await button('Content views').click();
  const sheet = page.getByRole('dialog', { name: /^How .* was worked out$/ });
  for (const words of [
    '3 of 4 published items are yours',
    '90 of 100 views by paying members are yours',
    '10 views pay nothing: 2 by members who do not pay for this sport, 1 your own, 3 watched again within a day, 4 faster than anybody can watch.',
    '$100.00',
    '$48.00',
    'Who the members are is not shown.',
  ])
    await expect.element(sheet.getByText(words)).toBeVisible();
  await expectAccessible('a calculation');
});

const answerCalculation = () =>
  network.answer('/revenues/calculation', () => ({
    results: [],
    fees: [
      {
        id: FEE.id,
        sportName: 'Tennis',
        codes: [{ code: 'ANA10', unit: 'percent', value: 10, payments: 3, received: 7_200, amount: 720 }],
      },
    ],
    transfers: [
      {
        id: TRANSFER.id,
        before: 1_000,
        earned: 14_840,
        amount: -3_000,
        after: 12_840,
        fee: 33,
        status: 'paid',
        createdAt: '2031-05-30T10:00:00.000Z',
        decidedAt: '2031-06-02T10:00:00.000Z',
      },
    ],
  }));
const FEE_WORDS = [
  'Code ANA10 · Tennis',
  '$72.00',
  'Of 3 payments by members who used your code',
  'Your fee, 10%',
  '$7.20',
];
const TRANSFER_WORDS = [
  '$10.00',
  '$148.40',
  '−$30.00',
  '−$0.33',
  '$29.67',
  '$128.40',
  /^It arrived at your bank on .*2031/,
];

test.each([
  ['Standard marketing fee', /^How the fee of .* was worked out$/, FEE_WORDS],
  ['Transfer to bank ending 4821', /^What the transfer of .* was made of$/, TRANSFER_WORDS],
] as const)('D-350 D-355 the row "%s" opens to its calculation, also without a network', async (row, title, words) => {
  answerCalculation();
  open();
  await button(row).click();
  const sheet = page.getByRole('dialog', { name: title });
  for (const each of words) await expect.element(sheet.getByText(each, { exact: true })).toBeVisible();
  await expectAccessible(row);
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(sheet).not.toBeInTheDocument();
  network.goOffline();
  await button(row).click();
  await expect.element(sheet.getByText(/Last updated/)).toBeVisible();
  for (const each of words) await expect.element(sheet.getByText(each, { exact: true })).toBeVisible();
});

test('what a day earned leads to the transfer that took it, when it arrived and its fee, and what waits; also without a network', async () => {
  const out = { id: TRANSFER.id, date: TRANSFER.date, createdAt: '2031-05-30T10:00:00.000Z' };
  network.answer('/revenues/calculation', () => ({
    results: [],
    fees: [],
    transfers: [
      {
        ...out,
        before: 0,
        earned: 8_000,
        amount: -3_000,
        after: 5_000,
        fee: 33,
        status: 'paid',
        decidedAt: '2031-06-02T10:00:00.000Z',
      },
    ],
    onward: {
      earned: 5_000,
      madeUp: 200,
      takenBack: 100,
      waiting: 1_700,
      transfers: [
        { ...out, part: 2_000, amount: 3_000, fee: 33, status: 'paid', decidedAt: '2031-06-02T10:00:00.000Z' },
        {
          ...out,
          id: newId(),
          date: '2031-06-09',
          part: 1_000,
          amount: 4_000,
          fee: 0,
          status: 'sent',
          decidedAt: null,
        },
      ],
    },
  }));
  open();
  await button('Content views').click();
  const words = [
    'Where the $50.00 of this day went',
    /^It arrived at your bank on .*2031\. It was \$30\.00 in all, of which \$0\.33 is the fee of the bank transfer\.$/,
    /^It is on its way since .* It was \$40\.00 in all, without a fee\.$/,
    '$20.00',
    '$2.00',
    '$1.00',
    '$17.00',
    'Still in your wallet',
  ];
  const sheet = page.getByRole('dialog');
  for (const each of words) await expect.element(sheet.getByText(each, { exact: true })).toBeVisible();
  await expectAccessible('where an amount went');
  const seeTransfer = async () => {
    await sheet.getByRole('button', { name: /^Transfer of .*30/ }).click();
    const transfer = page.getByRole('dialog', { name: /^What the transfer of .* was made of$/ });
    for (const each of ['$80.00', '−$30.00', '−$0.33', '$29.67'])
      await expect.element(transfer.getByText(each, { exact: true })).toBeVisible();
  };
  await seeTransfer();
  await sheet.getByRole('button', { name: 'Close' }).last().click();
  await expect.element(sheet).not.toBeInTheDocument();
  network.goOffline();
  await button('Content views').click();
  await expect.element(sheet.getByText(/Last updated/)).toBeVisible();
  for (const each of words) await expect.element(sheet.getByText(each, { exact: true })).toBeVisible();
  await seeTransfer();
});
