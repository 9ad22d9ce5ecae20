import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
import { applyDispute, applyRefund } from './index.ts';
import { FAILS_LATER, startTill, type Till } from './billing.fixtures.ts';

// What a person is notified of about money and access: once for each cause, with a link to the page that helps, and by mail.

let till: Till;
beforeAll(async () => {
  till = await startTill();
});
afterAll(() => till.server.close());

const db = () => till.server.services.database.db;
const member = async (sport = 'tennis') => {
  till.at('2031-06-16T00:00:00Z');
  const person = await till.person();
  await till.addCard(person);
  await till.hadTrial(person, sport);
  expect((await till.subscribe(person, sport)).status).toBe(200);
  return person;
};
/** Runs billing twice at a time: nothing is said again. */
const billAt = async (text: string) => {
  till.at(text);
  await till.bill();
  await till.bill();
};
const told = async (as: TestPerson, kind: string) => {
  const { rows } = await sql<{ text: string; link: string }>`select text, link from notifications
    where user_id = ${as.userId} and kind = ${kind} order by sent_at, id`.execute(db());
  return rows;
};
const mails = (as: TestPerson) => till.mails(as);
const mailed = (as: TestPerson, words: string) =>
  expect.poll(async () => (await mails(as)).filter((body) => body.includes(words)).length);
const leave = (as: TestPerson) => till.call('DELETE /subscriptions/tennis/remove', undefined, { as });

test('D-341: a failed payment says until when access stays, then that it is closed, and that it has ended; each leads to the cards and is mailed', async () => {
  const ana = await member();
  await till.addCard(ana, FAILS_LATER);
  await billAt('2031-07-01T00:00:00Z');
  const until = 'A payment failed; please update your card. You can watch until July 8, 2031, while we try again.';
  expect(await told(ana, 'payment_failed')).toEqual([{ text: until, link: '/payment-methods' }]);
  await mailed(ana, until).toBe(1);
  expect((await mails(ana)).find((body) => body.includes(until))).toMatch(/Update: http\S+\/payment-methods\n/);
  for (const day of ['04', '06', '08']) await billAt(`2031-07-${day}T00:00:00Z`);
  expect(await told(ana, 'payment_failed')).toHaveLength(4);
  const closed = 'Tennis: closed, because the payment failed several times. Update your card to open it again.';
  expect(await told(ana, 'subscription_suspended')).toEqual([{ text: closed, link: '/payment-methods' }]);
  await mailed(ana, closed).toBe(1);
  // The mail of the last failure is that of the closed access.
  await mailed(ana, 'A payment failed').toBe(3);
  await billAt('2031-08-07T00:10:00Z');
  const ended = 'Your Tennis subscription has ended. Subscribe to open it again.';
  expect(await told(ana, 'subscription_ended')).toEqual([{ text: ended, link: '/learner-subscriptions' }]);
  await mailed(ana, ended).toBe(1);
});

test('SUB-044, D-341: leaving says until when one may watch, once; the end and each paid invoice are said too', async () => {
  const ana = await member();
  expect(await told(ana, 'invoice_ready')).toEqual([
    { text: 'Your invoice for June 2031 is ready. $2.00 was paid.', link: '/monthly-invoice/2031/6' },
  ]);
  await billAt('2031-07-01T00:00:00Z');
  for (let times = 0; times < 2; times += 1) await leave(ana);
  const left = 'Tennis is cancelled. You can watch until July 31, 2031. Nothing more is charged.';
  expect(await told(ana, 'subscription_left')).toEqual([{ text: left, link: '/learner-subscriptions' }]);
  await billAt('2031-08-01T00:00:00Z');
  expect(await told(ana, 'subscription_ended')).toHaveLength(1);
  for (const words of [left, '$2.00 was paid', '$3.99 was paid']) await mailed(ana, words).toBe(1);
});

test('D-341: a card that will be charged and ends soon is announced once, and again when the bank has renewed it', async () => {
  const [ana, ben] = [await member(), await member()];
  await leave(ben);
  const expire = (year: number) =>
    sql`update payment_methods set exp_year = ${year}, exp_month = 9 where user_id in (${ana.userId}, ${ben.userId})`.execute(
      db(),
    );
  await expire(2031);
  await billAt('2031-09-16T00:00:00Z');
  expect(await told(ana, 'card_expiring')).toEqual([]);
  await billAt('2031-09-17T00:00:00Z');
  const words = 'Visa ending 4242 expires at the end of September 2031. Replace it, so that you keep your access.';
  expect(await told(ana, 'card_expiring')).toEqual([{ text: words, link: '/payment-methods' }]);
  await mailed(ana, words).toBe(1);
  expect(await told(ben, 'card_expiring')).toEqual([]);
  await expire(2032);
  await billAt('2032-09-20T00:00:00Z');
  expect(await told(ana, 'card_expiring')).toHaveLength(2);
});

test('D-341: a refund and a dispute are said once each, with the card, the amount and what it means for access', async () => {
  const ana = await member();
  const { rows } = await sql<{ id: string; invoiceId: string }>`select a.payment_id as id, i.id as "invoiceId"
    from invoice_attempts a join invoices i on i.id = a.invoice_id where i.user_id = ${ana.userId}`.execute(db());
  const { id: paymentId, invoiceId } = rows[0]!;
  const { services } = till.server;
  const link = `/invoice/${invoiceId}`;
  const refund = await till.sandbox.refund({ paymentId, amount: 70, metadata: {} }, 'notice-refund');
  for (let times = 0; times < 2; times += 1) await applyRefund(services, refund);
  const paidBack = '$0.70 is paid back to Visa ending 4242. Your bank may need some days to show it.';
  expect(await told(ana, 'refund_sent')).toEqual([{ text: paidBack, link }]);
  await mailed(ana, paidBack).toBe(1);
  const disputeId = await till.sandbox.openDispute(paymentId, 130);
  const apply = async () => applyDispute(services, await till.sandbox.readDispute(disputeId));
  for (let times = 0; times < 2; times += 1) await apply();
  const taken =
    'The bank of Visa ending 4242 took $1.30 back, because the payment is disputed. Tennis: closed until the bank has decided.';
  expect(await told(ana, 'payment_disputed')).toEqual([{ text: taken, link }]);
  await till.sandbox.closeDispute(disputeId, 'won');
  for (let times = 0; times < 2; times += 1) await apply();
  const decided = 'The bank of Visa ending 4242 has decided that the payment of $1.30 was right. Tennis: open again.';
  expect(await told(ana, 'dispute_closed')).toEqual([{ text: decided, link }]);
  for (const words of [taken, decided]) await mailed(ana, words).toBe(1);
});

test('D-341: a refund that did not arrive is said, with what to do, and mailed', async () => {
  const ana = await member();
  const { rows } = await sql<{ id: string; invoiceId: string }>`select a.payment_id as id, i.id as "invoiceId"
    from invoice_attempts a join invoices i on i.id = a.invoice_id where i.user_id = ${ana.userId}`.execute(db());
  const { id: paymentId, invoiceId } = rows[0]!;
  const { id } = await till.sandbox.refund({ paymentId, amount: 70, metadata: {} }, 'notice-failed-refund');
  await till.sandbox.failRefund(id);
  for (let times = 0; times < 2; times += 1) await applyRefund(till.server.services, await till.sandbox.readRefund(id));
  const failed = '$0.70 could not be paid back to Visa ending 4242. Write to us, so that it reaches you.';
  expect(await told(ana, 'refund_failed')).toEqual([{ text: failed, link: `/invoice/${invoiceId}` }]);
  await mailed(ana, failed).toBe(1);
});

test('D-183, D-341: the end of a trial is announced with what follows; a mail goes only to an address that was verified', async () => {
  till.at('2031-06-02T00:00:00Z');
  const [ana, ben] = [await till.person(), await till.person()];
  await sql`update users set email_verified_at = null where id = ${ben.userId}`.execute(db());
  for (const as of [ana, ben]) await till.subscribe(as, 'soccer', { consent: false });
  await billAt('2031-06-14T12:00:00Z');
  const ending = 'Your Soccer trial ends in 2 days. Nothing is charged by itself.';
  for (const as of [ana, ben])
    expect(await told(as, 'trial_ending')).toEqual([{ text: ending, link: '/learner-subscriptions' }]);
  await billAt('2031-06-16T00:10:00Z');
  for (const as of [ana, ben]) expect(await told(as, 'trial_ended')).toHaveLength(1);
  for (const words of [ending, 'Your Soccer trial has ended.']) await mailed(ana, words).toBe(1);
  expect(await mails(ben)).toEqual([]);
});
