import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, join, newcomer, problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { clubsOf, type Club } from './clubs.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const DAY_MS = 86_400_000;
const signal = new AbortController().signal;
const { newClub, setRole, call, byUsers, emailOf, isMailed, mailsTo } = clubsOf(() => server);
const codeOf = (answer: Parameters<typeof problemOf>[0]) => problemOf(answer)?.code;

const listOf = (club: Club, as = club.owner, query = '') =>
  call(club, as, `GET /organizations/${club.id}/admins${query}`);
const rolesOf = async (club: Club): Promise<Record<string, string>> =>
  Object.fromEntries(
    (
      await db()
        .selectFrom('organization_admins')
        .select(['user_id', 'role'])
        .where('organization_id', '=', club.id)
        .execute()
    ).map(({ user_id: userId, role }) => [userId, role]),
  );
const transfer = (club: Club, as: TestPerson, to: TestPerson) =>
  call(club, as, `PUT /organizations/${club.id}/admins/${to.userId}/role`, { role: 'Owner', ownership_transfer: true });
const remove = (club: Club, as: TestPerson, who: TestPerson) =>
  call(club, as, `DELETE /organizations/${club.id}/admins/${who.userId}`);
const byEmails = (club: Club, as: TestPerson, ...emails: string[]) =>
  call(club, as, `POST /organizations/${club.id}/admins/invite-by-emails`, { emails });
const ownInvitations = async (as: TestPerson) =>
  (await server.call('GET /users/me/organization-invitations', undefined, { as })).body.results;
const answer = (as: TestPerson, id: string, isAccepted = true) =>
  server.call(`POST /users/me/organization-invitations/${id}/answer`, { isAccepted }, { as });
const meOf = async (as: TestPerson) => (await server.call('GET /users/me', undefined, { as })).body;
const noticesOf = async ({ userId }: TestPerson) =>
  (
    await db()
      .selectFrom('notifications')
      .select(['kind', 'text', 'link'])
      .where('user_id', '=', userId)
      .orderBy('id')
      .execute()
  ).map(({ kind, text, link }) => [kind, text, link]);

test('ADM-001 ADM-007 ADM-012 ADM-013 ADM-023 ADM-033 the administrators are listed with the Owner first, ten in a page', async () => {
  const club = await newClub();
  await db().updateTable('users').set({ first_name: 'Zora' }).where('id', '=', club.owner.userId).execute();
  await db()
    .insertInto('sport_interests')
    .values({ id: newId(), scope: club.admin.scope, user_id: club.admin.userId, sport_id: 'golf', involvement: '[]' })
    .execute();
  for (let n = 0; n < 10; n += 1) await setRole(club.id, await server.addPerson(), 'Admin');
  const first = await listOf(club);
  expect(hasShape('organizations.admins', first)).toBe(true);
  expect(first.body.count).toBe(12);
  expect(first.body.results).toHaveLength(10);
  expect(first.body.results[0]).toEqual({
    id: club.owner.userId,
    role: 'Owner',
    firstName: 'Zora',
    lastName: 'Test',
    email: await emailOf(club.owner),
    userPhoto: null,
    sportInterests: [],
  });
  const second = await listOf(club, club.admin, '?page=2&limit=10');
  expect(second.body.results).toHaveLength(2);
  const all = [...first.body.results, ...second.body.results];
  expect(new Set(all.map(({ id }: { id: string }) => id)).size).toBe(12);
  expect(all.find(({ id }: { id: string }) => id === club.admin.userId).sportInterests).toEqual([
    { id: 'golf', name: 'Golf' },
  ]);
  expect((await listOf(club, club.owner, '?limit=11')).status).toBe(400);
});

test('ADM-014 ADM-015 D-235 D-294 only the Owner changes others; a former Admin and a stranger reach nothing', async () => {
  const club = await newClub();
  const other = await newClub('Split Juniors');
  const [fellow, former, stranger] = [await server.addPerson(), await server.addPerson(), await server.addPerson()];
  await setRole(club.id, fellow, 'Admin');
  await setRole(club.id, former, 'Admin');
  expect((await remove(club, club.owner, former)).status).toBe(204);
  const lines: [string, unknown?][] = [
    [`GET /organizations/${club.id}/admins`],
    [`GET /organizations/${club.id}/admin-invitations`],
    [`POST /organizations/${club.id}/admins/invite-by-users`, { user_ids: [stranger.userId] }],
    [`POST /organizations/${club.id}/admins/invite-by-emails`, { emails: ['nobody@example.net'] }],
    [`PUT /organizations/${club.id}/admins/${fellow.userId}/role`, { role: 'Owner', ownership_transfer: true }],
    [`DELETE /organizations/${club.id}/admins/${fellow.userId}`],
    ['POST /invites/administrator', { email: 'nobody@example.net' }],
    ['GET /users?search=ana'],
  ];
  const before = await rolesOf(club);
  for (const [line, body] of lines) {
    // Neither for the organization, nor in a role of their own.
    for (const as of [former, stranger])
      for (const scope of [club.scope, as.scope])
        expect([line, codeOf(await server.call(line, body, { as, scope }))]).toEqual([line, 'access.denied']);
    // An administrator of another organization, acting for that one.
    if (line.includes(club.id))
      expect([line, (await call(other, other.owner, line, body)).status]).toEqual([line, 404]);
  }
  expect(codeOf(await transfer(club, club.admin, fellow))).toBe('access.denied');
  expect(codeOf(await transfer(club, club.admin, club.admin))).toBe('access.denied');
  expect(codeOf(await remove(club, club.admin, fellow))).toBe('access.denied');
  expect(codeOf(await transfer(club, club.owner, stranger))).toBe('access.not_found');
  expect(await rolesOf(club)).toEqual(before);
});

test('ADM-015 ADM-024 D-236 a transfer makes the other one the Owner and the former Owner an Admin', async () => {
  const club = await newClub();
  const line = `PUT /organizations/${club.id}/admins/${club.admin.userId}/role`;
  const unconfirmed = await call(club, club.owner, line, { role: 'Owner' });
  expect(problemOf(unconfirmed)).toMatchObject({ status: 400, field: 'ownership_transfer' });
  expect(
    codeOf(await call(club, club.owner, line.replace(club.admin.userId, club.owner.userId), { role: 'Admin' })),
  ).toBe('organization.owner_needed');
  const same = await call(club, club.owner, line, { role: 'Admin' });
  expect(same.body).toMatchObject({ id: club.admin.userId, role: 'Admin' });
  const done = await transfer(club, club.owner, club.admin);
  expect(hasShape('organizations.changeAdminRole', done)).toBe(true);
  expect(done.body).toMatchObject({ id: club.admin.userId, role: 'Owner' });
  expect(await rolesOf(club)).toEqual({ [club.owner.userId]: 'Admin', [club.admin.userId]: 'Owner' });
  expect((await meOf(club.admin)).organizations).toEqual([{ id: club.id, name: 'Rijeka Juniors', role: 'Owner' }]);
  expect((await meOf(club.owner)).organizations).toEqual([{ id: club.id, name: 'Rijeka Juniors', role: 'Admin' }]);
  expect(await noticesOf(club.admin)).toEqual([
    ['ownership_transferred', 'Rijeka Juniors: you are the Owner.', '/admins-management'],
  ]);
  expect(await noticesOf(club.owner)).toEqual([
    ['admin_role_changed', 'Rijeka Juniors: your role is Admin.', '/admins-management'],
  ]);
  await isMailed(club.admin, 'Rijeka Juniors: you are the Owner.');
  await isMailed(club.owner, 'Rijeka Juniors: your role is Admin.');
});

test('D-236 of two transfers at the same moment one counts, and one Owner is left', async () => {
  for (let round = 0; round < 5; round += 1) {
    const club = await newClub();
    const third = await server.addPerson();
    await setRole(club.id, third, 'Admin');
    const answers = await Promise.all([
      transfer(club, club.owner, club.admin),
      transfer(club, club.owner, third),
      remove(club, club.owner, club.admin),
    ]);
    const owners = Object.values(await rolesOf(club)).filter((role) => role === 'Owner');
    expect(owners).toEqual(['Owner']);
    expect(answers.slice(0, 2).filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
  }
});

test('D-236 the last Owner can neither be removed, nor leave, nor delete the account', async () => {
  const club = await newClub();
  expect(codeOf(await remove(club, club.owner, club.owner))).toBe('organization.owner_needed');
  expect(codeOf(await remove(club, club.admin, club.owner))).toBe('access.denied');
  const { as, userId } = await join(server);
  await setRole(club.id, as, 'Admin');
  await transfer(club, club.owner, { ...as, userId });
  expect(codeOf(await server.call('DELETE /account', { password: 'Corner-Flag-27!' }, { as }))).toBe(
    'account.last_owner',
  );
  // An Admin may leave without anybody.
  expect((await remove(club, club.owner, club.owner)).status).toBe(204);
  expect(Object.values(await rolesOf(club)).toSorted()).toEqual(['Admin', 'Owner']);
});

test('ADM-016 ADM-025 a removed Admin is told, loses the role, and what waits on their device is refused', async () => {
  const club = await newClub();
  await server.call('PUT /users/me/last-logined-role', { lastLoginedRole: 'organization' }, { as: club.admin });
  const folder = () => ({ id: newId(), title: 'Juniors' });
  expect((await call(club, club.admin, 'POST /library/folders', folder())).status).toBe(200);
  const tables = JSON.stringify((await meOf(club.admin)).organizations);
  expect(tables).toContain(club.id);
  const pulled = await server.call('GET /sync', undefined, { as: club.admin });
  expect(JSON.stringify(pulled.body.changes)).toContain('Juniors');
  expect((await remove(club, club.owner, club.admin)).status).toBe(204);
  expect(codeOf(await call(club, club.admin, 'POST /library/folders', folder()))).toBe('access.denied');
  const next = await server.call(`GET /sync?cursor=${encodeURIComponent(pulled.body.cursor)}`, undefined, {
    as: club.admin,
  });
  expect(next.body.lost).toEqual([club.scope]);
  expect(await meOf(club.admin)).toMatchObject({
    organizations: [],
    isOrganization: false,
    isAdmin: false,
    lastLoginedRole: 'learner',
    isLearner: true,
  });
  expect(await noticesOf(club.admin)).toEqual([
    ['admin_removed', 'Rijeka Juniors: you are no administrator any more.', null],
  ]);
  await isMailed(club.admin, 'Rijeka Juniors: you are no administrator any more.');
  expect((await remove(club, club.owner, club.admin)).status).toBe(404);
});

test('ADM-016 ADM-022 ADM-011 a person of the picker is invited by a notification, accepts and is an Admin', async () => {
  const club = await newClub();
  const mia = await server.addPerson();
  expect((await byUsers(club, club.owner)).status).toBe(400);
  const sent = await byUsers(club, club.admin, mia, club.owner);
  expect(hasShape('organizations.inviteAdminsByUsers', sent)).toBe(true);
  expect(sent.body).toEqual({
    invited: [mia.userId],
    errors: [{ of: club.owner.userId, code: 'organization.is_admin', message: expect.any(String) }],
  });
  expect((await byUsers(club, club.owner, mia)).body.errors[0].code).toBe('organization.invited');
  expect(await noticesOf(mia)).toEqual([
    ['admin_invited', 'Rijeka Juniors: you were invited.', '/organization-invitations'],
  ]);
  const waiting = await call(club, club.owner, `GET /organizations/${club.id}/admin-invitations`);
  expect(hasShape('organizations.adminInvitations', waiting)).toBe(true);
  expect(waiting.body.results).toMatchObject([{ name: 'Ana Test', email: null }]);
  const [invitation] = await ownInvitations(mia);
  expect(invitation).toMatchObject({ organizationName: 'Rijeka Juniors', invitedBy: 'Ana Test' });
  // Nothing of the organization before the answer, and nobody else can answer.
  expect((await meOf(mia)).organizations).toEqual([]);
  expect((await answer(await server.addPerson(), invitation.id)).status).toBe(404);
  const accepted = await answer(mia, invitation.id);
  expect(hasShape('organizations.answerAdminInvitation', accepted)).toBe(true);
  expect(accepted.body.organizations).toEqual([{ id: club.id, name: 'Rijeka Juniors', role: 'Admin' }]);
  expect((await answer(mia, invitation.id)).status).toBe(404);
  expect((await listOf(club, mia)).body.count).toBe(3);
});

test('ADM-020 ADM-021 D-234 an address without an account gets a mail with a link to sign up, and the invitation after the registration', async () => {
  const club = await newClub();
  const joining = newcomer();
  const { email } = joining.form;
  const sent = await byEmails(club, club.owner, email.toUpperCase(), email);
  expect(sent.body).toEqual({ invited: [email], errors: [] });
  const [mail] = await mailsTo(email);
  expect(mail!.body).toContain('/sign-up?next=%2Forganization-invitations');
  expect(mail!.body).toContain('Rijeka Juniors');
  expect(await mailsTo(email)).toHaveLength(1);

  const { as } = await join(server, joining);
  expect(codeOf(await server.call('GET /users/me/organization-invitations', undefined, { as }))).toBe(
    'access.registration_incomplete',
  );
  await server.call('PUT /registration/flags', { isLearner: true, isRegistrationComplete: true }, { as });
  expect((await noticesOf(as)).map(([kind]) => kind)).toContain('admin_invited');
  const [invitation] = await ownInvitations(as);
  expect((await answer(as, invitation.id)).body.isAdmin).toBe(true);
});

test('ADM-020 D-234 the answer does not tell whether an address has an account; the mail of one with an account opens the invitation', async () => {
  const club = await newClub();
  const mia = await server.addPerson();
  const email = await emailOf(mia);
  const invite = (to: string) => call(club, club.owner, 'POST /invites/administrator', { email: to });
  const known = await invite(email);
  expect(hasShape('organizations.inviteAdministrator', known)).toBe(true);
  expect((await invite('unknown@example.net')).body).toEqual(known.body);
  const listed = await call(club, club.owner, `GET /organizations/${club.id}/admin-invitations`);
  expect(listed.body.results.map(({ name }: { name: string | null }) => name)).toEqual([null, null]);
  expect((await mailsTo(email))[0]!.body).toContain(`/organization-invitations`);
  expect((await mailsTo(email))[0]!.body).not.toContain('/sign-up');
  expect(codeOf(await invite(email))).toBe('organization.invited');
  expect(codeOf(await invite(await emailOf(club.admin)))).toBe('organization.is_admin');
  expect((await invite('no address')).status).toBe(400);
});

test('D-234 an invitation ends after a month, can be taken back and can be declined', async () => {
  const club = await newClub();
  const [mia, leo, ana] = [await server.addPerson(), await server.addPerson(), await server.addPerson()];
  await byUsers(club, club.admin, mia);
  await byUsers(club, club.owner, leo, ana);
  const take = (as: TestPerson, id: string) =>
    call(club, as, `DELETE /organizations/${club.id}/admin-invitations/${id}`);
  const [[ofMia], [ofLeo], [ofAna]] = [await ownInvitations(mia), await ownInvitations(leo), await ownInvitations(ana)];
  const mayCancel = async (as: TestPerson) =>
    (await call(club, as, `GET /organizations/${club.id}/admin-invitations`)).body.results.map(
      (each: { id: string; mayCancel: boolean }) => [each.id, each.mayCancel],
    );
  expect(Object.fromEntries(await mayCancel(club.admin))).toEqual({
    [ofMia.id]: true,
    [ofLeo.id]: false,
    [ofAna.id]: false,
  });
  expect((await take(club.admin, ofLeo.id)).status).toBe(404);
  expect((await take(club.owner, ofMia.id)).status).toBe(204);
  expect((await answer(mia, ofMia.id)).status).toBe(404);
  await answer(ana, ofAna.id, false);
  expect((await meOf(ana)).organizations).toEqual([]);
  expect(await ownInvitations(ana)).toEqual([]);

  const late = new Date(Date.now() - DAY_MS);
  await db().updateTable('admin_invitations').set({ expires_at: late }).where('id', '=', ofLeo.id).execute();
  expect(await ownInvitations(leo)).toEqual([]);
  expect((await answer(leo, ofLeo.id)).status).toBe(404);
  expect((await byUsers(club, club.owner, leo)).body.invited).toEqual([leo.userId]);
  await db().updateTable('admin_invitations').set({ expires_at: late }).where('user_id', '=', leo.userId).execute();
  await housekeepingWork(server.services).run({}, signal);
  expect(await db().selectFrom('admin_invitations').selectAll().where('user_id', '=', leo.userId).execute()).toEqual(
    [],
  );
});

test('ADM-008 ADM-026 D-296 the picker finds people by name and username only, ten in a page, and none who is no choice', async () => {
  const club = await newClub();
  const mark = `q${newId().slice(-10)}`;
  const people = [];
  for (let n = 0; n < 12; n += 1) people.push(await server.addPerson({ username: `${mark}${n}` }));
  const find = async (query: string) => (await call(club, club.owner, `GET /users?${query}`)).body;
  const first = await find(`search=${mark}`);
  expect(first.count).toBe(12);
  expect(first.results).toHaveLength(10);
  expect(Object.keys(first.results[0]).toSorted()).toEqual(['avatar', 'firstName', 'id', 'lastName', 'username']);
  expect((await find(`search=${mark}&page=2&limit=10`)).results).toHaveLength(2);
  expect((await find(`search=${encodeURIComponent(`ANA ${mark}`)}`)).count).toBe(12);
  expect((await find(`search=${mark}0@example.org`)).count).toBe(0);
  expect((await find(`search=${encodeURIComponent(`${mark}%`)}`)).count).toBe(0);
  await byUsers(club, club.owner, people[0]!);
  await setRole(club.id, people[1]!, 'Admin');
  await db().updateTable('users').set({ is_suspended: true }).where('id', '=', people[2]!.userId).execute();
  await db()
    .updateTable('users')
    .set({ deleted_at: new Date(), deletion: '{}' })
    .where('id', '=', people[3]!.userId)
    .execute();
  await db()
    .updateTable('users')
    .set({ is_registration_complete: false })
    .where('id', '=', people[4]!.userId)
    .execute();
  expect((await find(`search=${mark}`)).count).toBe(7);
});

test('D-235 an administrator of several organizations acts for the chosen one, which the own row names first', async () => {
  const [first, second] = [await newClub('Alpha Club'), await newClub('Zeta Club')];
  const as = first.admin;
  await setRole(second.id, as, 'Admin');
  const namesOf = async () => (await meOf(as)).organizations.map(({ name }: { name: string }) => name);
  expect(await namesOf()).toEqual(['Alpha Club', 'Zeta Club']);
  const choose = (organizationId: string, who = as) =>
    server.call(
      'PUT /users/me/last-logined-role',
      { lastLoginedRole: 'organization', actFor: organizationId },
      { as: who, scope: who.scope },
    );
  expect((await choose(second.id)).body).toMatchObject({
    lastLoginedRole: 'organization',
    organizations: [{ name: 'Zeta Club' }, { name: 'Alpha Club' }],
  });
  expect(codeOf(await choose(second.id, first.owner))).toBe('role.not_owned');
  expect((await remove(second, second.owner, as)).status).toBe(204);
  expect(await meOf(as)).toMatchObject({ lastLoginedRole: 'organization', organizations: [{ name: 'Alpha Club' }] });
});
