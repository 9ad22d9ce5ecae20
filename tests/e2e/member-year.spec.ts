import type { Page } from '@playwright/test';
import { createSandbox } from '#server/adapters/payments/sandbox/sandbox.ts';
import { openDatabase, type Db } from '#server/db/database.ts';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { findDifferences, readBalance } from '#server/domains/ledger/index.ts';
import { expect, test as base, WITHOUT_WORKER, type App } from '#tests/support/app.ts';
import { startApp } from '#tests/support/app-process.ts';
import { dialogsGone, openSignedIn } from '#tests/support/people.ts';
import { copyOfDemo } from '#tests/support/prepared-demo.ts';
import { sql } from 'kysely';

// A year of a Member's subscription, on a server of its own whose clock this test moves. The provider is the sandbox, with Stripe's
// test cards. Figures: a month is $3.99; Ontario adds 13 %.

const test = base.extend<{ app: App }>({
  app: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from the pattern.
    async ({}, provide) => {
      const app = await startApp({ DATA_DIR: await copyOfDemo(), CLOCK: 'movable' });
      await provide(app);
      await app.stop();
    },
    { scope: 'test', timeout: 180_000 },
  ],
});
test.use(WITHOUT_WORKER);
const SUBSCRIBE = '/confirm-sport-subscription?sport=tennis&from=learner-subscriptions';

/** The Member on their phone, whose clock is that of the server. */
class Member {
  private readonly page: Page;
  private readonly url: string;
  constructor(page: Page, url: string) {
    this.page = page;
    this.url = url;
  }

  /** Moves both clocks; billing has run when it resolves. */
  async at(instant: string): Promise<void> {
    const moved = await fetch(`${this.url}/dev/clock?at=${instant}`, { method: 'POST' });
    expect(moved.status).toBe(204);
    await this.page.clock.setSystemTime(new Date(instant));
  }

  /** Opens the app at this time: a session ends that is not renewed for 30 days. */
  async opensAt(instant: string): Promise<void> {
    const { page } = this;
    const place = page.url();
    // No page is open while the clock moves: its renewal would be cut off by the page that follows.
    await page.goto('about:blank');
    // The service worker may renew before the page does, as soon as the clock has moved. The limit tells a renewal that does
    // not come from a slow year.
    const renewed = page.context().waitForEvent('response', {
      predicate: (answer) => answer.url().endsWith('/auth/token/refresh') && answer.ok(),
      timeout: 60_000,
    });
    await this.at(instant);
    await page.goto(place);
    await renewed;
  }

  /** Opens a page. */
  async goes(to: string): Promise<void> {
    await dialogsGone(this.page);
    await this.page.goto(to);
  }

  /** What the page of the subscriptions says of Tennis. */
  async sees(...words: string[]): Promise<void> {
    await this.goes('/learner-subscriptions');
    const card = this.page.getByRole('listitem').filter({ hasText: 'Tennis' });
    for (const each of words) await expect(card).toContainText(each);
  }

  async isTold(words: string): Promise<void> {
    await this.goes('/notifications');
    await expect(this.page.getByText(words)).toBeVisible();
  }

  /** Types a card. @param address Typed too, in Ontario. */
  async saveCard(number: string, address: boolean): Promise<void> {
    const { page } = this;
    for (const [label, value] of [
      ['Card number', number],
      ['Expiry', '1240'],
      ['CVC', '123'],
    ] as const)
      await page.getByLabel(label).fill(value);
    if (address) {
      await page.getByRole('combobox', { name: 'Country' }).click();
      await page.getByRole('option', { name: 'Canada', exact: true }).click();
      for (const [label, value] of [
        ['State or province', 'Ontario'],
        ['City', 'Toronto'],
        ['Street', 'King St 1'],
        ['Postal code', 'M5H 1A1'],
      ] as const)
        await page.getByLabel(label).fill(value);
    }
    await page.getByRole('checkbox', { name: 'Make this my preferred way to pay' }).check();
    await page.getByRole('button', { name: 'Save card' }).click();
    const toast = page.getByText('Payment Card was added.');
    await expect(toast).toBeVisible();
    // It covers what is pressed next.
    await expect(toast).toBeHidden();
  }

  /** Agrees to the amount that is shown, and pays it. */
  async pays(amount: string): Promise<void> {
    const pay = this.page.getByRole('button', { name: `Pay ${amount}`, exact: true });
    await expect(pay).toBeEnabled();
    await this.page.getByRole('checkbox', { name: /^I agree that Sideline charges my card/ }).click();
    await pay.click();
    await expect(this.page.getByText('You are subscribed to Tennis.')).toBeVisible();
  }

  /** The one invoice of a month. */
  async opensInvoice(month: string, amount: string): Promise<void> {
    await this.goes(`/monthly-invoice/${month}`);
    const row = this.page.getByRole('listitem').filter({ hasText: amount });
    await row.getByRole('link').click();
    await expect(this.page.getByText('Paid on')).toBeVisible();
  }
}

/** The database of the running app. */
const withDatabase = async <T>({ dataDir }: App, work: (db: Db) => Promise<T>): Promise<T> => {
  const quiet = { info: () => {}, warn: () => {}, error: console.error };
  const postgres = await startEmbeddedPostgres({ dataDir, log: quiet });
  const { db, close } = openDatabase(postgres.poolConfig);
  try {
    return await work(db);
  } finally {
    await close();
    await postgres.stop();
  }
};

/** What the operator does at the provider: gives the last payment of the Member back. The nightly comparison finds it. */
const refundLast = (app: App, at: string): Promise<void> =>
  withDatabase(app, async (db) => {
    const { rows } = await sql<{ id: string; amount: number }>`select p.id, p.amount from sandbox_payments p
      join payment_customers c on c.customer_id = p.customer_id join users u on u.id = c.user_id
      where u.username = 'mia' and p.status = 'succeeded' order by p.created_at desc limit 1`.execute(db);
    const [payment] = rows;
    const sandbox = createSandbox({ db, secret: 'unused', now: () => new Date(at), later: async () => {} });
    await sandbox.refund({ paymentId: payment!.id, amount: payment!.amount, metadata: {} }, 'refund of the year');
    await sql`insert into jobs.job (name, data, policy) select name, '{}', policy from jobs.queue where name = 'payments.reconcile'`.execute(
      db,
    );
  });

test('SUB-024 D-183…D-191 a year of one Member: trial, card, renewals, a failed card and its grace, leaving, return with a code, refund; the books are right', async ({
  page,
  app,
}) => {
  const mia = new Member(page, app.url);
  await page.clock.install({ time: new Date('2031-01-06T10:00:00Z') });
  await mia.at('2031-01-06T10:00:00Z');
  await openSignedIn(page, 'mia');

  await test.step('a free trial without a card', async () => {
    // The page of the roles, which she has from before: whether they have reached this device yet or not.
    await mia.goes('/sport-subscribe-current-role?sport=tennis&from=learner-subscriptions');
    await page.getByRole('checkbox', { name: 'Fan' }).check();
    await page.getByRole('button', { name: 'Confirm', exact: true }).click();
    await page.getByRole('button', { name: 'Start free trial' }).click();
    await expect(page.getByText('Your 14-day free trial of Tennis has started.')).toBeVisible();
    await mia.sees('Trial: 14 days left', 'Nothing is charged by itself.');
    await mia.opensAt('2031-01-18T12:00:00Z');
    await mia.isTold('Your Tennis trial ends in 2 days. Nothing is charged by itself.');
    await mia.opensAt('2031-01-20T10:30:00Z');
    await mia.sees('Expired');
  });

  await test.step('a card, and the rest of the month', async () => {
    await page.getByRole('link', { name: 'Subscribe again to Tennis' }).click();
    await page.getByRole('button', { name: 'Add a card' }).click();
    await mia.saveCard('4242424242424242', true);
    await mia.pays('$1.68');
    await mia.opensAt('2031-02-01T00:10:00Z');
    await mia.opensInvoice('2031/2', '$4.51');
    await expect(page.getByRole('list', { name: 'Total and taxes' })).toContainText('HST 13%');
  });

  await test.step('the card of March fails: access stays, and one new card mends it', async () => {
    await mia.goes('/payment-methods?card=new');
    await mia.saveCard('4000000000000341', false);
    await mia.opensAt('2031-03-01T00:10:00Z');
    await mia.sees('Payment error', 'We could not charge Visa ending 0341. You keep access while we try again.');
    await mia.isTold(
      'A payment failed; please update your card. You can watch until March 8, 2031, while we try again.',
    );
    await mia.opensAt('2031-03-04T00:20:00Z');
    await mia.sees('Payment error');
    await page.getByRole('link', { name: 'Update card' }).click();
    await page.getByRole('button', { name: /Visa ending 0341/ }).click();
    await page.getByRole('button', { name: 'Update', exact: true }).click();
    await mia.saveCard('5555555555554444', false);
    await expect(async () => mia.sees('Subscribed', 'Next bill April 1.')).toPass({ timeout: 20_000 });
  });

  await test.step('leaving keeps access until the end of the month', async () => {
    await mia.opensAt('2031-04-01T00:10:00Z');
    await mia.opensAt('2031-04-10T09:00:00Z');
    await mia.sees('Subscribed');
    await page.getByRole('button', { name: 'Cancel Tennis' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    // Its dialog has closed, by a step back, before the page is left.
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page.getByText('Open until April 30. Nothing more is charged.')).toBeVisible();
    await mia.sees('Cancelled', 'Open until April 30. Nothing more is charged.');
    await mia.opensAt('2031-05-01T00:10:00Z');
    await mia.sees('Expired');
  });

  await test.step('back with a code, which counts for the months that it promises', async () => {
    await mia.goes(SUBSCRIBE);
    await page.getByLabel('Discount code').fill('anasoccer');
    await page.getByRole('button', { name: 'Apply', exact: true }).click();
    await expect(page.getByText('ANASOCCER: 20% off for 6 months')).toBeVisible();
    await mia.pays('$3.60');
    await mia.opensAt('2031-05-20T09:00:00Z');
    await mia.sees('Your discount lasts until November 30.');
    await mia.opensAt('2031-06-01T00:10:00Z');
    await mia.opensInvoice('2031/6', '$3.60');
  });

  await test.step('a refund is on the invoice, and takes no access', async () => {
    await refundLast(app, '2031-06-01T00:12:00Z');
    await expect(async () => {
      await page.reload();
      await expect(page.getByRole('list', { name: 'Payments' })).toContainText('Paid back to Mastercard ending 4444', {
        timeout: 2_000,
      });
    }).toPass({ timeout: 30_000 });
    await mia.isTold('$3.60 is paid back to Mastercard ending 4444.');
    await mia.sees('Subscribed');
  });

  await test.step('the rest of the year; invoices, books and provider agree', async () => {
    for (const month of ['07', '08', '09', '10', '11', '12']) await mia.at(`2031-${month}-01T00:10:00Z`);
    await mia.at('2032-01-06T10:00:00Z');
    await withDatabase(app, async (db) => {
      const { rows } = await sql<{ total: number; status: string }>`select i.total, i.status from invoices i
        join users u on u.id = i.user_id where u.username = 'mia' and i.status <> 'void' order by i.created_at`.execute(
        db,
      );
      // January, February to April, May to November with the code, and December and January at the full price.
      const totals = [168, 451, 451, 451, ...Array<number>(7).fill(360), 451, 451];
      expect(rows).toEqual(totals.map((total) => ({ total, status: 'paid' })));
      const theirs = await sql<{
        taken: number;
        net: number;
      }>`select sum(amount)::bigint as taken, sum(amount - fee)::bigint as net
        from sandbox_movements`.execute(db);
      // One payment was given back.
      expect(theirs.rows[0]!.taken).toBe(totals.reduce((sum, each) => sum + each, 0) - 360);
      expect(await readBalance(db, { kind: 'provider' }, 'usd')).toBe(theirs.rows[0]!.net);
      expect(await findDifferences(db)).toEqual([]);
    });
  });
});
