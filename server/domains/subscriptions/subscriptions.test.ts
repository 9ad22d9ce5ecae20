import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { lockPerson } from '../invoices/index.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const subscribe = (as: TestPerson, sport: string, body: Record<string, unknown> = {}) =>
  server.call(`POST /subscriptions/${sport}/create`, body, { as });
const preview = (as: TestPerson, sport: string, body: Record<string, unknown> = {}) =>
  server.call(`POST /subscription-preview/${sport}`, body, { as });
const addCode = (code: string, kind: 'invitation' | 'affiliate', more: Record<string, unknown> = {}) =>
  server.services.database.db
    .insertInto('shareable_codes')
    .values({
      code,
      kind,
      recipient_type: 'learner',
      program: JSON.stringify({
        name: 'Friends',
        discountAmountUnit: 'percent',
        discountAmountValue: 50,
        durationInMonths: 3,
      }),
      ...more,
    })
    .execute();

test('SUB-004, SUB-022, SUB-074, D-183: a launched sport starts a free trial of 14 days without a card', async () => {
  const ana = await server.addPerson();
  const answer = await subscribe(ana, 'soccer');
  expect(hasShape('subscriptions.create', answer)).toBe(true);
  expect(answer.body).toMatchObject({
    trialSubscription: true,
    isFree: false,
    subscription: { subscriptionType: 'trial-free', sportName: 'Soccer', subscriptionStatus: null },
  });
  expect(Object.keys(answer.body.subscription)).toEqual(
    expect.arrayContaining([
      'id',
      'sportId',
      'sportName',
      'sportType',
      'subscriptionType',
      'subscriptionStatus',
      'subscriptionCanceledAt',
      'subscriptionTrialTo',
      'discountCodeEndAt',
    ]),
  );
  const days = (Date.parse(answer.body.subscription.subscriptionTrialTo) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(13.99);
  expect(days).toBeLessThanOrEqual(14);
  expect(problemOf(await subscribe(ana, 'soccer'))).toMatchObject({ status: 409, code: 'subscription.exists' });
});

test('D-184: the trial of a sport can be had once for life; after it a card is needed', async () => {
  const ana = await server.addPerson();
  await subscribe(ana, 'golf');
  await server.services.database.db
    .updateTable('subscriptions')
    .set({ trial_to: new Date(Date.now() - 1000) })
    .where('user_id', '=', ana.userId)
    .execute();
  const list = await server.call('GET /subscriptions/retrieve?limit=600', undefined, { as: ana });
  expect(list.body.results[0].subscriptionType).toBe('expired');
  expect(problemOf(await subscribe(ana, 'golf'))).toMatchObject({ status: 402, code: 'subscription.card_needed' });
  const seen = await preview(ana, 'golf');
  expect(hasShape('subscriptions.preview', seen)).toBe(true);
  expect(seen.body).toMatchObject({ trialSubscription: false, isFree: false, trialEndsAt: null, taxes: [] });
  // Nothing is left of a month in its last hour, so that the total may be 0 then.
  expect(seen.body.total).toBeGreaterThanOrEqual(Date.parse(seen.body.months[0].from) - Date.now() > 3_600_000 ? 1 : 0);
  expect(seen.body.months[0].amount).toBe(399);
});

test('D-184: two concurrent requests start one trial', async () => {
  const ana = await server.addPerson();
  const answers = await Promise.all([subscribe(ana, 'tennis'), subscribe(ana, 'tennis'), subscribe(ana, 'tennis')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('SUB-002, SUB-041, SUB-076: a Beta sport is free, and only one can be joined at a time', async () => {
  const ana = await server.addPerson();
  const flag = () => server.call('GET /subscriptions/beta-flag', undefined, { as: ana });
  expect((await flag()).body).toEqual({ hasBetaSubscription: false });
  expect((await subscribe(ana, 'rugby')).body).toMatchObject({
    trialSubscription: false,
    isFree: true,
    subscription: { subscriptionType: 'beta-free' },
  });
  expect((await flag()).body).toEqual({ hasBetaSubscription: true });
  const second = await subscribe(ana, 'cricket');
  expect(second.body.errors[0]).toMatchObject({
    code: 'subscription.second_beta',
    message: 'You can only join one Beta Sport Community at a time',
  });
  const [one, other] = await Promise.all(
    ['cricket', 'cycling'].map((sport) => server.addPerson().then((ben) => subscribe(ben, sport))),
  );
  expect([one!.status, other!.status]).toEqual([200, 200]);
});

test('two Beta sports at the same time: one is joined', async () => {
  const ana = await server.addPerson();
  const answers = await Promise.all([subscribe(ana, 'rugby'), subscribe(ana, 'cricket'), subscribe(ana, 'cycling')]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
});

test('a waitlist keeps the place, and a person on it can join when the sport opens', async () => {
  const ana = await server.addPerson();
  expect((await subscribe(ana, 'boxing')).body).toMatchObject({
    isFree: true,
    subscription: { subscriptionType: 'waitlist' },
  });
  expect((await subscribe(ana, 'boxing')).status).toBe(409);
  await server.services.database.db
    .updateTable('sports')
    .set({ sport_type: 'Launched' })
    .where('id', '=', 'boxing')
    .execute();
  expect((await subscribe(ana, 'boxing')).body).toMatchObject({
    trialSubscription: true,
    subscription: { subscriptionType: 'trial-free' },
  });
  expect((await server.call('GET /subscriptions/retrieve', undefined, { as: ana })).body.count).toBe(1);
});

test('a repeat with the same key is answered with the first answer, not with “already subscribed”', async () => {
  const ana = await server.addPerson();
  const key = newId();
  const [first, again] = [
    await server.call('POST /subscriptions/soccer/create', {}, { as: ana, key }),
    await server.call('POST /subscriptions/soccer/create', {}, { as: ana, key }),
  ];
  expect(again.status).toBe(200);
  expect(again.body).toEqual(first.body);
});

test('two deliveries of one request at the same time are answered alike', async () => {
  const ana = await server.addPerson();
  const key = newId();
  const { db, pool } = server.services.database;
  const deliver = () => server.call('POST /subscriptions/soccer/create', {}, { as: ana, key });
  // Both have looked for an earlier delivery, and found none, before either of them can begin.
  const deliveries = await db.transaction().execute(async (tx) => {
    await lockPerson(tx, ana.userId);
    const both = [deliver(), deliver()];
    await expect.poll(() => lockWaiters(pool), { timeout: 20_000 }).toBe(2);
    return both;
  });
  const [first, second] = await Promise.all(deliveries);
  expect([first!.status, second!.status]).toEqual([200, 200]);
  expect(second!.body).toEqual(first!.body);
});

test('SUB-073, D-307: a preview says what will be paid and when, and changes nothing', async () => {
  const ana = await server.addPerson();
  server.setNow(new Date('2026-06-02T00:00:00Z'));
  const trial = await preview(ana, 'soccer');
  server.setNow(new Date());
  expect(trial.body).toEqual({
    amountWithoutTaxes: 200,
    subtotalWithoutTaxes: 200,
    total: 200,
    taxes: [],
    trialSubscription: true,
    isFree: false,
    trialEndsAt: '2026-06-16T00:00:00.000Z',
    firstPaymentAt: '2026-06-16T00:00:00.000Z',
    firstPaymentAmount: 200,
    discountEndDate: null,
    quotedAt: '2026-06-02T00:00:00.000Z',
    monthlyAmount: 399,
    debt: 0,
    waiting: 0,
    months: [{ from: '2026-07-01T00:00:00.000Z', amount: 399, tax: null }],
  });
  expect((await preview(ana, 'rugby')).body).toMatchObject({ isFree: true, total: 0 });
  expect((await preview(ana, 'nothing')).status).toBe(404);
  expect((await server.call('GET /subscriptions/retrieve', undefined, { as: ana })).body.count).toBe(0);
});

test('INV-045, SUB-056, SUB-057: an affiliate code is taken in any case and with separators, lowers the price, and another text is refused', async () => {
  const ana = await server.addPerson();
  await addCode('HALFPRICE', 'affiliate');
  const reduced = await preview(ana, 'soccer', { code: 'half-price' });
  expect(reduced.body.subtotalWithoutTaxes).toBeLessThan(reduced.body.amountWithoutTaxes);
  expect(reduced.body.discountEndDate).not.toBeNull();
  expect(problemOf(await preview(ana, 'soccer', { code: 'NOSUCHCODE' }))).toMatchObject({
    status: 400,
    code: 'affiliate.unknown_code',
  });
  const applied = await server.call('POST /affiliate-code/apply', { code: 'half price' }, { as: ana });
  expect(applied.body).toEqual({ sender: 'Sideline' });
});

test('SUB-001, SUB-078, SYS-014, D-14: the monthly price is 399 cents for a launched sport and nothing for a Beta sport', async () => {
  const ana = await server.addPerson();
  const price = async (query: string) =>
    (await server.call(`GET /subscriptions/price${query}`, undefined, { as: ana })).body;
  expect(await price('')).toEqual({ monthlySubscriptionFee: { value: 399 } });
  expect(await price('?sportId=soccer')).toEqual({ monthlySubscriptionFee: { value: 399 } });
  expect(await price('?sportId=rugby')).toEqual({ monthlySubscriptionFee: { value: 0 } });
});

test('INV-040, D-216: an invitation code for the right role is kept for the person; each other one is refused with its reason', async () => {
  const [ana, sender] = [await server.addPerson(), await server.addPerson()];
  await addCode('INVITE234', 'invitation', { sender_id: sender.userId });
  await addCode('ENDED2345', 'invitation', { expires_at: new Date(Date.now() - 1000) });
  const check = (code: string, recipientType = 'learner') =>
    server.call('POST /invitation-codes/check-shareable-code', { recipientType, code }, { as: ana });
  const right = await check('invite-234');
  expect(hasShape('invites.checkCode', right)).toBe(true);
  expect(right.body).toEqual({
    sender: 'Ana Test',
    inviteProgram: {
      name: 'Friends',
      discountAmountUnit: 'percent',
      discountAmountValue: 50,
      durationInMonths: 3,
      recipientType: 'learner',
    },
  });
  const kept = await server.services.database.db
    .selectFrom('redeemed_codes')
    .select('code')
    .where('user_id', '=', ana.userId)
    .execute();
  expect(kept).toEqual([{ code: 'INVITE234' }]);
  expect(problemOf(await check('UNKNOWN99'))).toEqual({ status: 404, code: 'invite.unknown_code', field: 'code' });
  expect(problemOf(await check('ENDED2345'))).toEqual({ status: 410, code: 'invite.expired', field: 'code' });
  expect(problemOf(await check('INVITE234', 'educator'))).toEqual({
    status: 409,
    code: 'invite.other_role',
    field: 'code',
  });
  for (let i = 0; i < 16; i += 1) await check('UNKNOWN99');
  expect((await check('INVITE234')).status, 'codes are not guessed').toBe(429);
});

test('PRO-030, PRO-067, SPO-034, D-182, D-305: roles are saved with their levels; a level that is needed and missing, or none of the role, is refused', async () => {
  const ana = await server.addPerson({ isComplete: false });
  const save = (sportRoleParticipationLevelMapping: unknown[], sportId = 'soccer') =>
    server.call('POST /sports/roles-participation/create', [{ sportId, sportRoleParticipationLevelMapping }], {
      as: ana,
    });
  const saved = await save([
    { roleId: 'coach', participationLevelIds: ['club', 'school'] },
    { roleId: 'fan', participationLevelIds: [] },
    { customRoleName: 'Kit manager', participationLevelIds: [] },
  ]);
  expect(hasShape('sports.createRoles', saved)).toBe(true);
  expect(saved.body.results[0]).toMatchObject({ sportId: 'soccer', sportName: 'Soccer', sportType: 'Launched' });
  expect(saved.body.results[0].sportInvolvement).toEqual([
    { role: 'coach', participationLevel: 'club', roleName: 'Coach', participationLevelName: 'Club' },
    { role: 'coach', participationLevel: 'school', roleName: 'Coach', participationLevelName: 'School' },
    { role: 'fan', participationLevel: null, roleName: 'Fan', participationLevelName: null },
    { role: 'other', participationLevel: null, roleName: 'Kit manager', participationLevelName: null },
  ]);
  const replaced = await save([{ roleId: 'athlete', participationLevelIds: ['masters'] }]);
  expect(replaced.body.results[0]).toMatchObject({
    id: saved.body.results[0].id,
    position: 0,
    sportInvolvement: [{ role: 'athlete' }],
  });
  expect((await save([{ roleId: 'fan', participationLevelIds: [] }], 'golf')).body.results[0].position).toBe(1);
  expect(problemOf(await save([{ roleId: 'coach', participationLevelIds: [] }]))).toMatchObject({
    status: 400,
    code: 'sport.level_missing',
  });
  expect((await save([{ roleId: 'coach', participationLevelIds: ['masters'] }])).status).toBe(400);
  expect(problemOf(await save([{ roleId: 'nobody', participationLevelIds: [] }]))).toMatchObject({
    status: 400,
    code: 'sport.no_role',
  });
  expect((await save([{ roleId: 'fan', participationLevelIds: [] }], 'chess')).status).toBe(404);
});

const leave = (as: TestPerson, sport: string) =>
  server.call(`DELETE /subscriptions/${sport}/remove`, undefined, { as });
const kinds = async (as: TestPerson) => {
  const { body } = await server.call('GET /subscriptions/retrieve', undefined, { as });
  return body.results.map((row: { sportId: string; subscriptionType: string }) => [row.sportId, row.subscriptionType]);
};

test('SUB-041, D-187, D-252: a Beta sport and a waitlist are left at once; another Beta can be joined then', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  for (const sport of ['rugby', 'rowing']) for (const as of [ana, ben]) await subscribe(as, sport);
  expect((await subscribe(ana, 'lacrosse')).status).toBe(409);
  expect(await leave(ana, 'rugby')).toMatchObject({ status: 200, body: 'null' });
  expect(await leave(ana, 'rowing')).toMatchObject({ status: 200, body: 'null' });
  expect(await kinds(ana)).toEqual([]);
  expect((await subscribe(ana, 'lacrosse')).status).toBe(200);
  expect((await leave(ana, 'rugby')).status).toBe(404);
  // Only the own one ends.
  expect(await kinds(ben)).toEqual([
    ['rowing', 'waitlist'],
    ['rugby', 'beta-free'],
  ]);
});

test('SUB-075, D-184: a trial is left at once, and leaving gives no second trial', async () => {
  const ana = await server.addPerson();
  await subscribe(ana, 'soccer');
  expect(await leave(ana, 'soccer')).toMatchObject({ status: 200, body: 'null' });
  expect((await leave(ana, 'soccer')).status).toBe(404);
  expect(await kinds(ana)).toEqual([['soccer', 'expired']]);
  expect(problemOf(await subscribe(ana, 'soccer'))).toMatchObject({ code: 'subscription.card_needed' });
});
