import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { handlers } from '#server/handlers.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { startTestServer, type TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startPayments, type PaymentStage } from '../payments/payments.fixtures.ts';
import { post } from '../ledger/index.ts';

const reason = 'Made by hand for a club.';
let stage: PaymentStage;
let operator: TestPerson;
let second: TestPerson;
let former: TestPerson;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  stage = await startPayments();
  operator = await stage.addPerson({ isSuperadmin: true });
  second = await stage.addPerson({ isSuperadmin: true });
  await stage.services.database.db
    .updateTable('users')
    .set({ first_name: 'Bea' })
    .where('id', '=', second.userId)
    .execute();
  former = await stage.addPerson({ isSuperadmin: true });
  await stage.services.database.db
    .updateTable('users')
    .set({ is_superadmin: false })
    .where('id', '=', former.userId)
    .execute();
  ana = await stage.addPerson({ isEducator: true });
  mia = await stage.addPerson();
});
afterAll(() => stage.close());

const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await stage.services.database.pool.query(text, values)).rows as T[];
const money = (state: 'open' | 'explained' = 'open', as = operator) =>
  stage.call(`GET /admin/money?state=${state}`, undefined, { as });
const compare = (as = operator, key?: string) =>
  stage.call('POST /admin/money/compare', { reason }, { as, ...(key && { key }) });
const explain = (movementId: string, explained: boolean, as = operator, key?: string) =>
  stage.call(`PUT /admin/money/differences/${movementId}`, { explained, reason }, { as, ...(key && { key }) });
const actsOn = (subject: string) =>
  sql('select actor_id, act, reason from operator_acts where subject_id = $1 order by id', [subject]);
/** Compares as the job of the night does. */
const compareNightly = async (at = new Date()) => {
  stage.setNow(at);
  await stage.services.jobs.send(stage.services.database.db, 'payments.reconcile', {});
  await stage.drain();
};
/** Somebody charges a card in the provider's own pages: no try of ours made this payment. */
const chargeByHand = async (amount: number) => {
  const card = await stage.addCard(ana);
  await stage.drain();
  const [customer] = await sql<{ id: string }>('select customer_id as id from payment_customers where user_id = $1', [
    ana.userId,
  ]);
  const charge = { customerId: customer!.id, cardId: card, amount, currency: 'usd' as const };
  const facts = { description: 'By hand', isOffSession: true, metadata: {} };
  const payment = await stage.sandbox.charge({ ...charge, ...facts }, newId());
  return { id: payment.movement!.id, payment };
};

test('decision 0131: before the first comparison nothing is known; an operator starts one, and two at once start one', async () => {
  const before = await money();
  expect(hasShape('desk.money', before)).toBe(true);
  expect(before.body).toMatchObject({
    provider: 'sandbox',
    last: null,
    isComparing: false,
    count: 0,
    results: [],
    stuck: { count: 0, results: [] },
  });
  // The first of them, a moment before its end.
  const { pool } = stage.services.database;
  const other = await pool.connect();
  await other.query('begin');
  await other.query(`select pg_advisory_xact_lock(hashtextextended('money at the desk:comparison', 0))`);
  const answers = [compare(operator), compare(second)];
  try {
    await expect.poll(() => lockWaiters(pool)).toBe(2);
  } finally {
    await other.query('commit');
    other.release();
  }
  const done = await Promise.all(answers);
  for (const answer of done) expect(hasShape('desk.compareMoney', answer)).toBe(true);
  expect(done.map(({ body }) => body.isStarted).toSorted()).toEqual([false, true]);
  expect((await money()).body).toMatchObject({ isComparing: true, last: null });
  expect((await compare()).body).toEqual({ isStarted: false });
  expect(await actsOn('comparison')).toMatchObject([{ act: 'money.compared', reason }]);
  expect((await stage.drain()).filter((name) => name === 'payments.reconcile')).toHaveLength(1);
  expect((await money()).body).toMatchObject({ isComparing: false, last: { missedEvents: 0, movements: 0 } });
  // A repeat of a request whose answer was lost starts nothing more.
  const key = newId();
  expect((await compare(operator, key)).body).toEqual({ isStarted: true });
  await stage.drain();
  expect((await compare(operator, key)).body).toEqual({ isStarted: true });
  expect((await money()).body.isComparing).toBe(false);
});

test('decision 0131: a movement that the books lack is open until it is explained, is open again when that is taken back, and is settled by the books alone', async () => {
  const { id, payment } = await chargeByHand(1_234);
  await compareNightly();
  const opened = await money();
  expect(hasShape('desk.money', opened)).toBe(true);
  const difference = {
    movementId: id,
    kind: 'charge',
    amount: 1_234,
    currency: 'usd',
    sourceId: payment.id,
    paymentId: payment.id,
    explained: null,
  };
  expect(opened.body).toMatchObject({ count: 1, results: [difference], last: { movements: 1 } });
  const { since } = opened.body.results[0];
  expect(since).toBe(opened.body.last.finishedAt);
  const books = () => sql('select * from ledger_entries order by id');
  const [before, report] = [
    await books(),
    await sql('select mismatches from payment_reconciliations order by finished_at desc limit 1'),
  ];

  const key = newId();
  expect((await explain(id, true, operator, key)).status).toBe(204);
  expect((await explain(id, true, operator, key)).status).toBe(204);
  expect((await explain(id, true, second)).body.errors).toMatchObject([
    {
      code: 'desk.done_meanwhile',
      message:
        'Ana Test marked this difference as explained meanwhile. Close this and read the reason under Explained.',
    },
  ]);
  expect((await money()).body).toMatchObject({ count: 0, results: [] });
  const { body } = await money('explained');
  expect(body).toMatchObject({ count: 1, results: [{ movementId: id, since, explained: { reason } }] });
  // Comparisons after that report it, and it is not open.
  await compareNightly();
  expect((await money()).body.count).toBe(0);
  expect((await money('explained')).body.results).toMatchObject([{ movementId: id, since }]);
  expect(await sql('select mismatches from payment_reconciliations order by finished_at desc limit 1')).toEqual(report);
  expect(await books()).toEqual(before);

  expect((await explain(id, false, second)).status).toBe(204);
  expect((await explain(id, false, operator)).body.errors).toMatchObject([
    {
      code: 'desk.done_meanwhile',
      message:
        'Bea Test opened this difference again meanwhile. Close this and look at it under Open before you explain it.',
    },
  ]);
  expect((await money()).body.results).toMatchObject([{ movementId: id, since, explained: null }]);
  expect(await actsOn(id)).toEqual([
    { actor_id: operator.userId, act: 'money.explained', reason },
    { actor_id: second.userId, act: 'money.reopened', reason },
  ]);
  const log = await stage.call('GET /admin/acts?about=money', undefined, { as: operator });
  expect(log.body.results[0]).toMatchObject({
    act: 'money.reopened',
    reason,
    subject: { kind: 'money', id, name: id },
  });

  const { fee, net } = payment.movement!;
  await stage.services.database.db.transaction().execute((tx) =>
    post(tx, {
      key: `movement:${id}`,
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
  // Settled at once, before the next comparison.
  expect((await money()).body.count).toBe(0);
  expect((await explain(id, true)).status).toBe(404);
  expect((await explain('txn_nobody_made', true)).status).toBe(404);
});

test('decision 0131: pages have the newest difference first, and count all', async () => {
  const made = [];
  for (const amount of [1_001, 1_002, 1_003]) {
    made.unshift((await chargeByHand(amount)).id);
    await compareNightly();
  }
  const page = (offset: number) => stage.call(`GET /admin/money?limit=2&offset=${offset}`, undefined, { as: operator });
  const idsOf = ({ body }: Awaited<ReturnType<typeof page>>) =>
    body.results.map(({ movementId }: { movementId: string }) => movementId);
  expect([...idsOf(await page(0)), ...idsOf(await page(2))]).toEqual(made);
  expect((await page(0)).body.count).toBe(3);
});

test('decision 0131: a message of the provider that is not read for ten minutes is shown until it is', async () => {
  const id = `evt_${newId()}`;
  const at = new Date();
  stage.setNow(at);
  await sql(
    `insert into payment_events (id, type, object_id, object_kind, created_at, received_at, source)
     values ($1, 'charge.refunded', 're_1', 'other', $2, $2, 'webhook')`,
    [id, at],
  );
  const stuck = async () => (await money()).body.stuck;
  stage.setNow(new Date(at.getTime() + 600_000));
  expect(await stuck()).toEqual({ count: 0, results: [] });
  stage.setNow(new Date(at.getTime() + 600_001));
  expect(await stuck()).toEqual({
    count: 1,
    results: [{ id, type: 'charge.refunded', objectId: 're_1', receivedAt: at.toISOString() }],
  });
  await compareNightly(new Date(at.getTime() + 600_001));
  expect(await stuck()).toEqual({ count: 0, results: [] });
});

test('decision 0131: nobody but an operator sees or does any of it', async () => {
  const { id } = await chargeByHand(1_500);
  await compareNightly();
  const comparisons = async () => (await actsOn('comparison')).length;
  const before = await comparisons();
  for (const as of [mia, ana, former]) {
    expect((await money('open', as)).status).toBe(404);
    expect((await compare(as)).status).toBe(404);
    expect((await explain(id, true, as)).status).toBe(404);
  }
  for (const line of ['GET /admin/money', 'POST /admin/money/compare', `PUT /admin/money/differences/${id}`])
    expect((await stage.call(line, line.startsWith('GET') ? undefined : { explained: true, reason })).status).toBe(401);
  expect(await comparisons()).toBe(before);
  expect(await actsOn(id)).toEqual([]);
  // A reason is needed.
  expect((await stage.call('POST /admin/money/compare', { reason: ' ' }, { as: operator })).status).toBe(400);
});

test('decision 0131: a server that takes no payments says so, and compares nothing', async () => {
  const none = await startTestServer({ handlers, routes: [] }, { PAYMENTS: 'none' });
  try {
    const as = await none.addPerson({ isSuperadmin: true });
    expect((await none.call('GET /admin/money', undefined, { as })).body).toMatchObject({
      provider: 'none',
      last: null,
    });
    const refused = await none.call('POST /admin/money/compare', { reason }, { as });
    expect(refused).toMatchObject({ status: 503, body: { errors: [{ code: 'payment.unavailable' }] } });
  } finally {
    await none.close();
  }
});
