import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { sportChangedWork } from '#server/jobs/sport-changed.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { problemOf } from '../auth/people.fixtures.ts';
import { ASKS_BANK, startTill, type Till } from '../invoices/billing.fixtures.ts';

let till: Till;
let operator: TestPerson;
beforeAll(async () => {
  till = await startTill();
  till.at('2031-06-02T00:00:00Z');
  operator = await till.server.addPerson({ isSuperadmin: true });
  await sql`update sessions set expires_at = '2090-01-01'`.execute(db());
});
afterAll(() => till.server.close());

const db = () => till.server.services.database.db;
const set = (id: string, from: string, to: string) =>
  till.call(
    `PUT /admin/sports/${id}`,
    { sportType: to, isActive: true, was: { sportType: from, isActive: true }, reason: 'Ten Creators publish in it.' },
    { as: operator },
  );
const jobs = async (name: string) =>
  (await sql<{ data: { actId: string } }>`select data from jobs.job where name = ${name}`.execute(db())).rows;
const isRight = async () => {
  const { differences, sum, ours, theirs } = await till.books();
  expect(differences).toEqual([]);
  expect(sum).toBe(0);
  expect(ours).toBe(theirs);
};

test('D-178 D-273 SUB-003: a launch starts the trial of the members of the Beta that day, tells each once and charges nobody, also who has a card', async () => {
  const [free, carded, waiting, hadTrial] = [
    await till.person(),
    await till.person(),
    await till.person(),
    await till.person(),
  ];
  await till.hadTrial(hadTrial, 'rugby');
  for (const as of [free, carded, hadTrial])
    expect((await till.subscribe(as, 'rugby', { consent: false })).status).toBe(200);
  await till.addCard(carded);
  await sql`insert into subscriptions (id, scope, user_id, sport_id, type)
    values (gen_random_uuid(), ${waiting.scope}, ${waiting.userId}, 'rugby', 'waitlist')`.execute(db());
  const before = (await jobs('billing.run')).length;
  expect((await set('rugby', 'Beta', 'Launched')).body).toMatchObject({ sportType: 'Launched', inBeta: 3, waiting: 1 });
  // At once, not with the next schedule; what takes long is no part of the answer.
  expect((await jobs('billing.run')).length).toBe(before + 1);
  expect((await till.row(free, 'rugby')).type).toBe('beta-free');
  await till.bill();
  await till.bill();
  const { rows } = await sql<{ trial_to: Date }>`select trial_to from subscriptions
    where sport_id = 'rugby' and type = 'trial-free'`.execute(db());
  expect(rows.map(({ trial_to }) => trial_to.toISOString())).toEqual(Array(2).fill('2031-06-16T00:00:00.000Z'));
  for (const as of [free, carded])
    expect((await till.notices(as)).filter((kind) => kind === 'sport_launched')).toHaveLength(1);
  const mailed = async (as: TestPerson) =>
    (await till.mails(as)).filter((body) => body.includes('is launched; your 14-day trial starts today.')).length;
  for (const [as, count] of [
    [free, 1],
    [carded, 1],
    [waiting, 0],
  ] as const)
    await expect.poll(() => mailed(as)).toBe(count);
  // There is one trial of a sport; who had it, and who never joined, choose themselves.
  expect((await till.row(hadTrial, 'rugby')).type).toBe('expired');
  expect((await till.row(waiting, 'rugby')).type).toBe('waitlist');
  expect(await till.notices(waiting)).toEqual([]);
  // Nobody of the Beta has agreed to a price.
  till.at('2031-06-16T00:05:00Z');
  await till.bill();
  for (const as of [free, carded]) {
    expect((await till.row(as, 'rugby')).type).toBe('expired');
    expect(await till.taken(as)).toBe(0);
  }
  await isRight();
});

test('decision 0126: devices of people on the waitlist get the type of a launched sport too', async () => {
  const waiting = await till.person();
  await sql`insert into subscriptions (id, scope, user_id, sport_id, type)
    values (gen_random_uuid(), ${waiting.scope}, ${waiting.userId}, 'baseball', 'waitlist')`.execute(db());
  const version = async () =>
    (await sql<{ version: number }>`select version from subscriptions where user_id = ${waiting.userId}`.execute(db()))
      .rows[0]!.version;
  const former = await version();
  expect((await set('baseball', 'Beta', 'Launched')).status).toBe(200);
  const { actId } = (await jobs('sport.changed')).at(-1)!.data;
  const { rows } = await sql<{ id: string }>`select id from operator_acts where subject_id = 'baseball'`.execute(db());
  expect(actId).toBeDefined();
  await sportChangedWork(till.server.services).run({ actId: rows[0]!.id }, new AbortController().signal);
  expect(await version()).toBeGreaterThan(former);
  expect(await till.notices(waiting)).toEqual([]);
});

test('decision 0126: a sport that stops being paid while a person pays costs nothing, and a payment on its way keeps it launched', async () => {
  till.at('2031-06-02T00:00:00Z');
  const person = await till.person();
  await till.hadTrial(person, 'golf');
  await till.addCard(person, undefined, {
    country: 'US',
    state: 'WA',
    line1: '1 Pike Street',
    city: 'Seattle',
    postal_code: '98101',
  });
  // While the provider works out the taxes an operator changes the type, whose commit the payment has to wait for.
  const { pool } = till.server.services.database;
  const client = await pool.connect();
  const { taxes } = till.sandbox;
  till.sandbox.taxes = async (asked) => {
    till.sandbox.taxes = taxes;
    await client.query('begin');
    await client.query(`update sports set sport_type = 'Beta' where id = 'golf'`);
    return taxes.call(till.sandbox, asked);
  };
  const paying = till.subscribe(person, 'golf');
  await expect.poll(() => lockWaiters(pool), { timeout: 20_000 }).toBe(1);
  await client.query('commit');
  client.release();
  expect(problemOf(await paying)).toMatchObject({ code: 'subscription.quote_over' });
  expect(await till.taken(person)).toBe(0);
  expect((await till.subscribe(person, 'golf')).body).toMatchObject({ isFree: true, payment: null });
  expect((await till.row(person, 'golf')).type).toBe('beta-free');

  // A bank asks the person: the invoice is open, and nothing is subscribed yet.
  const payer = await till.person();
  await till.hadTrial(payer, 'tennis');
  await till.addCard(payer, ASKS_BANK);
  const answer = await till.subscribe(payer, 'tennis');
  expect((await till.invoices(payer)).map(({ status }) => status)).toEqual(['open']);
  expect(answer.body.subscription.subscriptionType).toBe('expired');
  expect(problemOf(await set('tennis', 'Launched', 'Beta'))).toMatchObject({ code: 'desk.sport_in_use' });
  await isRight();
});

test('decision 0126: who confirms what a sport was before is told, gets nothing else, and goes on with what it is', async () => {
  till.at('2031-06-02T00:00:00Z');
  const [late, older] = [await till.person(), await till.person()];
  const join = (sportType?: string) =>
    till.call('POST /subscriptions/lacrosse/create', sportType ? { sportType } : {}, { as: late });
  expect((await set('lacrosse', 'Beta', 'Launched')).status).toBe(200);
  for (const seen of ['Beta', 'WaitList'])
    expect(problemOf(await join(seen))).toMatchObject({ status: 409, code: 'subscription.sport_changed' });
  expect(await till.row(late, 'lacrosse')).toBeUndefined();
  expect((await join('Launched')).body).toMatchObject({ trialSubscription: true });
  // What a shipped version sends, which names no type.
  const former = await till.call('POST /subscriptions/lacrosse/create', {}, { as: older });
  expect(former.body).toMatchObject({ trialSubscription: true });
});
