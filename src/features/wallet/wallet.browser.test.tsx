import { afterEach, beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Amount, RevenueRow, Wallet } from '#contract/wallet.ts';
import type { Account } from '#app/data/account.ts';
import { freshAccount, notePull, person, Refusal, show, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { SandboxRegistrationPage } from './sandbox-registration-page.tsx';
import { WalletPage, type WalletPageProps } from './wallet-page.tsx';

let account: Account;
const network = standInNetwork();

const READY: Wallet = {
  walletAmount: 12_840,
  registrationStatus: 'completed',
  registrationLink: null,
  bankAccount: '4821',
  country: 'DE',
  isOwn: true,
  freeTransferAt: null,
  transfer: null,
};
const NEW: Wallet = { ...READY, registrationStatus: 'not_started', bankAccount: null, country: null };
const amount = (facts: Partial<Amount>): Amount => ({
  id: newId(),
  date: '2031-05-31',
  type: 'views_base',
  amount: 4_800,
  channelName: 'First Touch Lab',
  bankAccount: null,
  ...facts,
});
const THIS_YEAR = `${new Date().getUTCFullYear()}-05-28`;
const AMOUNTS = [
  amount({}),
  amount({ type: 'content_base', amount: 1_600 }),
  amount({ type: 'withdrawal', amount: -3_000, channelName: null, bankAccount: '4821', date: '2031-05-30' }),
  amount({ type: 'standard_marketing_fee', amount: 720, channelName: null, date: THIS_YEAR }),
];
const MONTH: RevenueRow = {
  date: '2031-05-01',
  revenue: 7_400,
  withdrawal: 3_000,
  details: {
    content: {
      total: 6_400,
      details: [{ channelName: 'First Touch Lab', total: 6_400, contentBaseIncome: 1_600, viewBaseIncome: 4_800 }],
    },
    referral: { total: 1_000, standardMarketingFeeTotal: 720, customMarketingFeeTotal: 280 },
  },
};

let wallet: Wallet;
const sent: unknown[] = [];
const left: string[] = [];
const asked = (path: string) =>
  network.requests.filter((each) => each.startsWith(path)).map((each) => each.slice(path.length));
const open = (view: Partial<WalletPageProps> = {}, address = '/educator-wallet') =>
  showRouted(
    <WalletPage tab="all" period={undefined} channelId={undefined} leave={(url) => left.push(url)} {...view} />,
    address,
    ['/educator-wallet'],
  );
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const field = () => page.getByRole('textbox', { name: 'Amount to transfer' });

beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  await notePull(account);
  wallet = READY;
  sent.length = 0;
  left.length = 0;
  network.requests.length = 0;
  network.answer('/wallet', () => wallet);
  network.answer('/amounts/my', () => ({ count: AMOUNTS.length, results: AMOUNTS }));
  network.answer('/wallet/countries', () => ({
    count: 3,
    results: [
      { code: 'FR', name: 'France', isEnabled: true },
      { code: 'DE', name: 'Germany', isEnabled: true },
      { code: 'UY', name: 'Uruguay', isEnabled: false },
    ],
  }));
  network.answer('/wallet/payout', (_query, body) => {
    sent.push(body);
    wallet = {
      ...wallet,
      walletAmount: 6_840,
      transfer: { id: newId(), amountInCents: 6_000, feeInCents: 0, createdAt: '2031-06-02T10:00:00.000Z' },
    };
    return { id: wallet.transfer!.id, walletAmount: wallet.walletAmount };
  });
});
afterEach(() => {
  show(null);
  network.goOnline();
});

test('WAL-001 WAL-002 WAL-003 WAL-004 WAL-035 the wallet: amount, bank account, transfer, revenue', async () => {
  open();
  const board = page.getByRole('region', { name: 'Balance' });
  await expect.element(board).toHaveTextContent('Balance$128.40Bank account ending 4821Verified');
  await expect
    .element(board.getByRole('link', { name: '$128.40, from all amounts' }))
    .toHaveAttribute('href', '/educator-wallet/amounts?tab=all');
  await expect.element(page.getByText('Content Publishing 25%, Content Views 75%')).toBeVisible();
  const rows = page.getByRole('list', { name: 'Amounts' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map((row) => row.textContent))
    .toEqual([
      expect.stringMatching(/^Content viewsFirst Touch Lab · .*31.*\+\$48\.00$/),
      expect.stringMatching(/^Content publishing.*\+\$16\.00$/),
      expect.stringMatching(/^Transfer to bank ending 4821.*−\$30\.00$/),
      expect.stringMatching(/^Standard marketing feeMay 28\+\$7\.20$/),
    ]);
  await field().fill('60.00');
  await expect.element(button('Transfer $60.00')).toBeVisible();
  await expect.element(page.getByRole('link', { name: /Invoices/ })).toHaveAttribute('href', '/invoice-history');
  await expectAccessible('the wallet');
});

test('WAL-017 WAL-018 WAL-019 WAL-020 WAL-021 WAL-022 what is no amount to transfer is said beside it and not sent', async () => {
  open();
  for (const [typed, why] of [
    ['sixty', 'Amount should be a numbers'],
    ['9.99', 'Amount should be more than the minimum of $10.00'],
    ['128.41', 'Amount should be less than your balance of $128.40'],
  ] as const) {
    await field().fill(typed);
    await button('Transfer').click();
    await expect.element(page.getByText(why)).toBeVisible();
  }
  expect(sent).toEqual([]);
  await expectAccessible('a wrong amount');
});

test('WAL-016 WAL-029 the whole balance or a part is transferred once, and the next one waits', async () => {
  open();
  await button('All of the balance').click();
  await expect.element(field()).toHaveValue('128.40');
  await field().fill('60');
  await button('Transfer $60.00').click();
  await expect.poll(() => sent).toEqual([{ amountInCents: 6_000 }]);
  await expect.element(page.getByText(/^\$60\.00 is on its way to your bank since .*2/)).toBeVisible();
  await expect.element(field()).not.toBeInTheDocument();
  await expect.element(page.getByRole('region', { name: 'Balance' }).getByText('$68.40')).toBeVisible();
});

test('WAL-031 a transfer that fails says so and keeps the amount; without an answer the next press is the same request', async () => {
  const keys: (string | null)[] = [];
  const real = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (String(input instanceof Request ? input.url : input).includes('/wallet/payout'))
      keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return real(input, init);
  };
  try {
    network.answer('/wallet/payout', () => {
      throw new Refusal(502, 'payment.provider', 'x');
    });
    open();
    await field().fill('60');
    await button('Transfer $60.00').click();
    await expect.element(page.getByText('Error on making PayOut. Please try again')).toBeVisible();
    await expect.element(field()).toHaveValue('60');
    network.answer('/wallet/payout', () => {
      throw new TypeError('Failed to fetch');
    });
    await button('Transfer $60.00').click();
    await expect.element(page.getByText(/It is made once|it is made once/)).toBeVisible();
    await button('Transfer $60.00').click();
    await expect.poll(() => keys.length).toBeGreaterThanOrEqual(3);
    await expect.element(button('Transfer $60.00')).toBeEnabled();
    expect(keys.at(-1)).toBe(keys.at(-2));
    expect(keys[0]).not.toBe(keys.at(-1));
  } finally {
    globalThis.fetch = real;
  }
});

test.each<[why: string, Partial<Wallet>]>([
  ['Money can be transferred once you reach the minimum balance of $10.00.', { walletAmount: 999 }],
  ["You can't transfer money until you add your bank account information.", NEW],
  ['Only the Owner of the organization registers its bank account and transfers money.', { isOwn: false }],
  [
    'A refund or a dispute took back what was transferred before. What you earn next makes up for it.',
    { walletAmount: -500 },
  ],
])('WAL-033 WAL-034 why nothing can be transferred: %s', async (why, facts) => {
  wallet = { ...READY, ...facts };
  open();
  await expect.element(page.getByText(why)).toBeVisible();
  await expect.element(page.getByRole('list', { name: 'Amounts' })).toBeVisible();
  expect(field().elements()).toEqual([]);
});

test('WAL-016 WAL-017 WAL-033 the least that can be transferred is not below the minimum', async () => {
  wallet = { ...READY, walletAmount: 1_000 };
  open();
  await button('All of the balance').click();
  await button('Transfer $10.00').click();
  await expect.poll(() => sent).toEqual([{ amountInCents: 1_000 }]);
});

test('WAL-014 WAL-023 WAL-028 WAL-032 the country is chosen, confirmed for good, and leads to the provider', async () => {
  wallet = NEW;
  network.answer('/wallet/registration/start', () => {
    throw new Refusal(503, 'payment.unavailable', 'x');
  });
  open();
  await page.getByRole('combobox', { name: 'Country of your bank' }).click();
  await expect
    .poll(() =>
      page
        .getByRole('option')
        .elements()
        .map(({ textContent }) => textContent),
    )
    .toEqual(['France', 'Germany']);
  await page.getByRole('option', { name: 'Germany' }).click();
  await button('Continue').click();
  const dialog = page.getByRole('alertdialog', { name: 'Is your bank in Germany?' });
  await expect.element(dialog.getByText('You cannot change the country later')).toBeVisible();
  await expectAccessible('the question about the country');
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect.element(page.getByText('Error on making send country. Please try again')).toBeVisible();
  network.answer('/wallet/registration/start', (_query, body) => {
    sent.push(body);
    return { registrationStatus: 'started', registrationLink: 'https://provider.example/1' };
  });
  await button('Continue').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Confirm' }).click();
  await expect.poll(() => left).toEqual(['https://provider.example/1']);
  expect(sent).toEqual([{ country: 'DE' }]);
});

test('WAL-015 a registration that was left goes on at a new page of the provider', async () => {
  wallet = { ...NEW, registrationStatus: 'started', country: 'DE', registrationLink: 'https://provider.example/old' };
  network.answer('/wallet/registration/start', () => ({
    registrationStatus: 'started',
    registrationLink: 'https://provider.example/new',
  }));
  open();
  await expect.element(page.getByText('Registration started')).toBeVisible();
  await button('Continue registration').click();
  await expect.poll(() => left).toEqual(['https://provider.example/new']);
});

test('WAL-004 WAL-024 the list by tab, days and pages', async () => {
  const many = Array.from({ length: 12 }, (_, at) => amount({ amount: 100 + at }));
  network.answer('/amounts/my', (query) => {
    const offset = Number(query.get('offset'));
    return { count: many.length, results: many.slice(offset, offset + Number(query.get('limit'))) };
  });
  const at = open({ tab: 'earned' });
  const rows = page.getByRole('list', { name: 'Amounts' }).getByRole('listitem');
  await expect.poll(() => rows.elements().length).toBeGreaterThanOrEqual(10);
  await expect.poll(() => asked('/amounts/my')[0]).toContain('type=earned');
  rows.elements().at(-1)!.scrollIntoView();
  await expect.poll(() => rows.elements().length).toBe(12);
  await page.getByLabelText('From').fill('2031-05-01');
  await expect.poll(() => asked('/amounts/my').at(-1)).toContain('date_from=2031-05-01');
  await page.getByText('Transferred', { exact: true }).click();
  await expect.poll(at).toContain('tab=transferred');
});

test('WAL-010 WAL-011 WAL-012 WAL-013 the revenue of a month opens to what it is made of', async () => {
  network.answer('/revenues/statistics', () => ({ count: 25, results: [MONTH] }));
  open({ period: 'month' });
  await page.getByText('May 2031', { exact: true }).click();
  const parts = [
    'First Touch Lab · Content publishing$16.00',
    'First Touch Lab · Content views$48.00',
    'Standard marketing fee$7.20',
    'Custom marketing fee$2.80',
    'Transfer to bank−$30.00',
  ];
  const publishing = page.getByText('First Touch Lab · Content publishing');
  await expect.element(publishing).toBeVisible();
  expect(publishing.element().closest('dl')?.textContent).toBe(parts.join(''));
  await expect
    .element(page.getByRole('link', { name: 'Amounts of May 2031' }))
    .toHaveAttribute('href', '/educator-wallet/amounts?tab=all&period=month&from=2031-05-01');
  await button('Older').click();
  await expect.poll(() => asked('/revenues/statistics').at(-1)).toContain('offset=10');
  await expect.element(page.getByText('Page 2 of 3')).toBeVisible();
  await expectAccessible('the revenue by month');
});

test('the whole list is saved, also what is not on the screen', async () => {
  const saved: string[] = [];
  const real = URL.createObjectURL;
  URL.createObjectURL = (blob) => {
    void (blob as Blob).text().then((text) => saved.push(text));
    return 'about:blank';
  };
  const clicked = HTMLAnchorElement.prototype.click;
  const names: string[] = [];
  HTMLAnchorElement.prototype.click = function click() {
    names.push(this.download);
  };
  try {
    open();
    await button('Save as CSV').click();
    await expect.poll(() => saved[0]?.split('\r\n').length).toBe(AMOUNTS.length + 2);
    expect(names).toEqual(['sideline-wallet.csv']);
  } finally {
    URL.createObjectURL = real;
    HTMLAnchorElement.prototype.click = clicked;
  }
});

test('D-358 D-361 without a network the wallet is shown with its age, and a transfer is refused in plain words', async () => {
  open();
  await expect.element(field()).toBeVisible();
  await field().fill('60');
  network.goOffline();
  window.dispatchEvent(new Event('offline'));
  await expect.element(page.getByText(/^Transferring needs the internet/)).toBeVisible();
  await expect.element(button('Transfer $60.00')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText(/Last updated|Updated/).first()).toBeVisible();
  await userEvent.keyboard('{Enter}');
  expect(sent).toEqual([]);
  await expect.element(field()).toHaveValue('60');
  await expectAccessible('the wallet offline');
});

test('at 320 px and with words of 200 % nothing is wider than the screen', async () => {
  const root = document.documentElement;
  const before = { width: innerWidth, height: innerHeight };
  network.answer('/revenues/statistics', () => ({ count: 25, results: [MONTH] }));
  await page.viewport(320, 900);
  root.style.fontSize = '200%';
  try {
    for (const [facts, view] of [
      [{ walletAmount: 123_456_789, freeTransferAt: '2090-06-09T10:00:00.000Z' }, {}],
      [NEW, { period: 'month' }],
    ] as const) {
      wallet = { ...READY, ...facts };
      open(view);
      await expect.element(page.getByRole('heading', { name: 'Revenue' })).toBeVisible();
      await expect.element(page.getByText(/^(Content views|May 2031)/).first()).toBeVisible();
      expect(root.scrollWidth).toBeLessThanOrEqual(320);
      show(null);
    }
  } finally {
    root.style.fontSize = '';
    await page.viewport(before.width, before.height);
  }
});

test('D-355 the fee of a second transfer within a week is said before it is made', async () => {
  wallet = { ...READY, freeTransferAt: '2090-06-09T10:00:00.000Z' };
  open();
  await field().fill('60');
  await expect.element(page.getByText(/^\$0\.40 of it is the fee of the bank transfer/)).toBeVisible();
});

test('the page of the sandbox registers a test number and leads back', async () => {
  network.answer('/sandbox-payments/register-account', (_query, body) => {
    sent.push(body);
    return null;
  });
  const at = showRouted(<SandboxRegistrationPage link="link_1" />, '/sandbox-registration', [
    '/sandbox-registration',
    '/educator-wallet',
  ]);
  await expectAccessible('the page of the sandbox');
  await button('Register').click();
  await expect.poll(() => sent).toEqual([{ link: 'link_1', bankNumber: '000123456789' }]);
  await expect.poll(at).toContain('/educator-wallet');
});
