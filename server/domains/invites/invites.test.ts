import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createMailSender } from '#server/adapters/mail.ts';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import { inviteSendWork } from '#server/jobs/invite-send.ts';
import { startMailServer } from '#tests/support/mail-server.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const DAY_MS = 86_400_000;
let count = 0;
const friend = (): string => `friend${(count += 1)}@example.net`;
const signal = new AbortController().signal;
const db = () => server.services.database.db;
const codeOf = (answer: Parameters<typeof problemOf>[0]) => problemOf(answer)?.code;

const invite = (as: TestPerson, email = friend()) => server.call('POST /invites/friend/email', { email }, { as });
const list = async (as: TestPerson, query = '') =>
  (await server.call(`GET /invitation-codes${query}`, undefined, { as })).body;
const change = (as: TestPerson, id: string, status: string) =>
  server.call(`PUT /invitation-codes/${id}`, { status }, { as });
const remove = (as: TestPerson, id: string) => server.call(`DELETE /invitation-codes/${id}`, undefined, { as });
const resend = (as: TestPerson, id: string) => server.call(`POST /invitation-codes/${id}/resend`, {}, { as });
const remind = (as: TestPerson, id: string) => server.call(`POST /invitation-codes/${id}/reminder/send`, {}, { as });
const check = (as: TestPerson, code: string, recipientType = 'learner') =>
  server.call('POST /invitation-codes/check-shareable-code', { code, recipientType }, { as });
const complete = (as: TestPerson) =>
  server.call('PUT /registration/flags', { isLearner: true, isRegistrationComplete: true }, { as });

/** Does the jobs of an invitation that wait, as the server would: the newest message. */
const deliver = async (id: string, services = server.services): Promise<void> => {
  const { rows } = await sql<{ data: never }>`select data from jobs.job
    where name = 'invite.send' and data ->> 'id' = ${id} order by created_on`.execute(db());
  for (const { data } of rows) await inviteSendWork(services).run(data, signal);
};
const messagesTo = (destination: string) =>
  db()
    .selectFrom('dev_messages')
    .select(['kind', 'subject', 'body'])
    .where('destination', '=', destination)
    .orderBy('id')
    .execute();
const expire = (id: string) =>
  sql`update shareable_codes set expires_at = ${new Date(Date.now() - 1000)} where id = ${id}`.execute(db());

test('INV-024 INV-028 INV-038 INV-039 INV-049 a friend is invited by mail: a code of nine signs, for a month, listed as pending', async () => {
  const ana = await server.addPerson();
  const email = friend();
  const made = await invite(ana, email.toUpperCase());
  expect(hasShape('invites.inviteByEmail', made)).toBe(true);
  expect(made.body).toMatchObject({
    status: 'pending',
    email,
    phoneNumber: null,
    delivery: 'waiting',
    remindersLeft: 3,
  });
  expect(made.body.code).toMatch(/^[A-HJ-NP-Z2-9]{9}$/);
  const days = (Date.parse(made.body.expiresAt) - Date.parse(made.body.createdAt)) / DAY_MS;
  expect(days).toBeGreaterThanOrEqual(28);
  expect(days).toBeLessThanOrEqual(31);
  await deliver(made.body.id);
  await deliver(made.body.id);
  const mails = await messagesTo(email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain(made.body.code);
  expect(mails[0]!.body).toContain(`/invitation/${made.body.code}`);
  expect(mails[0]!.body).toContain('Ana (');
  const created = await server.call(
    'POST /invitation-codes/create',
    { email: friend(), recipientType: 'educator', sportId: 'soccer' },
    { as: ana },
  );
  expect(created.body).toMatchObject({ recipientType: 'educator', sportId: 'soccer', status: 'pending' });
  expect(await list(ana)).toMatchObject({
    count: 2,
    results: [{ id: created.body.id }, { id: made.body.id, delivery: 'sent' }],
  });
  expect(await list(ana, '?limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: made.body.id }] });
});

test('INV-050 an invitation by text message goes to a possible number', async () => {
  const ana = await server.addPerson();
  const text = (phoneNumber: string) => server.call('POST /invites/friend/text', { phoneNumber }, { as: ana });
  const made = await text('+14155550123');
  expect(made.body).toMatchObject({ phoneNumber: '+14155550123', email: null, status: 'pending' });
  await deliver(made.body.id);
  const [message] = await messagesTo('+14155550123');
  expect(message!.kind).toBe('sms');
  expect(message!.body).toContain(`Your code: ${made.body.code}`);
  expect(problemOf(await text('+999123456'))).toMatchObject({ status: 400, code: 'request.invalid' });
});

test('D-218 no invitation to a member, to who refused, twice to the same friend, or beyond the limits of a day', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  const { email } = await db()
    .selectFrom('users')
    .select('email')
    .where('id', '=', ben.userId)
    .executeTakeFirstOrThrow();
  expect(problemOf(await invite(ana, email))).toMatchObject({ status: 409, code: 'invite.has_account' });
  const to = friend();
  const { body } = await invite(ana, to);
  expect(codeOf(await invite(ana, to))).toBe('invite.exists');
  expect((await list(ana)).count).toBe(1);
  await deliver(body.id);
  const [mail] = await messagesTo(to);
  const token = /no-invitations#(\S+)/.exec(mail!.body)![1]!;
  const refuse = (given: string) => server.call('POST /invitation-refusals', { token: given });
  expect(codeOf(await refuse(`${token.slice(0, -2)}AA`))).toBe('invite.link_unknown');
  expect((await refuse(token)).status).toBe(204);
  expect((await refuse(token)).status).toBe(204);
  expect(codeOf(await invite(ben, to)), 'also from others').toBe('invite.opted_out');
  expect(codeOf(await invite(ben, to.replace('@', '+tag@')))).toBe('invite.opted_out');
  const busy = friend();
  for (const sender of [1, 2, 3]) expect((await invite(await server.addPerson(), busy)).status, `${sender}`).toBe(200);
  expect(problemOf(await invite(await server.addPerson(), busy))).toMatchObject({
    status: 429,
    code: 'invite.address_limit',
  });
  await sql`update rate_limits set tokens = 0, refilled_at = now() where key = ${`invite:of:${ana.userId}`}`.execute(
    db(),
  );
  expect(problemOf(await invite(ana))).toMatchObject({ status: 429, code: 'invite.limit' });
});

test('INV-025 INV-027 INV-041 INV-042 an invitation is suspended, activated, cancelled and deleted by its sender alone; the tabs follow', async () => {
  const [ana, eve] = [await server.addPerson(), await server.addPerson()];
  const { body: one } = await invite(ana);
  const { body: two } = await invite(ana);
  for (const answer of [
    await change(eve, one.id, 'inactive'),
    await remove(eve, one.id),
    await resend(eve, one.id),
    await remind(eve, one.id),
  ])
    expect(problemOf(answer)).toMatchObject({ status: 404, code: 'access.not_found' });
  const states = async (query = '') =>
    (await list(ana, query)).results.map(({ id, status }: { id: string; status: string }) => [id, status]);
  expect((await change(ana, one.id, 'suspended')).body.status).toBe('suspended');
  expect(codeOf(await check(eve, one.code))).toBe('invite.paused');
  expect(await states('?status=suspended')).toEqual([[one.id, 'suspended']]);
  expect((await change(ana, one.id, 'active')).body.status).toBe('pending');
  expect((await change(ana, one.id, 'inactive')).body.status).toBe('inactive');
  expect(problemOf(await check(eve, one.code))).toMatchObject({ status: 410, code: 'invite.cancelled' });
  expect(problemOf(await change(ana, one.id, 'active'))).toMatchObject({ status: 409, code: 'invite.not_possible' });
  expect((await remove(ana, two.id)).status).toBe(204);
  expect((await remove(ana, two.id)).status, 'again').toBe(204);
  expect(await states()).toEqual([[one.id, 'inactive']]);
  expect(await states('?status=deleted')).toEqual([[two.id, 'deleted']]);
  expect(await states('?status=pending')).toEqual([]);
  expect(codeOf(await check(eve, two.code))).toBe('invite.cancelled');
});

test('INV-026 INV-043 only an expired invitation is sent again, for another month', async () => {
  const [ana, eve] = [await server.addPerson(), await server.addPerson()];
  const { body } = await invite(ana);
  expect(problemOf(await resend(ana, body.id))).toMatchObject({ status: 409, code: 'invite.not_possible' });
  await deliver(body.id);
  await expire(body.id);
  expect((await list(ana, '?status=expired')).results).toMatchObject([{ id: body.id, status: 'expired' }]);
  expect(problemOf(await check(eve, body.code))).toMatchObject({ status: 410, code: 'invite.expired' });
  const again = await resend(ana, body.id);
  expect(again.body).toMatchObject({ id: body.id, code: body.code, status: 'pending', delivery: 'waiting' });
  expect(Date.parse(again.body.expiresAt)).toBeGreaterThan(Date.now() + 27 * DAY_MS);
  await deliver(body.id);
  expect(await messagesTo(body.email)).toHaveLength(2);
  expect((await check(eve, body.code)).status).toBe(200);
});

test('INV-044 D-217 a reminder goes once in 24 hours and three times per invitation', async () => {
  const ana = await server.addPerson();
  const { body } = await invite(ana);
  await deliver(body.id);
  const dayLater = () =>
    sql`update shareable_codes set reminded_at = reminded_at - interval '24 hours'
    where id = ${body.id}`.execute(db());
  const noLimits = () => sql`delete from rate_limits where key like 'invite:to:%'`.execute(db());
  for (const left of [2, 1, 0]) {
    expect((await remind(ana, body.id)).status).toBe(204);
    expect(problemOf(await remind(ana, body.id))).toMatchObject({ status: 429, code: 'invite.reminder_limit' });
    expect((await list(ana)).results[0]).toMatchObject({ remindersLeft: left, nextReminderAt: expect.any(String) });
    await dayLater();
    await noLimits();
  }
  expect(codeOf(await remind(ana, body.id))).toBe('invite.reminder_limit');
  await deliver(body.id);
  expect((await messagesTo(body.email)).map(({ subject }) => subject)).toEqual([
    'You are invited to Sideline',
    ...Array.from({ length: 3 }, () => 'Your invitation to Sideline is open'),
  ]);
  await change(ana, body.id, 'inactive');
  expect(codeOf(await remind(ana, body.id))).toBe('invite.not_possible');
});

test('D-216 D-341 who joins with an invitation marks it as joined and its sender is notified; the code is used then', async () => {
  const [ana, cleo] = [await server.addPerson(), await server.addPerson({ isComplete: false, isLearner: false })];
  const { body } = await invite(ana);
  expect(codeOf(await check(ana, body.code)), 'by its sender').toBe('invite.own_code');
  expect(codeOf(await check(cleo, body.code, 'educator')), 'for another role').toBe('invite.other_role');
  expect((await check(cleo, body.code)).body.sender).toBe('Ana Test');
  expect((await list(ana)).results[0].status, 'not before the registration is complete').toBe('pending');
  expect((await complete(cleo)).status).toBe(200);
  expect((await list(ana, '?status=joined')).results).toMatchObject([{ id: body.id, status: 'joined' }]);
  const notices = await db()
    .selectFrom('notifications')
    .select(['kind', 'text', 'link'])
    .where('user_id', '=', ana.userId)
    .execute();
  expect(notices).toEqual([
    { kind: 'invite_joined', text: 'Ana Test joined with your invitation.', link: '/invite-friend' },
  ]);
  const late = await server.addPerson({ isComplete: false });
  expect(problemOf(await check(late, body.code))).toMatchObject({ status: 409, code: 'invite.used' });
  expect(codeOf(await change(ana, body.id, 'inactive'))).toBe('invite.not_possible');
  expect((await server.call(`GET /invitation-links/${body.code}`, undefined)).body).toEqual({
    code: body.code,
    kind: 'invitation',
    recipientType: 'learner',
    senderName: 'Ana',
    state: 'used',
  });
});

test('a name that is no plain name writes no mail; the page of the link names nobody then', async () => {
  const eve = await server.addPerson();
  await sql`update users set first_name = 'Win at evil.example' where id = ${eve.userId}`.execute(db());
  const { body } = await invite(eve);
  await deliver(body.id);
  const [mail] = await messagesTo(body.email);
  expect(mail!.body).not.toContain('evil.example');
  expect(mail!.subject).toBe('You are invited to Sideline');
  const link = await server.call(`GET /invitation-links/${body.code}`, undefined);
  expect(link.body).toMatchObject({ senderName: '', state: 'open' });
  expect(JSON.stringify(link.body)).not.toContain(body.email);
  expect((await server.call('GET /invitation-links/UNKNOWN99', undefined)).status).toBe(404);
});

test('a mail that the mail server refuses is shown to the sender; one that was cancelled meanwhile is not sent', async () => {
  const ana = await server.addPerson();
  const to = friend();
  const mails = await startMailServer({ isPlain: true, unknown: [to] });
  try {
    const { config, database } = server.services;
    const url = `smtp://127.0.0.1:${mails.port}?requireTLS=false`;
    const mail = createMailSender({ ...config, mail: { kind: 'smtp', url, from: 'app@example.org' } }, database.db);
    const services = { ...server.services, mail };
    const { body } = await invite(ana, to);
    await deliver(body.id, services);
    expect(mails.asked).toEqual([to]);
    expect((await list(ana)).results[0]).toMatchObject({ status: 'pending', delivery: 'refused' });
    const { body: other } = await invite(ana);
    await change(ana, other.id, 'inactive');
    await deliver(other.id, services);
    expect(mails.asked).toEqual([to]);
  } finally {
    await mails.close();
  }
});

test('INV-019 INV-020 INV-021 INV-022 INV-023 INV-045 INV-046 INV-047 INV-048 INV-062 a Creator reads, pauses and activates the own codes, and hears when one expires', async () => {
  const [ana, eve] = [await server.addPerson({ isEducator: true }), await server.addPerson({ isEducator: true })];
  const member = await server.addPerson();
  const program = { name: 'First Touch', discountAmountUnit: 'percent', discountAmountValue: 20, durationInMonths: 6 };
  const { id } = await db()
    .insertInto('shareable_codes')
    .values({
      code: 'TOUCH2345',
      kind: 'affiliate',
      sender_id: ana.userId,
      recipient_type: 'learner',
      program: JSON.stringify(program),
      is_custom: true,
      fee_unit: 'percent',
      fee_value: 15,
      max_uses: 100,
      expires_at: new Date(Date.now() + DAY_MS),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const own = async (as = ana) => server.call('GET /affiliate-codes/my', undefined, { as });
  const set = (status: string, as = ana) =>
    server.call(`PATCH /affiliate-codes/my/update-status/${id}`, { status }, { as });
  const apply = (as = member) => server.call('POST /affiliate-code/apply', { code: 'touch-2345' }, { as });
  expect((await apply()).body).toEqual({ sender: 'Ana Test' });
  const answer = await own();
  expect(hasShape('invites.ownCodes', answer)).toBe(true);
  expect(answer.body.results).toEqual([
    {
      id,
      codeValue: 'TOUCH2345',
      type: 'other',
      name: 'First Touch',
      status: 'Active',
      isPausedByOperator: false,
      usageRate: 1,
      maximumQuantityOfCodes: 100,
      customerMarketingFeeUnit: 'percent',
      customerMarketingFeeValue: 15,
      discountAmountUnit: 'percent',
      discountAmountValue: 20,
      durationInMonths: 6,
      recipientType: 'learner',
      startDate: null,
      expiryDate: expect.any(String),
      creationDate: expect.any(String),
    },
  ]);
  expect((await own(eve)).body.count).toBe(0);
  expect(problemOf(await own(member))).toMatchObject({ status: 403, code: 'access.denied' });
  expect((await set('Suspended', eve)).status).toBe(404);
  expect((await set('Suspended')).body.status).toBe('Suspended');
  expect(problemOf(await apply(eve))).toMatchObject({ status: 400, code: 'affiliate.paused', field: 'code' });
  expect((await set('Active')).body.status).toBe('Active');
  expect(codeOf(await apply(ana))).toBe('affiliate.own_code');
  await expire(id);
  expect((await own()).body.results[0].status).toBe('Expired');
  expect(codeOf(await apply(eve))).toBe('affiliate.expired');
  expect(problemOf(await set('Active'))).toMatchObject({ status: 409, code: 'affiliate.not_possible' });
  for (const _ of [1, 2]) await housekeepingWork(server.services).run({}, signal);
  const notices = await db()
    .selectFrom('notifications')
    .select(['kind', 'text', 'link'])
    .where('user_id', '=', ana.userId)
    .execute();
  expect(notices).toEqual([
    { kind: 'affiliate_code_expired', text: 'Your code TOUCH2345 has expired.', link: '/invite-your-community' },
  ]);
});
