import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, join, problemOf, startAccounts } from '../auth/people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

test('ACC-061 ACC-062: the person reads themselves, in the same form as the change feed', async () => {
  const { as, form } = await join(server);
  const answer = await server.call('GET /users/me', undefined, { as });
  expect(hasShape('users.me', answer)).toBe(true);
  expect(answer.body).toMatchObject({
    username: form.username,
    firstName: form.firstName,
    lastName: form.lastName,
    userPhoto: null,
    isEducator: false,
    isOrganization: false,
    isEducatorRoleAvailable: true,
    lastLoginedRole: 'learner',
    userId: as.userId,
    profiles: [{ profileId: answer.body.profileId }],
    isLearner: false,
    learnerId: null,
    storageUsed: 0,
    storageSize: 4_000_000_000,
  });
});

test('D-303: the role info has the ids of the roles a person has', async () => {
  const { as } = await join(server);
  const before = await server.call('GET /users/me/roles', undefined, { as });
  expect(hasShape('users.roles', before)).toBe(true);
  expect(before.body).toMatchObject({ isLearner: false, learnerId: null, educatorId: null, organizationId: null });
  await server.call('PUT /registration/flags', { isLearner: true }, { as });
  const after = await server.call('GET /users/me/roles', undefined, { as });
  expect(after.body).toMatchObject({ isLearner: true, lastLoginedRole: 'learner', learnerId: expect.any(String) });
});

test('APP-064: a registration is complete only with a role, and is welcomed once', async () => {
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

test('SYS-003 athletes, coaches, parents and fans join as Members, with the internal role learner', async () => {
  for (const [roleId, ...participationLevelIds] of [
    ['athlete', 'club'],
    ['coach', 'youth'],
    ['parent-guardian'],
    ['fan'],
  ] as const) {
    const { as } = await join(server);
    const items = [{ sportId: 'soccer', sportRoleParticipationLevelMapping: [{ roleId, participationLevelIds }] }];
    const chosen = await server.call('POST /sports/roles-participation/create', items, { as });
    expect(chosen.status, roleId).toBe(200);
    const flags = { isLearner: true, isRegistrationComplete: true };
    const { body } = await server.call('PUT /registration/flags', flags, { as });
    expect(body, roleId).toMatchObject({ lastLoginedRole: 'learner', isLearner: true, isEducator: false });
  }
});

test('SYS-007 D-239 the roles are learner, educator and organization; superadmin is none to switch to, and no admin of a club', async () => {
  const { db } = server.services.database;
  const ana = await server.addPerson({ isLearner: true, isEducator: true, isSuperadmin: true });
  const switchTo = (lastLoginedRole: string) =>
    server.call('PUT /users/me/last-logined-role', { lastLoginedRole }, { as: ana });
  for (const role of ['learner', 'educator'])
    expect((await switchTo(role)).body).toMatchObject({ lastLoginedRole: role, isAdmin: false });
  expect(problemOf(await switchTo('organization'))).toMatchObject({ code: 'role.not_owned' });
  const id = newId();
  await db.insertInto('organizations').values({ id, name: 'Club', status: 'approved' }).execute();
  await db
    .insertInto('organization_admins')
    .values({ organization_id: id, user_id: ana.userId, role: 'Admin' })
    .execute();
  expect((await switchTo('organization')).body).toMatchObject({ lastLoginedRole: 'organization', isAdmin: true });
  for (const role of ['superadmin', 'admin', 'member']) expect((await switchTo(role)).status, role).toBe(400);
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

test('ACC-063, ACC-065, D-304: the first sign-in of a role is marked as done by its own record; another’s record is not found', async () => {
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

/** An organization with these admins, first come first: the Owner. */
const addOrganization = async (
  { name, status = 'approved' }: { name: string; status?: string },
  ...admins: TestPerson[]
): Promise<string> => {
  const { db } = server.services.database;
  const id = newId();
  await db.insertInto('organizations').values({ id, name, status }).execute();
  for (const [at, { userId }] of admins.entries()) {
    const role = at === 0 ? 'Owner' : 'Admin';
    await db.insertInto('organization_admins').values({ organization_id: id, user_id: userId, role }).execute();
    await db.updateTable('users').set({ is_organization: true }).where('id', '=', userId).execute();
  }
  return id;
};

test('ACC-063 ACC-064 ACC-065 ACC-130: the records of the roles are read by calls of their own, by nobody but their owner', async () => {
  const ana = await server.addPerson({ isLearner: true, isEducator: true });
  const ben = await server.addPerson({ isLearner: true, isEducator: true });
  const id = await addOrganization({ name: 'Harbour Club' }, ana);
  const { body: roles } = await server.call('GET /users/me/roles', undefined, { as: ana });
  expect(roles.organizationId).toBe(id);
  const records = [
    ['users.readLearner', `/learners/${roles.learnerId}`, { id: roles.learnerId, firstTimeLogin: true }],
    ['users.readEducator', `/educators/${roles.educatorId}`, { educatorId: roles.educatorId, firstTimeLogin: true }],
    [
      'users.readOrganization',
      `/organizations/${id}`,
      { id, firstTimeLogin: true, name: 'Harbour Club', webSite: null, description: null, birthCountry: null },
    ],
  ] as const;
  for (const [call, path, record] of records) {
    const answer = await server.call(`GET ${path}`, undefined, { as: ana });
    expect(hasShape(call, answer), call).toBe(true);
    expect(answer.body).toMatchObject(record);
    expect((await server.call(`GET ${path}`, undefined, { as: ben })).status, call).toBe(404);
  }
  const onlyMember = await server.addPerson({ isLearner: true });
  const { educator_id } = await server.services.database.db
    .selectFrom('users')
    .select('educator_id')
    .where('id', '=', onlyMember.userId)
    .executeTakeFirstOrThrow();
  expect((await server.call(`GET /educators/${educator_id}`, undefined, { as: onlyMember })).status).toBe(404);
});

test('ACC-077 ACC-131 NAV-114: the first sign-in as an organization is marked as done by its record, for all of its admins', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  // The person acts for the first one by name; one that is not approved yet counts for nothing.
  await addOrganization({ name: 'A pending club', status: 'pending' }, ana);
  const id = await addOrganization({ name: 'Harbour Club' }, ana, ben);
  const isFirst = async (as: TestPerson) =>
    (await server.call('GET /users/me', undefined, { as })).body.firstTimeLogin.organization;
  const { body: pull } = await server.call('GET /sync', undefined, { as: ben });
  expect([await isFirst(ana), await isFirst(ben)]).toEqual([true, true]);
  const stranger = await server.addPerson();
  expect((await server.call(`PUT /organizations/${id}`, { firstTimeLogin: false }, { as: stranger })).status).toBe(404);
  expect(await isFirst(ana)).toBe(true);
  const answer = await server.call(`PUT /organizations/${id}`, { firstTimeLogin: false }, { as: ana });
  expect(hasShape('users.setOrganization', answer)).toBe(true);
  expect(answer.body).toMatchObject({ id, firstTimeLogin: false, name: 'Harbour Club', role: 'Owner' });
  expect([await isFirst(ana), await isFirst(ben)]).toEqual([false, false]);
  // The other admin's device hears of it by its next pull.
  const { body: next } = await server.call(`GET /sync?cursor=${encodeURIComponent(pull.cursor)}`, undefined, {
    as: ben,
  });
  expect(JSON.stringify(next.changes)).toContain('"organization":false');
});

test('ACC-064: an admin changes the record of the organization; its profile and the own rows of all admins follow', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  const id = await addOrganization({ name: 'Harbour Club' }, ana, ben);
  const path = `PUT /organizations/${id}`;
  const changed = {
    name: 'Harbor Club',
    webSite: 'https://harbor.example.org',
    description: 'A club',
    birthCountry: 'HR',
  };
  expect((await server.call(path, changed, { as: ben })).body).toMatchObject({ ...changed, role: 'Admin' });
  const profile = await server.call(`GET /profiles/${id}`, undefined, { as: ana });
  expect(profile.body.organization).toMatchObject({
    name: 'Harbor Club',
    webSite: 'https://harbor.example.org',
    description: 'A club',
    country: 'HR',
  });
  expect((await server.call('GET /users/me', undefined, { as: ana })).body.organizations[0].name).toBe('Harbor Club');
  expect((await server.call(path, { birthCountry: null }, { as: ana })).body).toMatchObject({
    birthCountry: null,
    description: 'A club',
  });
  expect((await server.call(path, { birthCountry: 'Croatia' }, { as: ana })).status).toBe(400);
});

test('ACC-130: a person’s public fields are read by their id; private ones, and suspended people, are not', async () => {
  const [ana, ben] = [await server.addPerson({ username: 'public-ana' }), await server.addPerson()];
  const answer = await server.call(`GET /users/${ana.userId}`, undefined, { as: ben });
  expect(hasShape('users.read', answer)).toBe(true);
  expect(Object.keys(answer.body).toSorted()).toEqual(
    ['firstName', 'id', 'isEducator', 'lastName', 'profileId', 'userId', 'userPhoto', 'username'].toSorted(),
  );
  expect(answer.body).toMatchObject({ userId: ana.userId, username: 'public-ana' });
  const { db } = server.services.database;
  await db.updateTable('users').set({ is_suspended: true }).where('id', '=', ana.userId).execute();
  expect((await server.call(`GET /users/${ana.userId}`, undefined, { as: ben })).status).toBe(404);
});
