import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { goLiveWork } from '#server/jobs/go-live.ts';
import { pushWork } from '#server/jobs/push.ts';
import { addFollowerRows, addRows, type Rows } from '#tests/api/rows.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { eventsOf, hasShape, join, PASSWORD, problemOf, startAccounts } from '../auth/people.fixtures.ts';

const DAY_MS = 86_400_000;
const REASON = 'Insults in many comments.';
let server: TestServer;
let operator: TestPerson;
beforeAll(async () => {
  server = await startAccounts();
  operator = await server.addPerson({ isSuperadmin: true });
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const WITHIN = { timeout: 30_000 };
const set = (userId: string, suspended: boolean, { as = operator, reason = REASON, key = newId() } = {}) =>
  server.call(`PUT /admin/people/${userId}/suspended`, { suspended, reason }, { as, key });
const suspend = (userId: string) => set(userId, true);
const restore = (userId: string) => set(userId, false, { reason: 'It was a mistake.' });
const login = (username: string) =>
  server.call('POST /auth/login', { username, password: PASSWORD }, { headers: { 'X-Session': 'token' } });
/** A person's session after a sign-in. */
const signedIn = async ({ as, form }: Awaited<ReturnType<typeof join>>): Promise<TestPerson> => ({
  ...as,
  token: (await login(form.username)).body.access,
});
const inDatabase = (userId: string) =>
  db().selectFrom('users').select(['is_suspended', 'suspension']).where('id', '=', userId).executeTakeFirstOrThrow();
const actsOn = (userId: string) =>
  db()
    .selectFrom('operator_acts')
    .select(['actor_id', 'act', 'reason'])
    .where('subject_id', '=', userId)
    .orderBy('id')
    .execute();
const newestMail = async (email: string) =>
  (
    await db()
      .selectFrom('dev_messages')
      .select('body')
      .where('destination', '=', email)
      .orderBy('id', 'desc')
      .executeTakeFirst()
  )?.body;

/** A Creator with channels and content, and a Member who follows and rates. */
const makeCreator = async () => {
  const creator = await join(server);
  await db()
    .updateTable('users')
    .set({ is_educator: true, is_learner: true, is_registration_complete: true })
    .where('id', '=', creator.userId)
    .execute();
  const rows = await addRows(server, creator.as);
  const member = await server.addPerson();
  await addFollowerRows(server, { userId: member.userId, userScope: member.scope }, rows);
  return { ...creator, rows, member };
};

/** What another person finds of a Creator. */
const found = async (as: TestPerson, userId: string, { channel, publication }: Rows) => {
  const name = (await db().selectFrom('channels').select('name').where('id', '=', channel).executeTakeFirstOrThrow())
    .name;
  const get = (path: string) => server.call(`GET ${path}`, undefined, { as });
  return {
    profile: (await get(`/profiles/${userId}`)).status,
    channel: (await get(`/channels/${channel}`)).status,
    watch: (await get(`/published-contents/${publication}/detail`)).status,
    contents: (await get(`/channels/${channel}/contents?limit=10&offset=0`)).body.count,
    search: JSON.stringify((await get(`/search/channels?q=${encodeURIComponent(name)}`)).body).includes(channel),
    explore: JSON.stringify((await get('/explore-page/new/free?limit=10&offset=0')).body).includes(channel),
    follow: (await server.call(`POST /channels/${channel}/follow`, {}, { as })).status,
  };
};

test('D-297 decision 0120 a suspended person and what they publish disappear at once; Restore brings everything back', async () => {
  const creator = await makeCreator();
  const { userId, as, rows } = creator;
  const visitor = await server.addPerson();
  const before = await found(visitor, userId, rows);
  expect(before).toMatchObject({ profile: 200, channel: 200, watch: 200, search: true, explore: true, follow: 200 });
  const answer = await suspend(userId);
  expect(hasShape('desk.setSuspended', answer)).toBe(true);
  expect(answer.body).toMatchObject({
    state: 'suspended',
    sessions: 0,
    suspension: { reason: REASON, by: expect.any(String), at: expect.any(String) },
  });
  expect(await found(await server.addPerson(), userId, rows)).toEqual({
    profile: 404,
    channel: 404,
    watch: 404,
    contents: 0,
    search: false,
    explore: false,
    follow: 404,
  });

  const restored = await restore(userId);
  expect(hasShape('desk.setSuspended', restored)).toBe(true);
  expect(restored.body).toMatchObject({ state: 'active', suspension: null });
  expect(await found(await server.addPerson(), userId, rows)).toEqual(before);
  // A channel that the Creator had hidden stays hidden.
  const empty = await db()
    .selectFrom('channels')
    .select('active')
    .where('id', '=', rows.emptyChannel)
    .executeTakeFirstOrThrow();
  expect(empty.active).toBe(false);
  expect(await inDatabase(userId)).toEqual({ is_suspended: false, suspension: null });
  expect(await actsOn(userId)).toEqual([
    { actor_id: operator.userId, act: 'person.suspended', reason: REASON },
    { actor_id: operator.userId, act: 'person.restored', reason: 'It was a mistake.' },
  ]);
  expect(await eventsOf(server, as)).toEqual(expect.arrayContaining(['operator_suspended', 'operator_restored']));
});

test('D-49 decision 0120 every session ends and none opens; what a device sends is answered 401, and counts after Restore', async () => {
  const person = await join(server);
  const { as, userId, form, refreshToken } = person;
  await db().updateTable('users').set({ is_registration_complete: true }).where('id', '=', userId).execute();
  // The queue of a device: one entry, sent with its key again and again.
  const key = newId();
  const send = (by: TestPerson) => server.call('PUT /notifications/settings', { isEnabled: false }, { as: by, key });
  await suspend(userId);
  expect((await send(as)).status).toBe(401);
  // As after any end of a session by somebody else: the device keeps what is unsent.
  const refused = await server.call('POST /auth/token/refresh', { refresh: refreshToken });
  expect(problemOf(refused)).toMatchObject({ status: 401, code: 'session.ended' });
  const closed = await login(form.username);
  expect(hasShape('auth.login', closed)).toBe(true);
  expect(closed.body).toMatchObject({ loginAllowed: false });
  expect(closed.body.access).toBeUndefined();

  await restore(userId);
  expect((await send(as)).status).toBe(401);
  expect((await send(await signedIn(person))).status).toBe(200);
});

test('decision 0120 no push reaches the devices of a suspended person, also none that was queued before', async () => {
  const { as, userId } = await join(server);
  await db()
    .insertInto('devices')
    .values({
      user_id: userId,
      session_id: as.sessionId,
      registration_id: `device-${userId}`,
      registration_hash: userId,
    })
    .execute();
  const notificationId = newId();
  await db()
    .insertInto('notifications')
    .values({
      id: notificationId,
      scope: as.scope,
      user_id: userId,
      recipient_type: 'learner',
      kind: 'security',
      cause: 'queued before',
      title: 'x',
      text: 'x',
    })
    .execute();
  const sent: string[] = [];
  const services = {
    ...server.services,
    push: { ...server.services.push, send: async (to: string) => (sent.push(to), 'sent' as const) },
  };
  const push = () => pushWork(services as never).run({ notificationId }, new AbortController().signal);
  await push();
  expect(sent).toEqual([`device-${userId}`]);
  await suspend(userId);
  await push();
  expect(sent).toHaveLength(1);
});

test('decision 0120 comments of a suspended person are hidden from others, the Creator included; the operator sees them', async () => {
  const { as: creator, rows, member } = await makeCreator();
  const author = await join(server);
  const comment = 'Written by a person who is suspended';
  await db()
    .insertInto('ratings')
    .values({
      publication_id: rows.publication,
      user_id: author.userId,
      scope: author.as.scope,
      relevance: 5,
      helpful: 5,
      engaging: 5,
      comment,
    })
    .execute();
  const talker = await server.addPerson();
  const ofTalker = { publication_id: rows.publication, user_id: talker.userId, scope: talker.scope };
  await db()
    .insertInto('ratings')
    .values({ ...ofTalker, relevance: 5, helpful: 5, engaging: 5, comment: `Ask @${author.form.username}` })
    .execute();
  const mention = { publication_id: rows.publication, author_id: talker.userId, user_id: author.userId };
  await db()
    .insertInto('comment_mentions')
    .values({ ...mention, username: author.form.username, created_at: new Date() })
    .execute();
  const isLinked = async () =>
    JSON.stringify(
      (await server.call(`GET /ratings/${rows.publication}/comments`, undefined, { as: member })).body,
    ).includes(`{"id":"${author.userId}","username"`);
  expect(await isLinked()).toBe(true);
  const reads = async (path: string, as: TestPerson) =>
    JSON.stringify((await server.call(`GET ${path}`, undefined, { as })).body).includes(comment);
  const like = () => server.call(`PUT /ratings/${rows.publication}/comments/${author.userId}/like`, {}, { as: member });
  const seen = async () => [
    await reads(`/ratings/${rows.publication}/comments`, member),
    await reads('/comments', creator),
    await reads(`/admin-discussions/${rows.channel}`, operator),
  ];
  expect(await seen()).toEqual([true, true, true]);
  await suspend(author.userId);
  expect(await seen()).toEqual([false, false, true]);
  expect(problemOf(await like())).toMatchObject({ status: 404 });
  expect(await isLinked()).toBe(false);
  await restore(author.userId);
  expect(await seen()).toEqual([true, true, true]);
});

test('decision 0120 what was planned does not go live while its Creator is suspended, and does after Restore', async () => {
  const { userId, rows } = await makeCreator();
  const publication = db().updateTable('publications').where('id', '=', rows.publication);
  await publication.set({ is_live: false, publish_at: new Date(Date.now() - 1000) }).execute();
  const goLive = () =>
    goLiveWork(server.services).run({ publicationId: rows.publication }, new AbortController().signal);
  const isLive = async () =>
    (
      await db()
        .selectFrom('publications')
        .select('is_live')
        .where('id', '=', rows.publication)
        .executeTakeFirstOrThrow()
    ).is_live;
  await suspend(userId);
  await goLive();
  expect(await isLive()).toBe(false);
  await restore(userId);
  await goLive();
  expect(await isLive()).toBe(true);
});

test('decision 0120 an organization keeps its channels: they name another admin, and the person again after Restore', async () => {
  const [person, other, away] = [await join(server), await join(server), await join(server)];
  const organization = newId();
  await db().insertInto('organizations').values({ id: organization, name: 'Club', status: 'approved' }).execute();
  for (const [{ userId }, role] of [
    [person, 'Admin'],
    [other, 'Admin'],
    // An Owner comes first, but not a suspended one.
    [away, 'Owner'],
  ] as const)
    await db()
      .insertInto('organization_admins')
      .values({ organization_id: organization, user_id: userId, role })
      .execute();
  const { channel } = await addRows(server, { scope: `org:${organization}`, userId: person.userId });
  const author = () =>
    db().selectFrom('channels').select(['author_id', 'active']).where('id', '=', channel).executeTakeFirstOrThrow();
  await suspend(away.userId);
  await suspend(person.userId);
  expect(await author()).toEqual({ author_id: other.userId, active: true });
  await restore(person.userId);
  expect(await author()).toEqual({ author_id: person.userId, active: true });
});

test('decision 0120 paid sports are cancelled, one whose month is owed stays owed, a trial runs to its end; Restore charges nothing', async () => {
  const { as, userId } = await join(server);
  const paidTo = new Date(Date.now() + 10 * DAY_MS);
  const person = { scope: as.scope, user_id: userId, type: 'subscribed', paid_to: paidTo };
  await db()
    .insertInto('subscriptions')
    .values([
      { id: newId(), sport_id: 'golf', ...person },
      { id: newId(), sport_id: 'soccer', ...person, status: 'payment_error' },
      { id: newId(), sport_id: 'tennis', scope: as.scope, user_id: userId, type: 'trial', trial_to: paidTo },
    ])
    .execute();
  const types = async () =>
    (
      await db()
        .selectFrom('subscriptions')
        .select(['type', 'status', 'canceled_at'])
        .where('user_id', '=', userId)
        .orderBy('sport_id')
        .execute()
    ).map(({ type, status, canceled_at }) => [type, status, canceled_at !== null]);
  const cancelled = [
    ['subscribed', 'cancellation', true],
    ['subscribed', 'payment_error', true],
    ['trial', null, false],
  ];
  await suspend(userId);
  expect(await types()).toEqual(cancelled);
  await restore(userId);
  expect(await types()).toEqual(cancelled);
});

test('decision 0120 the person gets a mail with the reason and the way to object, and one about the end', async () => {
  const { userId, form, as } = await join(server);
  await db()
    .updateTable('users')
    .set({ notification_settings: JSON.stringify({ isEnabled: false }) })
    .where('id', '=', userId)
    .execute();
  await suspend(userId);
  await expect.poll(() => newestMail(form.email), WITHIN).toContain(REASON);
  expect(await newestMail(form.email)).toContain('/contact-support');
  await restore(userId);
  await expect.poll(() => newestMail(form.email), WITHIN).toContain('It was a mistake.');
  const notices = await db()
    .selectFrom('notifications')
    .select(['kind', 'link'])
    .where('user_id', '=', userId)
    .where('kind', 'like', 'operator_%')
    .orderBy('sent_at')
    .execute();
  expect(notices).toEqual([
    { kind: 'operator_suspended', link: '/contact-support' },
    { kind: 'operator_restored', link: '/learner-subscriptions' },
  ]);
  expect(as.userId).toBe(userId);
});

test('decision 0120 nobody but an operator suspends; not an operator, not a deleted account, and not what is done already', async () => {
  const { userId, as } = await join(server);
  const former = await server.addPerson({ isSuperadmin: true });
  await db().updateTable('users').set({ is_superadmin: false }).where('id', '=', former.userId).execute();
  for (const by of [as, former, await server.addPerson()])
    expect(problemOf(await set(userId, true, { as: by }))).toMatchObject({ status: 404, code: 'access.not_found' });
  expect((await set(userId, true, { reason: 'x' })).status).toBe(400);
  expect((await set(newId(), true)).status).toBe(404);
  const other = await server.addPerson({ isSuperadmin: true });
  for (const each of [operator, other])
    expect(problemOf(await suspend(each.userId))).toMatchObject({ status: 409, code: 'desk.not_suspendable' });
  expect(problemOf(await restore(userId))).toMatchObject({ status: 409, code: 'desk.done_meanwhile' });

  // A repeat whose answer was lost is one act; another operator is told.
  const key = newId();
  for (const answer of [await set(userId, true, { key }), await set(userId, true, { key })])
    expect(answer.body).toMatchObject({ state: 'suspended' });
  expect(problemOf(await set(userId, true, { as: other }))).toMatchObject({ code: 'desk.done_meanwhile' });
  expect(await actsOn(userId)).toHaveLength(1);

  const leaver = await join(server);
  await server.call('DELETE /account', { password: PASSWORD }, { as: leaver.as });
  for (const suspended of [true, false])
    expect(problemOf(await set(leaver.userId, suspended))).toMatchObject({ code: 'desk.not_suspendable' });
});

test('decision 0120 the list shows who is suspended, why, by whom and when, and only those if asked', async () => {
  const { userId } = await join(server);
  const [first, last] = ['Olga', 'Operator'];
  await db()
    .updateTable('users')
    .set({ first_name: first, last_name: last })
    .where('id', '=', operator.userId)
    .execute();
  await suspend(userId);
  const list = async () => {
    const answer = await server.call('GET /admin/people?state=suspended&limit=100', undefined, { as: operator });
    expect(hasShape('desk.people', answer)).toBe(true);
    return answer.body.results as { userId: string; state: string; suspension: unknown }[];
  };
  const listed = await list();
  expect(listed.every(({ state }) => state === 'suspended')).toBe(true);
  expect(listed.find((each) => each.userId === userId)!.suspension).toEqual({
    reason: REASON,
    by: 'Olga Operator',
    at: expect.any(String),
  });
  await restore(userId);
  expect((await list()).some((each) => each.userId === userId)).toBe(false);
  // By a command on the database: nothing says why.
  await db().updateTable('users').set({ is_suspended: true }).where('id', '=', userId).execute();
  await db().deleteFrom('operator_acts').where('subject_id', '=', userId).execute();
  expect((await list()).find((each) => each.userId === userId)!.suspension).toBeNull();
  expect((await restore(userId)).body).toMatchObject({ state: 'active' });
});
