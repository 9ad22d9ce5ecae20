import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { UNIT_BYTES } from '#contract/limits.ts';
import { accountHideWork } from '#server/jobs/account-hide.ts';
import { goLiveWork } from '#server/jobs/go-live.ts';
import { addFollowerRows, addRows, type Rows } from '#tests/api/rows.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, join, PASSWORD, problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { sendChunk, videoLike } from '../upload/upload.fixtures.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
beforeEach(() => server.setNow(new Date()));
afterAll(() => server.close());

const db = () => server.services.database.db;
const hide = (userId: string) => accountHideWork(server.services).run({ userId }, new AbortController().signal);
const remove = (as: TestPerson, password = PASSWORD) => server.call('DELETE /account', { password }, { as });
const login = (username: string) =>
  server.call('POST /auth/login', { username, password: PASSWORD }, { headers: { 'X-Session': 'token' } });
const restore = (username: string, password = PASSWORD) => server.call('POST /account/restore', { username, password });

/** A Creator with channels and content, and a Member who follows, rates and has been notified. */
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
const notice = async (to: TestPerson, cause: string): Promise<void> => {
  await db()
    .insertInto('notifications')
    .values({
      id: newId(),
      scope: to.scope,
      user_id: to.userId,
      recipient_type: 'learner',
      kind: 'new_content',
      cause,
      title: 'New',
      text: 'Nora Newcomer published',
    })
    .execute();
};
const causesOf = async ({ userId }: TestPerson) =>
  (await db().selectFrom('notifications').select('cause').where('user_id', '=', userId).orderBy('cause').execute()).map(
    ({ cause }) => cause,
  );

/** What another person finds of a Creator. */
const found = async (as: TestPerson, userId: string, { channel, publication }: Rows) => ({
  profile: (await server.call(`GET /profiles/${userId}`, undefined, { as })).status,
  channel: (await server.call(`GET /channels/${channel}`, undefined, { as })).status,
  watch: (await server.call(`GET /published-contents/${publication}/detail`, undefined, { as })).status,
  contents: (await server.call(`GET /channels/${channel}/contents?limit=10&offset=0`, undefined, { as })).body.count,
});

test('D-90 a deletion needs the password of the person; a wrong one changes nothing', async () => {
  const { as, form } = await join(server);
  expect(problemOf(await remove(as, 'Wrong-Flag-27!'))).toEqual({
    status: 403,
    code: 'account.wrong_password',
    field: 'password',
  });
  expect((await server.call('GET /users/me', undefined, { as })).status).toBe(200);
  expect((await login(form.username)).body.loginAllowed).toBe(true);
});

test('D-90 a deleted person disappears for others at once, and an undo brings everything back', async () => {
  const { as, userId, form, rows, member } = await makeCreator();
  const before = await found(member, userId, rows);
  expect(before).toMatchObject({ profile: 200, channel: 200, watch: 200 });
  const deleted = await remove(as);
  expect(deleted.status).toBe(200);
  expect(hasShape('account.delete', deleted)).toBe(true);
  expect(Date.parse(deleted.body.restorableUntil) - Date.parse(deleted.body.deletedAt)).toBe(30 * DAY_MS);
  expect(await found(member, userId, rows)).toEqual({ profile: 404, channel: 404, watch: 404, contents: 0 });

  expect((await restore(form.username)).status).toBe(204);
  expect(await found(member, userId, rows)).toEqual(before);
  const channels = await db().selectFrom('channels').select(['id', 'active']).where('scope', '=', as.scope).execute();
  expect(channels.find(({ id }) => id === rows.emptyChannel)!.active).toBe(false);
  expect((await login(form.username)).body.loginAllowed).toBe(true);
});

test('D-90 the comments of a deleted person are hidden', async () => {
  const { rows, member } = await makeCreator();
  const author = await join(server);
  await db()
    .insertInto('ratings')
    .values({
      publication_id: rows.publication,
      user_id: author.userId,
      scope: author.as.scope,
      relevance: 5,
      helpful: 5,
      engaging: 5,
      comment: 'Written by a person who leaves',
    })
    .execute();
  const list = async () =>
    (await server.call(`GET /ratings/${rows.publication}/comments`, undefined, { as: member })).body.results.map(
      ({ comment }: { comment: string }) => comment,
    );
  expect(await list()).toContain('Written by a person who leaves');
  await remove(author.as);
  expect(await list()).not.toContain('Written by a person who leaves');
});

test('D-90 every session of a deleted account ends, and none can be opened: nothing else can be reached', async () => {
  const { as, form, refreshToken } = await join(server);
  const other = (await login(form.username)).body.refresh as string;
  await remove(as);
  expect((await server.call('GET /users/me', undefined, { as })).status).toBe(401);
  for (const refresh of [refreshToken, other])
    expect((await server.call('POST /auth/token/refresh', { refresh })).status).toBe(401);
  const answer = await login(form.username);
  expect(hasShape('auth.login', answer)).toBe(true);
  expect(answer.body).toMatchObject({ loginAllowed: false, deletion: { deletedAt: expect.any(String) } });
  expect(answer.body.access).toBeUndefined();
  expect(answer.body.refresh).toBeUndefined();
  const open = await db()
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', as.userId)
    .where('revoked_at', 'is', null)
    .execute();
  expect(open).toEqual([]);
});

test('D-90 a deletion is undone by the password only, for 30 days; a repeat answers the same', async () => {
  const { as, form } = await join(server);
  const start = Date.now();
  server.setNow(new Date(start));
  await remove(as);
  expect(problemOf(await restore(form.username, 'Wrong-Flag-27!')).code).toBe('auth.wrong_login');
  server.setNow(new Date(start + 30 * DAY_MS + 1));
  expect(problemOf(await restore(form.username))).toMatchObject({ status: 410, code: 'account.gone' });
  server.setNow(new Date(start + 30 * DAY_MS));
  expect([(await restore(form.username)).status, (await restore(form.username)).status]).toEqual([204, 204]);
  expect((await login(form.username)).body.loginAllowed).toBe(true);
});

test('PRO-072 D-90 the mail says until when the account can be restored and that data is retained for 12 months', async () => {
  const { as, form } = await join(server);
  await remove(as);
  const mail = async () =>
    (
      await db()
        .selectFrom('dev_messages')
        .select(['subject', 'body'])
        .where('destination', '=', form.email)
        .orderBy('id', 'desc')
        .executeTakeFirst()
    )?.body;
  await expect.poll(mail).toContain('Your data is retained for 12 months');
  await restore(form.username);
  await expect.poll(mail).toContain('Your account was restored');
});

test('D-90 trials end with the deletion and go on after an undo; a paid subscription is cancelled and stays so', async () => {
  const { as, userId, form } = await join(server);
  const trialTo = new Date(Date.now() + 10 * DAY_MS);
  const person = { scope: as.scope, user_id: userId };
  await db()
    .insertInto('subscriptions')
    .values([
      { id: newId(), sport_id: 'soccer', type: 'trial-free', trial_to: trialTo, ...person },
      { id: newId(), sport_id: 'golf', type: 'subscribed', paid_to: trialTo, ...person },
    ])
    .execute();
  const types = async () =>
    (
      await db()
        .selectFrom('subscriptions')
        .select(['type', 'status'])
        .where('user_id', '=', userId)
        .orderBy('sport_id')
        .execute()
    ).map(({ type, status }) => `${type} ${status}`);
  await remove(as);
  expect(await types()).toEqual(['subscribed cancellation', 'expired null']);
  await restore(form.username);
  expect(await types()).toEqual(['subscribed cancellation', 'trial-free null']);
});

test('D-90 D-236 an Owner transfers the ownership before leaving; an organization keeps its channels', async () => {
  const { as, userId, form } = await join(server);
  const other = await join(server);
  const organization = newId();
  const scope = `org:${organization}`;
  await db().insertInto('organizations').values({ id: organization, name: 'North Club', status: 'approved' }).execute();
  const admin = (user_id: string, role: string) =>
    db().insertInto('organization_admins').values({ organization_id: organization, user_id, role }).execute();
  await admin(userId, 'Owner');
  await admin(other.userId, 'Admin');
  const rows = await addRows(server, { scope, userId });
  const refused = await remove(as);
  expect(problemOf(refused)).toMatchObject({ status: 409, code: 'account.last_owner' });
  expect(refused.body.errors[0].message).toContain('North Club');

  for (const [user, role] of [
    [userId, 'Admin'],
    [other.userId, 'Owner'],
  ] as const)
    await db().updateTable('organization_admins').set({ role }).where('user_id', '=', user).execute();
  expect((await remove(as)).status).toBe(200);
  expect((await remove(other.as)).status).toBe(409);
  const author = async () =>
    db()
      .selectFrom('channels')
      .select(['author_id', 'active'])
      .where('id', '=', rows.channel)
      .executeTakeFirstOrThrow();
  expect(await author()).toEqual({ author_id: other.userId, active: true });
  await restore(form.username);
  expect(await author()).toEqual({ author_id: userId, active: true });
});

test('D-90 notifications of others about a deleted person are deleted, and no others', async () => {
  const { as, userId, rows, member } = await makeCreator();
  for (const cause of [
    `new_content:${rows.publication}`,
    `new_member:${newId()}:${userId}`,
    `new_comment_educator:${newId()}:${userId}`,
    `new_content:${newId()}`,
  ])
    await notice(member, cause);
  await hide(userId);
  expect(await causesOf(member)).toHaveLength(4);
  await remove(as);
  await hide(userId);
  const left = await causesOf(member);
  expect(left).toHaveLength(1);
  expect(left[0]).not.toContain(rows.publication);
});

test('D-90 unfinished uploads end with their bytes, and nothing goes live while the account is deleted', async () => {
  const { as, form, rows } = await makeCreator();
  const file = { id: newId(), name: 'half.mp4', profile: 'video' as const, bytes: videoLike(2 * UNIT_BYTES) };
  await db()
    .updateTable('storage_accounts')
    .set({ size: 4e9, used: 0, reserved: 0 })
    .where('scope', '=', as.scope)
    .execute();
  await db().deleteFrom('uploads').where('id', '=', rows.upload).execute();
  expect((await sendChunk(server, as, file, { firstUnit: 0, units: 1 })).status).toBe(200);
  await db().updateTable('publications').set({ is_live: false }).where('id', '=', rows.publication).execute();
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
  await remove(as);
  const upload = await db().selectFrom('uploads').select('state').where('id', '=', file.id).executeTakeFirst();
  expect(upload?.state).toBe('cancelled');
  const account = await db()
    .selectFrom('storage_accounts')
    .select('reserved')
    .where('scope', '=', as.scope)
    .executeTakeFirst();
  expect(account?.reserved).toBe(0);
  await goLive();
  expect(await isLive()).toBe(false);
  await restore(form.username);
  await goLive();
  expect(await isLive()).toBe(true);
});
