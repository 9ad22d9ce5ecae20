import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { signEvent } from '#server/adapters/payments/signature.ts';
import { openDatabase } from '#server/db/database.ts';
import { ADDRESS, typed } from '#tests/support/payment-cards.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startPayments, type PaymentStage } from './payments.fixtures.ts';
import { post } from '../ledger/index.ts';
import { handleEvent, receiveEvent, reconcile } from './index.ts';

let stage: PaymentStage;
let ana: TestPerson;
beforeAll(async () => {
  stage = await startPayments();
});
beforeEach(async () => {
  stage.setNow(new Date());
  stage.sandbox.faults.events = 'delivered';
  stage.sandbox.faults.setAway(false);
  await stage.drain();
  ana = await stage.addPerson();
});
afterAll(() => stage.close());

const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await stage.services.database.pool.query(text, values)).rows as T[];
const deliver = (body: string, signature: string) =>
  fetch(`${stage.url}/api/webhooks/stripe`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
    body,
  });
/** The events that name an object, as they are sent, oldest first. Their jobs are dropped. */
const eventsOf = async (objectId: string) => {
  const rows = await sql<{ id: string }>('select id from sandbox_events where object_id = $1 order by seq', [objectId]);
  await sql(`delete from jobs.job where name = 'payments.sandbox'`);
  return Promise.all(rows.map(async ({ id }) => ({ id, ...(await stage.sandbox.takeDeliveries(id))[0]! })));
};
const stored = (id: string) =>
  sql<{ outcome: string | null; source: string }>('select outcome, source from payment_events where id = $1', [id]);
/** Confirms a card, and closes the page before it could tell our server. */
const confirmOnly = async () => {
  const clientSecret = await stage.begin(ana);
  await stage.call('POST /sandbox-payments/confirm-setup', { clientSecret, card: typed('visa') }, { as: ana });
  return clientSecret.split('_secret_')[0]!;
};

test('SUB-052 a card is kept although the page was closed: the provider tells of it', async () => {
  const setupId = await confirmOnly();
  expect(await stage.cards(ana)).toEqual([]);
  await stage.drain();
  expect(await stage.cards(ana)).toMatchObject([{ last4: '4242', isDefaultMethod: true }]);
  const [event] = await sql<{ id: string }>('select id from payment_events where object_id = $1', [setupId]);
  expect(await stored(event!.id)).toEqual([{ outcome: 'applied', source: 'webhook' }]);
});

test('an event is answered at once, stored once, and handled once, however often it comes', async () => {
  const [event] = await eventsOf(await confirmOnly());
  for (let count = 0; count < 3; count += 1) expect((await deliver(event!.body, event!.signature)).status).toBe(204);
  expect(await stored(event!.id)).toEqual([{ outcome: null, source: 'webhook' }]);
  expect(await stage.cards(ana)).toEqual([]);
  expect((await stage.drain()).filter((name) => name === 'payments.event')).toHaveLength(1);
  expect(await stage.cards(ana)).toHaveLength(1);
  await deliver(event!.body, event!.signature);
  expect(await stage.drain()).toEqual([]);
  // A job that runs again, because its server was killed before it could say that it is done, asks nothing any more.
  stage.sandbox.faults.setAway(true);
  await handleEvent(stage.services, event!.id);
  stage.sandbox.faults.setAway(false);
});

test('wrongly signed, changed, old and replayed events are refused and not stored', async () => {
  const [event] = await eventsOf(await confirmOnly());
  const { body, signature, id } = event!;
  const other = body.replace(id, 'evt_other');
  for (const [what, text, header] of [
    ['another body', other, signature],
    ['no signature', body, ''],
    ['a signature of another secret', body, signature.replace(/v1=../, 'v1=00')],
    ['a later time than was signed', body, signature.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1000) + 5}`)],
    ['no form', 'x', 'x'],
  ] as const)
    expect((await deliver(text, header)).status, what).toBe(400);
  stage.setNow(new Date(Date.now() + 301_000));
  expect((await deliver(body, signature)).status, 'recorded 301 seconds ago').toBe(400);
  expect(await stored(id)).toEqual([]);
  expect(await stored('evt_other')).toEqual([]);
  stage.setNow(new Date());
  expect((await deliver(body, signature)).status).toBe(204);
});

test('a body that is too long is refused before it is read', async () => {
  expect((await deliver('x'.repeat(300_000), 't=1,v1=0')).status).toBe(413);
});

test('events that come in the wrong order end in the state that the provider has', async () => {
  const card = await stage.addCard(ana);
  await stage.drain();
  await stage.sandbox.setAddress(card, { ...ADDRESS, city: 'Ottawa' });
  await stage.sandbox.setAddress(card, { ...ADDRESS, city: 'Halifax' });
  await stage.sandbox.detachCard(card);
  const events = (await eventsOf(card)).toReversed();
  for (const { body, signature } of [...events, ...events]) await deliver(body, signature);
  await stage.drain();
  expect(await stage.cards(ana)).toEqual([]);
  for (const { id } of events) expect((await stored(id))[0]!.outcome).not.toBeNull();
});

test('the bank renews a card: expiry and address are those of the provider', async () => {
  const card = await stage.addCard(ana);
  await stage.drain();
  await stage.sandbox.setAddress(card, { ...ADDRESS, city: 'Ottawa' });
  await sql('update sandbox_cards set exp_year = 2044 where id = $1', [card]);
  await stage.drain();
  const { body } = await stage.call('GET /payment-methods?billing_details_address=true', undefined, { as: ana });
  expect(body.results).toMatchObject([{ expYear: 2044, billingDetailsAddress: { city: 'Ottawa' } }]);
});

test('events of other kinds and of unknown objects are stored and marked', async () => {
  const make = (type: string, object: object) => {
    const id = `evt_${newId()}`;
    const body = JSON.stringify({ id, type, created: Math.floor(Date.now() / 1000), data: { object } });
    return { id, body, signature: signEvent(stage.sandbox.signingSecret, body, new Date()) };
  };
  const events = [
    make('payout.paid', { id: 'po_1', object: 'payout' }),
    make('payment_intent.succeeded', { id: 'pi_unknown', object: 'payment_intent' }),
    make('setup_intent.succeeded', { id: 'seti_unknown', object: 'setup_intent' }),
  ];
  for (const { body, signature } of events) expect((await deliver(body, signature)).status).toBe(204);
  await stage.drain();
  for (const { id } of events) expect(await stored(id)).toEqual([{ outcome: 'ignored', source: 'webhook' }]);
});

test('a provider that is away when an event is handled: it stays, and is handled later', async () => {
  const [event] = await eventsOf(await confirmOnly());
  await receiveEvent(stage.services, event!.body, event!.signature);
  stage.sandbox.faults.setAway(true);
  await expect(stage.drain()).rejects.toThrow('does not answer');
  stage.sandbox.faults.setAway(false);
  expect(await stored(event!.id)).toEqual([{ outcome: null, source: 'webhook' }]);
  // The job has used up its retries; the nightly run sends a new one.
  stage.setNow(new Date(Date.now() + 3_600_000));
  await reconcile(stage.services);
  await stage.drain();
  expect(await stored(event!.id)).toEqual([{ outcome: 'applied', source: 'webhook' }]);
});

test('what no webhook ever brought is found by the nightly run, once', async () => {
  await reconcile(stage.services);
  await stage.drain();
  await sql('delete from payment_reconciliations');
  stage.sandbox.faults.events = 'lost';
  const setupId = await confirmOnly();
  await stage.drain();
  expect(await stage.cards(ana)).toEqual([]);
  const found = await reconcile(stage.services);
  expect(found).toMatchObject({ missedEvents: 2, mismatches: [] });
  await stage.drain();
  expect(await stage.cards(ana)).toMatchObject([{ last4: '4242' }]);
  expect(await sql('select distinct source from payment_events where object_id = $1', [setupId])).toEqual([
    { source: 'reconcile' },
  ]);
  expect(await reconcile(stage.services)).toMatchObject({ events: 0, missedEvents: 0 });
  expect(await sql('select mismatches from payment_reconciliations where missed_events = 2')).toEqual([
    { mismatches: [] },
  ]);
});

test('a movement that the books lack is reported each night until it is settled', async () => {
  const card = await stage.addCard(ana);
  await stage.drain();
  // Later than the runs of the other tests: the newest report counts.
  const night = (count: number) => stage.setNow(new Date(Date.now() + 7_200_000 + count * 86_400_000));
  night(0);
  await reconcile(stage.services);
  const [customer] = await sql<{ id: string }>('select customer_id as id from payment_customers where user_id = $1', [
    ana.userId,
  ]);
  // Somebody charges in the provider's own pages: no try of ours made this payment.
  const charge = { customerId: customer!.id, cardId: card, amount: 1_234, currency: 'usd' as const };
  const facts = { description: 'By hand', isOffSession: true, metadata: {} };
  const payment = await stage.sandbox.charge({ ...charge, ...facts }, newId());
  const mismatch = {
    movementId: payment.movement!.id,
    kind: 'charge',
    amount: 1_234,
    currency: 'usd',
    sourceId: payment.id,
    paymentId: payment.id,
  };
  for (const nights of [1, 2]) {
    night(nights);
    expect(await reconcile(stage.services)).toMatchObject({ mismatches: [mismatch] });
    const [row] = await sql(
      'select mismatches from payment_reconciliations order by finished_at desc, id desc limit 1',
    );
    expect(row).toEqual({ mismatches: [mismatch] });
  }
  const { fee, net } = payment.movement!;
  await stage.services.database.db.transaction().execute((tx) =>
    post(tx, {
      key: `movement:${payment.movement!.id}`,
      cause: 'job',
      reason: 'A payment that was made by hand.',
      currency: 'usd',
      occurredAt: new Date(),
      lines: [
        { kind: 'provider', amount: net },
        { kind: 'provider_fees', amount: fee },
        { kind: 'revenue', amount: -1_234 },
      ],
    }),
  );
  night(3);
  expect(await reconcile(stage.services)).toMatchObject({ mismatches: [] });
});

test('doubled events are handled once', async () => {
  stage.sandbox.faults.events = 'doubled';
  await confirmOnly();
  await stage.drain();
  expect(await stage.cards(ana)).toHaveLength(1);
});

test('the nightly run ends on one connection, also where the books lack a movement', async () => {
  const card = await stage.addCard(ana);
  await stage.drain();
  const [customer] = await sql<{ id: string }>('select customer_id as id from payment_customers where user_id = $1', [
    ana.userId,
  ]);
  const charge = { customerId: customer!.id, cardId: card, amount: 1_500, currency: 'usd' as const };
  const facts = { description: 'By hand', isOffSession: true, metadata: {} };
  const { movement } = await stage.sandbox.charge({ ...charge, ...facts }, newId());
  const { options } = stage.services.database.pool;
  // Its password is not among those that are copied.
  const { password } = options;
  const database = openDatabase({ ...options, ...(password && { password }), max: 1, connectionTimeoutMillis: 3_000 });
  try {
    const found = await reconcile({ ...stage.services, database });
    expect(found!.mismatches.map(({ movementId }) => movementId)).toContain(movement!.id);
  } finally {
    await database.close();
  }
});
