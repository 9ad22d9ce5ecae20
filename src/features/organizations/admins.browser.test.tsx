import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Admin, AdminInvitation, InvitationToAdminister } from '#contract/organizations.ts';
import type { SelectableUser } from '#contract/users.ts';
import {
  clearPage,
  freshAccount,
  person,
  Refusal,
  show,
  standInNetwork,
  USER_ID,
  dismissToasts,
} from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { AddAdminUsersPage } from './add-admin-users-page.tsx';
import { AdminsPage } from './admins-page.tsx';
import { InviteAdminPage } from './invite-admin-page.tsx';
import { OwnInvitationsPage } from './own-invitations-page.tsx';
import { SentInvitationsPage } from './sent-invitations-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const ID = newId();
const ADMINS = `/organizations/${ID}/admins`;

const admin = (firstName: string, changes: Partial<Admin> = {}): Admin => ({
  id: newId(),
  role: 'Admin',
  firstName,
  lastName: 'Novak',
  email: `${firstName.toLowerCase()}@club.example`,
  userPhoto: null,
  sportInterests: [],
  ...changes,
});
const SELF = admin('Ana', { id: USER_ID });
const [LEO, MIA] = [admin('Leo'), admin('Mia', { sportInterests: [{ id: 'golf', name: 'Golf' }] })];

let account: Account;
const actAs = (role: 'Owner' | 'Admin', lastLoginedRole: 'organization' | 'learner' = 'organization') =>
  account.db.me.put(
    person({
      lastLoginedRole,
      isOrganization: true,
      organizations: lastLoginedRole === 'learner' ? [] : [{ id: ID, name: 'North Club', role }],
    }),
  );
beforeEach(async () => {
  account = await freshAccount();
  network.goOnline();
  network.requests.length = 0;
});
afterEach(() => {
  show(null);
  network.goOnline();
});

const listed = (admins: readonly Admin[]) =>
  network.answer(ADMINS, (query) => {
    const from = (Number(query.get('page')) - 1) * Number(query.get('limit'));
    return { count: admins.length, results: admins.slice(from, from + Number(query.get('limit'))) };
  });
const openList = () =>
  showRouted(<AdminsPage />, '/admins-management', [
    '/admins-management',
    '/invite-admin',
    '/add-admin-users',
    '/invite-friend',
  ]);
const menuOf = (name: string) => button(`More actions for ${name}`);

test('ADM-001 ADM-007 ADM-012 ADM-013 ADM-014 NAV-024 an Admin sees who administers, the Owner first, and no buttons on others', async () => {
  await actAs('Admin');
  listed([{ ...LEO, role: 'Owner' }, SELF, MIA]);
  openList();
  const rows = page.getByRole('list', { name: 'Administrators' }).getByRole('listitem');
  await expect
    .poll(() => rows.elements().map(({ textContent }) => textContent))
    .toEqual([
      'LNLeo NovakOwner · leo@club.example',
      'ANAna NovakAdmin · ana@club.exampleYou',
      'MNMia NovakAdmin · mia@club.exampleGolf',
    ]);
  expect(menuOf('Leo Novak').elements()).toEqual([]);
  expect(menuOf('Mia Novak').elements()).toEqual([]);
  await expectAccessible('administrators');
  let left = '';
  network.answer(`${ADMINS}/${USER_ID}`, (_query, _body, method) => {
    left = method;
    return new Response(null, { status: 204, headers: { 'Content-Security-Policy': 'x' } });
  });
  await menuOf('Ana Novak').click();
  await button('Leave organization').click();
  await expect.element(page.getByText('Leave North Club?')).toBeVisible();
  expect(left).toBe('');
  await button('Cancel').click();
  await expect.element(page.getByText('Leave North Club?')).not.toBeInTheDocument();
});

test('ADM-033 a page has ten administrators; the next ones are read when the end is reached', async () => {
  await actAs('Owner');
  listed(Array.from({ length: 13 }, (_, n) => admin(`Person${n}`)));
  openList();
  await expect.element(page.getByText('Person9 Novak')).toBeVisible();
  expect(network.requests[0]).toBe(`${ADMINS}?page=1&limit=10`);
  page.getByText('Person9 Novak').element().scrollIntoView();
  await expect.element(page.getByText('Person12 Novak')).toBeVisible();
  expect(network.requests).toContain(`${ADMINS}?page=2&limit=10`);
});

test('ADM-009 ADM-015 ADM-024 D-236 Assign is there only for another role; the ownership is transferred after two questions', async () => {
  await actAs('Owner');
  listed([{ ...SELF, role: 'Owner' }, LEO]);
  const sent: unknown[] = [];
  network.answer(`${ADMINS}/${LEO.id}/role`, (_query, body) => {
    sent.push(body);
    return { ...LEO, role: 'Owner' };
  });
  openList();
  await expect.element(menuOf('Leo Novak')).toBeVisible();
  expect(menuOf('Ana Novak').elements()).toEqual([]);
  await menuOf('Leo Novak').click();
  await button('Change role').click();
  await expect.element(page.getByRole('radio', { name: 'Admin', exact: true })).toBeChecked();
  expect(button('Assign').elements()).toEqual([]);
  await page.getByRole('radio', { name: 'Owner', exact: true }).click();
  await expect.element(button('Assign')).toBeVisible();
  await expectAccessible('the role of an administrator');
  await page.getByRole('radio', { name: 'Admin', exact: true }).click();
  await expect.element(button('Assign')).not.toBeInTheDocument();
  await page.getByRole('radio', { name: 'Owner', exact: true }).click();
  await button('Assign').click();
  await expect.element(page.getByText('Make Leo Novak the Owner?')).toBeVisible();
  await button('Transfer ownership').click();
  await expect.element(page.getByText('Are you sure?')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await button('Yes, Leo Novak is the Owner').click();
  await expect.element(page.getByText('Leo Novak is the Owner now.')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ role: 'Owner', ownership_transfer: true }]);
});

test('ADM-016 ADM-025 an administrator is removed after a question; a refusal is said, and the list is read again', async () => {
  await actAs('Owner');
  const all = [{ ...SELF, role: 'Owner' as const }, LEO];
  listed(all);
  const answers = [new Refusal(409, 'organization.owner_needed', 'An organization needs its Owner.'), undefined];
  network.answer(`${ADMINS}/${LEO.id}`, () => {
    const answer = answers.shift();
    if (answer) throw answer;
    listed(all.slice(0, 1));
    return {};
  });
  openList();
  const remove = async () => {
    await menuOf('Leo Novak').click();
    await button('Remove').click();
    await expect.element(page.getByText('Remove Leo Novak?')).toBeVisible();
    await button('Remove').click();
  };
  await remove();
  await expect.element(page.getByText('An organization needs its Owner.')).toBeVisible();
  await dismissToasts();
  await remove();
  await expect.element(page.getByText('Leo Novak was removed.')).toBeVisible();
  await expect.element(menuOf('Leo Novak')).not.toBeInTheDocument();
});

test('ADM-016 D-361 the ways to more administrators; offline nothing can be changed, and it is said why', async () => {
  await actAs('Owner');
  listed([{ ...SELF, role: 'Owner' }, LEO]);
  openList();
  await button('Add administrators').click();
  const link = (name: string) => page.getByRole('link', { name, exact: true });
  await expect.element(link('Invite admin')).toHaveAttribute('href', '/invite-admin');
  await expect.element(link('Add admin users')).toHaveAttribute('href', '/add-admin-users');
  await expectAccessible('ways to add administrators');
  await button('Close').click();
  await expect.element(link('Invitations')).toHaveAttribute('href', '/invite-friend?variant=admin');
  network.goOffline();
  await menuOf('Leo Novak').click();
  await expect.element(page.getByRole('button', { name: /^Remove/ })).toBeDisabled();
  await expect.element(page.getByText('Connect to the internet to change administrators.').first()).toBeVisible();
});

test('D-230 an organization that is not approved yet has no administrators', async () => {
  await account.db.me.put(person({ lastLoginedRole: 'organization', isOrganization: true }));
  openList();
  await expect.element(page.getByText('Your organization is not approved yet')).toBeVisible();
  expect(page.getByRole('list', { name: 'Administrators' }).elements()).toEqual([]);
});

test('D-235 who is removed while the page is open is led away from it', async () => {
  await actAs('Admin');
  listed([{ ...LEO, role: 'Owner' }, SELF]);
  const at = showRouted(<AdminsPage />, '/admins-management', ['/admins-management', '/dashboard']);
  await expect.element(page.getByText('Leo Novak')).toBeVisible();
  await actAs('Admin', 'learner');
  await expect.poll(at).toBe('/dashboard');
  expect(page.getByText('Leo Novak').elements()).toEqual([]);
});

test('ADM-010 ADM-020 ADM-028 ADM-029 D-05 NAV-025 an address is invited; what is wrong is said under it, and what was typed stays', async () => {
  await actAs('Admin');
  const said = (body: unknown) =>
    new Response(JSON.stringify(body), { status: 400, headers: { 'Content-Type': 'application/json' } });
  const answers: unknown[] = [
    new Refusal(500, 'server.failed', 'x'),
    said({ details: 'Said in details.', non_field_errors: ['Said in general.'] }),
    said({ non_field_errors: ['Said in general.'], errors: [{ code: 'x', message: 'Said in errors.' }] }),
    new Refusal(409, 'organization.invited', 'This person is invited already.'),
    { errors: [] },
  ];
  const sent: unknown[] = [];
  network.answer('/invites/administrator', (_query, body) => {
    sent.push(body);
    const answer = answers.shift();
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
  const at = showRouted(<InviteAdminPage />, '/invite-admin', ['/invite-admin', '/admins-management']);
  const field = page.getByLabelText('Email of the administrator', { exact: true });
  const send = () => button('Confirm an Invite').click();
  await send();
  await expect.element(field).toHaveAccessibleDescription(/Please enter an email address/);
  await expectAccessible('inviting an administrator');
  await field.fill('leo');
  await send();
  await expect.element(field).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect.poll(() => sent).toEqual([]);
  await field.fill('leo@mail.example');
  for (const message of [
    'Failed to invite administrator',
    'Said in details.',
    'Said in general.',
    'This person is invited already.',
  ]) {
    await send();
    await expect.element(field).toHaveAccessibleDescription(new RegExp(message));
    await expect.element(field).toHaveValue('leo@mail.example');
  }
  await send();
  await expect.element(page.getByText('Successfully invited administrator', { exact: true })).toBeVisible();
  await expect.poll(at).toBe('/admins-management');
  await expect.poll(() => sent).toEqual(Array.from({ length: 5 }, () => ({ email: 'leo@mail.example' })));
});

const user = (firstName: string): SelectableUser => ({
  id: newId(),
  firstName,
  lastName: 'Silva',
  username: firstName.toLowerCase(),
  avatar: null,
});

test('ADM-002 ADM-008 ADM-011 ADM-022 ADM-026 ADM-030 ADM-031 ADM-032 NAV-026 people are searched for, chosen over several searches and invited', async () => {
  await actAs('Admin');
  const people = [...Array.from({ length: 11 }, (_, n) => user(`Person${n}`)), user('Zoe')];
  network.answer('/users', (query) => {
    const found = people.filter(({ username }) => username.includes((query.get('search') ?? '').toLowerCase()));
    const from = (Number(query.get('page')) - 1) * Number(query.get('limit'));
    return { count: found.length, results: found.slice(from, from + Number(query.get('limit'))) };
  });
  const sent: unknown[] = [];
  const zoe = people.at(-1)!;
  const answers: unknown[] = [
    new Refusal(500, 'server.failed', 'x'),
    { invited: [people[1]!.id], errors: [{ of: zoe.id, code: 'x', message: 'This person is invited already.' }] },
    { invited: [zoe.id], errors: [] },
  ];
  network.answer(`${ADMINS}/invite-by-users`, (_query, body) => {
    sent.push(body);
    const answer = answers.shift();
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
  const at = showRouted(<AddAdminUsersPage />, '/add-admin-users', ['/add-admin-users', '/admins-management']);
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  await expect.element(box('Person1 Silva')).toBeInTheDocument();
  expect(network.requests[0]).toBe('/users?page=1&limit=10');
  await button('Invite').click();
  await expect.element(page.getByRole('alert').getByText('Please select at least one user')).toBeVisible();
  await expect.poll(() => sent).toEqual([]);
  await page.getByText('Person1 Silva', { exact: true }).click();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await page.getByLabelText('Search for people').fill('zo');
  await page.getByLabelText('Search for people').fill('zoe');
  // The person paused once: the shorter text was not searched for.
  const searches = () => network.requests.filter((each) => each.includes('search='));
  await expect.poll(searches).toEqual(['/users?page=1&limit=10&search=zoe']);
  await expect.element(box('Person1 Silva')).not.toBeInTheDocument();
  await page.getByText('Zoe Silva', { exact: true }).click();
  await expect.element(page.getByText('2 people chosen')).toBeVisible();
  await expectAccessible('the picker of people');
  await button('Invite 2').click();
  await expect.element(page.getByRole('alert').getByText('Failed to invite administrators')).toBeVisible();
  await button('Invite 2').click();
  await expect.element(page.getByRole('alert').getByText('This person is invited already.')).toBeVisible();
  await expect.element(box('Zoe Silva')).toBeChecked();
  await button('Invite 1').click();
  await expect.poll(at).toBe('/admins-management');
  await expect
    .poll(() => sent)
    .toEqual([{ user_ids: [people[1]!.id, zoe.id] }, { user_ids: [people[1]!.id, zoe.id] }, { user_ids: [zoe.id] }]);
});

test('INV-011 the invitations of an organization that wait, and which of them a person can cancel', async () => {
  await actAs('Admin');
  const invitation = (changes: Partial<AdminInvitation>): AdminInvitation => ({
    id: newId(),
    email: null,
    name: null,
    createdAt: '2026-05-14T10:00:00.000Z',
    expiresAt: '2026-06-14T10:00:00.000Z',
    undeliveredAt: null,
    mayCancel: true,
    ...changes,
  });
  let rows = [
    invitation({ email: 'leo@mail.example', undeliveredAt: '2026-05-14T10:05:00.000Z' }),
    invitation({ name: 'Mia Novak', mayCancel: false }),
  ];
  network.answer(`/organizations/${ID}/admin-invitations`, () => ({ count: rows.length, results: rows }));
  network.answer(`/organizations/${ID}/admin-invitations/${rows[0]!.id}`, () => {
    rows = rows.slice(1);
    return {};
  });
  const at = showRouted(<SentInvitationsPage />, '/invite-friend?variant=admin', [
    '/invite-friend',
    '/invite-friend/email/create',
  ]);
  await expect.element(page.getByText('Not delivered', { exact: true })).toBeVisible();
  await expect
    .element(page.getByText(/^The mail came back: .* Cancel the invitation and check the address.$/))
    .toBeVisible();
  await expectAccessible('an invitation to administer that came back');
  await menuOf('Mia Novak').click();
  await expect.element(page.getByRole('button', { name: /^Cancel invitation/ })).toBeDisabled();
  await expect.element(page.getByText('Only the Owner and who sent it can cancel an invitation.')).toBeVisible();
  await button('Close').click();
  await menuOf('leo@mail.example').click();
  await button('Cancel invitation').click();
  await expect.element(page.getByText('Cancel the invitation of leo@mail.example?')).toBeVisible();
  await expectAccessible('the question before an invitation to administer is cancelled');
  await button('Cancel invitation').click();
  await expect.element(page.getByText('The invitation was cancelled.')).toBeVisible();
  await expect.element(page.getByText('leo@mail.example')).not.toBeInTheDocument();
  await button('Invite admin').click();
  await expect.poll(at).toBe('/invite-friend/email/create?variant=admin');
});

test('D-234 the invited person accepts one invitation and declines another; the organization can be opened at once', async () => {
  await actAs('Admin', 'learner');
  const invitation = (organizationName: string): InvitationToAdminister => ({
    id: newId(),
    organizationName,
    invitedBy: 'Leo Novak',
    expiresAt: '2026-06-14T10:00:00.000Z',
  });
  const [north, south] = [invitation('North Club'), invitation('South Club')];
  let rows = [north, south];
  const sent: unknown[] = [];
  network.answer('/users/me/organization-invitations', () => ({ count: rows.length, results: rows }));
  for (const { id } of [north, south])
    network.answer(`/users/me/organization-invitations/${id}/answer`, (_query, body) => {
      sent.push(body);
      rows = rows.filter((each) => each.id !== id);
      const organizations = [{ id: ID, name: 'North Club', role: 'Admin' as const }];
      return person({ lastLoginedRole: 'learner', isOrganization: true, organizations });
    });
  const at = showRouted(<OwnInvitationsPage />, '/organization-invitations', [
    '/organization-invitations',
    '/admins-management',
  ]);
  const card = (name: string) => page.getByRole('article', { name });
  await expect.element(card('North Club').getByText('Leo Novak invites you to administer it.')).toBeVisible();
  await expectAccessible('invitations of organizations');
  await card('North Club').getByRole('button', { name: 'Accept' }).click();
  await expect.element(page.getByText(/You are an administrator of North Club now\./)).toBeVisible();
  await card('South Club').getByRole('button', { name: 'Decline' }).click();
  await expect.element(page.getByText('Decline the invitation of South Club?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Decline' }).click();
  await expect.element(card('South Club')).not.toBeInTheDocument();
  await expect.poll(() => sent).toEqual([{ isAccepted: true }, { isAccepted: false }]);
  await button('Open North Club').click();
  await expect.poll(at).toBe('/admins-management');
  expect((await account.db.outbox.toArray()).map(({ call, input }) => [call, input])).toEqual([
    ['users.setLastRole', { lastLoginedRole: 'organization', actFor: ID }],
  ]);
  clearPage();
});
