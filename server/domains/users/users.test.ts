import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { hasShape, join, problemOf, startAccounts } from '../auth/people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

test('ACC-061: the person reads themselves, in the same form as the change feed', async () => {
  const { as, form } = await join(server);
  const answer = await server.call('GET /users/me', undefined, { as });
  expect(hasShape('users.me', answer)).toBe(true);
  expect(answer.body).toMatchObject({
    username: form.username,
    lastLoginedRole: 'learner',
    isLearner: false,
    learnerId: null,
    storageUsed: 0,
    storageSize: 4_000_000_000,
  });
});

test('ACC-130, D-303: the role info has the ids of the roles a person has', async () => {
  const { as } = await join(server);
  const before = await server.call('GET /users/me/roles', undefined, { as });
  expect(hasShape('users.roles', before)).toBe(true);
  expect(before.body).toMatchObject({ isLearner: false, learnerId: null, educatorId: null, organizationId: null });
  await server.call('PUT /registration/flags', { isLearner: true }, { as });
  const after = await server.call('GET /users/me/roles', undefined, { as });
  expect(after.body).toMatchObject({ isLearner: true, lastLoginedRole: 'learner', learnerId: expect.any(String) });
});

test('a registration is complete only with a role, and is welcomed once', async () => {
  const { as, userId } = await join(server);
  const early = await server.call('PUT /registration/flags', { isRegistrationComplete: true }, { as });
  expect(problemOf(early)).toMatchObject({ status: 409, code: 'registration.step_missing' });
  const done = await server.call('PUT /registration/flags', { isLearner: true, isRegistrationComplete: true }, { as });
  expect(hasShape('registration.setFlags', done)).toBe(true);
  expect(done.body).toMatchObject({ isLearner: true, isRegistrationComplete: true });
  await server.call('PUT /registration/flags', { isLearner: true, isRegistrationComplete: true }, { as });
  const welcomed = await server.services.database.db
    .selectFrom('notifications')
    .select(['kind', 'recipient_type'])
    .where('user_id', '=', userId)
    .execute();
  expect(welcomed).toEqual([{ kind: 'welcome', recipient_type: 'learner' }]);
});

test('every person has the welcome in the app; it is pushed only to people with a device and pushes enabled', async () => {
  const { db, pool } = server.services.database;
  const pushesTo = async ({ hasDevice, isEnabled }: { hasDevice: boolean; isEnabled: boolean }): Promise<number> => {
    const { as, userId } = await join(server);
    if (hasDevice)
      await db
        .insertInto('devices')
        .values({ user_id: userId, session_id: as.sessionId, registration_id: userId, registration_hash: userId })
        .execute();
    await db
      .updateTable('users')
      .set({ notification_settings: JSON.stringify({ isEnabled }) })
      .where('id', '=', userId)
      .execute();
    await server.call('PUT /registration/flags', { isLearner: true, isRegistrationComplete: true }, { as });
    const { id } = await db
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    return (
      await pool.query(`select 1 from jobs.job where name = 'notification.push' and data ->> 'notificationId' = $1`, [
        id,
      ])
    ).rows.length;
  };
  expect(await pushesTo({ hasDevice: true, isEnabled: true })).toBe(1);
  expect(await pushesTo({ hasDevice: true, isEnabled: false })).toBe(0);
  expect(await pushesTo({ hasDevice: false, isEnabled: true })).toBe(0);
});

test('D-62, D-301: saved answers are returned, and deleted at the person’s request', async () => {
  const { as } = await join(server);
  const data = { flowType: 'learner', sportId: 'soccer', roles: ['coach'] };
  const kept = await server.call(
    'PUT /registration/save-progress',
    { saveProgress: true, step: 'choose-sport-interest', data },
    { as },
  );
  expect(hasShape('registration.saveProgress', kept)).toBe(true);
  const read = await server.call('GET /registration/progress', undefined, { as });
  expect(read.body).toEqual(kept.body);
  expect(read.body).toMatchObject({ saveProgress: true, step: 'choose-sport-interest', data });
  await server.call('PUT /registration/save-progress', { saveProgress: false }, { as });
  expect((await server.call('GET /registration/progress', undefined, { as })).body).toEqual({
    saveProgress: false,
    step: null,
    data: null,
    updatedAt: null,
  });
});

test('D-301: saved answers are deleted after thirty days', async () => {
  const { as, userId } = await join(server);
  await server.call('PUT /registration/save-progress', { saveProgress: true, step: 'x' }, { as });
  await server.services.database.db
    .updateTable('users')
    .set({ registration_progress_at: new Date(Date.now() - 31 * 86_400_000) })
    .where('id', '=', userId)
    .execute();
  expect((await server.call('GET /registration/progress', undefined, { as })).body.saveProgress).toBe(false);
});

test('a person switches to a role they have, and to no other', async () => {
  const both = await server.addPerson({ isLearner: true, isEducator: true });
  const switched = await server.call('PUT /users/me/last-logined-role', { lastLoginedRole: 'learner' }, { as: both });
  expect(hasShape('users.setLastRole', switched)).toBe(true);
  expect(switched.body.lastLoginedRole).toBe('learner');
  const refused = await server.call(
    'PUT /users/me/last-logined-role',
    { lastLoginedRole: 'organization' },
    { as: both },
  );
  expect(problemOf(refused)).toMatchObject({ status: 403, code: 'role.not_owned' });
});

test('ACC-131, D-304: the first sign-in of a role is marked as done by its own record; another’s record is not found', async () => {
  const ana = await server.addPerson({ isLearner: true, isEducator: true });
  const ben = await server.addPerson({ isLearner: true });
  const { body: me } = await server.call('GET /users/me', undefined, { as: ana });
  expect(me.firstTimeLogin).toMatchObject({ learner: true, educator: true });
  expect((await server.call(`PUT /learners/${me.learnerId}`, { firstTimeLogin: false }, { as: ben })).status).toBe(404);
  expect((await server.call(`PUT /learners/${me.learnerId}`, { firstTimeLogin: false }, { as: ana })).body).toEqual({
    id: me.learnerId,
    firstTimeLogin: false,
  });
  expect((await server.call(`PUT /educators/${me.educatorId}`, { firstTimeLogin: false }, { as: ana })).body).toEqual({
    educatorId: me.educatorId,
    firstTimeLogin: false,
  });
  const after = await server.call('GET /users/me', undefined, { as: ana });
  expect(after.body.firstTimeLogin).toMatchObject({ learner: false, educator: false });
});
