import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { newId, organizationScope } from '#contract/ids.ts';
import type { Me } from '#contract/rows.ts';
import type { Account } from '../data/account.ts';
import { clearPage, freshAccount, person, standInNetwork } from '../data/signed-in.fixtures.tsx';
import { profileRow } from '#features/profiles/profile.fixtures.ts';
import { plansWith } from '#features/storage/storage.fixtures.ts';
import { MenuDrawer } from './menu-drawer.tsx';
import { showRouted } from './routed.fixtures.tsx';

let account: Account;
const network = standInNetwork();
const openAs = async (changes: Partial<Me>, pages: readonly string[] = []): Promise<() => string> => {
  await account.db.me.put(person(changes));
  return showRouted(<MenuDrawer open onClose={() => {}} />, '/', pages);
};
const item = (name: string) => page.getByRole('button', { name, exact: true });
const storage = () => page.getByText('Storage Plans & Access Fees', { exact: true });
/** A picture that loads: one that does not is replaced by letters. */
const LOGO = 'data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==';
const roles = () =>
  page
    .getByRole('list', { name: 'My Roles' })
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent);

beforeEach(async () => {
  account = await freshAccount();
  network.answer('/pages/text/public-site', () => ({ name: 'public-site', text: 'https://about.example' }));
});
afterEach(clearPage);

test('NAV-099 NAV-100 NAV-108 NAV-109 NAV-112 SYS-003 SYS-005 SYS-006 the role in use is named and ticked; owned roles can be chosen, others not', async () => {
  await openAs({ lastLoginedRole: 'learner', isEducator: true, isOrganization: false });
  await expect.element(page.getByText('Ana Silva')).toBeVisible();
  await item('Member').click();
  await expect.element(page.getByRole('dialog', { name: 'My Roles', exact: true })).toBeVisible();
  await expect.poll(roles).toEqual(['Member', 'Creator', 'OrganizationApply as an Organization']);
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Member' }).getByLabelText('in use')).toBeVisible();
});

test('STO-008 decision 0131 while storage plans are hidden, only who pays for one finds them in the menu', async () => {
  network.answer('/feature-flags/StoragePlans', () => ({ name: 'StoragePlans', isVisible: false, isEnabled: false }));
  network.answer('/storage-plans', () => plansWith(1));
  await openAs({ lastLoginedRole: 'educator', isEducator: true });
  await expect.element(storage()).toBeVisible();
  clearPage();
  account = await freshAccount();
  let isRead = false;
  network.answer('/storage-plans', () => {
    isRead = true;
    return plansWith(0);
  });
  await openAs({ lastLoginedRole: 'educator', isEducator: true });
  await expect.poll(() => isRead).toBe(true);
  await expect.element(storage()).not.toBeInTheDocument();
});

const NOBODY = { isLearner: false, isEducator: false, isOrganization: false };
const apply = (name: string) => page.getByRole('link', { name, exact: true });

test('NAV-110 D-63 a role that is not owned shows its Apply link; the one of a Member has a way on without a code', async () => {
  await openAs({ ...NOBODY, lastLoginedRole: 'learner' }, ['/apply-to-become-an-educator', '/join-as-organization']);
  await item('Member').click();
  for (const [name, href] of [
    ['Apply as a Member', '/learner/invite-code?next=1'],
    ['Apply as a Creator', '/apply-to-become-an-educator'],
    ['Apply as an Organization', '/join-as-organization?apply-role=true'],
  ] as const)
    await expect.element(apply(name)).toHaveAttribute('href', href);
});

test('an application that the app has no page for waits and says so; the one of a Member is open', async () => {
  await openAs({ ...NOBODY, lastLoginedRole: 'learner' });
  await item('Member').click();
  await expect.element(apply('Apply as a Member')).toBeVisible();
  for (const name of ['Apply as a Creator', 'Apply as an Organization']) {
    await expect.element(item(name)).toHaveAttribute('aria-disabled', 'true');
    await expect.element(item(name)).toHaveAccessibleDescription('Applications open soon.');
  }
});

test('NAV-114 ACC-131 the first time in each role opens its welcome page and is recorded by its record; later the dashboard opens', async () => {
  const [learnerId, educatorId, organization] = [newId(), newId(), newId()];
  const facts: Partial<Me> = {
    isOrganization: true,
    learnerId,
    educatorId,
    organizations: [{ id: organization, name: 'North Shore Club', role: 'Owner' }],
    firstTimeLogin: { learner: true, educator: true, organization: true },
  };
  network.goOffline();
  for (const [from, to, name, record] of [
    ['educator', 'learner', 'Member', { call: 'users.setLearner', input: { id: learnerId, firstTimeLogin: false } }],
    ['learner', 'educator', 'Creator', { call: 'users.setEducator', input: { educatorId, firstTimeLogin: false } }],
    [
      'learner',
      'organization',
      'Organization',
      { call: 'users.setOrganization', input: { id: organization, firstTimeLogin: false } },
    ],
  ] as const) {
    const path = await openAs({ ...facts, lastLoginedRole: from });
    await item(from === 'learner' ? 'Member' : 'Creator').click();
    await page.getByRole('list', { name: 'My Roles' }).getByRole('button', { name, exact: true }).click();
    await expect.poll(path, { message: name }).toBe('/welcome-page');
    const [queuedSwitch, queuedEntry] = await account.db.outbox.orderBy('order').toArray();
    expect(queuedSwitch).toMatchObject({ call: 'users.setLastRole', input: { lastLoginedRole: to } });
    expect(queuedEntry).toMatchObject(record);
    expect((await account.db.me.toArray())[0]?.firstTimeLogin[to]).toBe(false);
    clearPage();
    await account.db.outbox.clear();
    await account.db.base.clear();
  }
  const path = await openAs({ ...facts, lastLoginedRole: 'learner', firstTimeLogin: person().firstTimeLogin });
  await item('Member').click();
  await page.getByRole('list', { name: 'My Roles' }).getByRole('button', { name: 'Organization', exact: true }).click();
  await expect.poll(path).toBe('/dashboard');
  expect((await account.db.outbox.toArray()).map(({ call }) => call)).toEqual(['users.setLastRole']);
  network.goOnline();
});

test('NAV-111 the Creator row is hidden from people for whom the role is not available', async () => {
  await openAs({ lastLoginedRole: 'learner', isEducator: false, isEducatorRoleAvailable: false });
  await item('Member').click();
  await expect.poll(roles).toEqual(['Member', 'OrganizationApply as an Organization']);
});

test('NAV-106 a Member finds Subscriptions and Invite a friend; a Creator and an Organization find Invite Your Community', async () => {
  await openAs({ lastLoginedRole: 'learner' });
  await expect.element(apply('Subscriptions')).toHaveAttribute('href', '/learner-subscriptions');
  await expect.element(apply('Invite a friend')).toHaveAttribute('href', '/invite-friend');
  expect(apply('Invite Your Community').elements()).toEqual([]);
  clearPage();
  await openAs({ lastLoginedRole: 'educator' });
  await expect.element(apply('Invite Your Community')).toHaveAttribute('href', '/invite-your-community');
  expect(apply('Invite a friend').elements()).toEqual([]);
  clearPage();
  await openAs({ lastLoginedRole: 'organization', isOrganization: true });
  await expect.element(apply('Invite Your Community')).toHaveAttribute('href', '/invite-your-community');
});

test('NAV-101 NAV-104 a Creator and an Organization find the Sideline Wallet, a Member does not', async () => {
  for (const lastLoginedRole of ['educator', 'organization'] as const) {
    await openAs({ lastLoginedRole, isOrganization: true });
    await expect.element(apply('Sideline Wallet')).toHaveAttribute('href', '/educator-wallet');
    clearPage();
  }
  await openAs({ lastLoginedRole: 'educator' });
  for (const name of ['Invite Your Community', 'Subscriptions (Coming Soon)', 'Sideline University'])
    await expect.element(page.getByText(name)).toBeVisible();
  clearPage();
  await openAs({ lastLoginedRole: 'learner' });
  await expect.element(apply('Subscriptions')).toBeVisible();
  expect(apply('Sideline Wallet').elements()).toEqual([]);
});

test('NAV-107 an Organization finds Admin Management, and nobody else does', async () => {
  await openAs({ lastLoginedRole: 'organization', isOrganization: true });
  await expect.element(apply('Admin Management')).toHaveAttribute('href', '/admins-management');
  clearPage();
  for (const lastLoginedRole of ['learner', 'educator'] as const) {
    await openAs({ lastLoginedRole });
    await expect.element(apply('Notifications')).toBeVisible();
    await expect.element(apply('Admin Management')).not.toBeInTheDocument();
    clearPage();
  }
});

test('D-235 of several organizations each has a row in My Roles; the chosen one comes first from then on', async () => {
  const [north, south] = [newId(), newId()];
  const path = await openAs({
    lastLoginedRole: 'organization',
    isOrganization: true,
    organizations: [
      { id: north, name: 'North Club', role: 'Owner' },
      { id: south, name: 'South Club', role: 'Admin' },
    ],
  });
  network.goOffline();
  await item('Organization').click();
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await expect.element(row('North Club').getByLabelText('in use')).toBeVisible();
  expect(row('South Club').getByLabelText('in use').elements()).toEqual([]);
  await row('South Club').getByRole('button', { name: 'Organization' }).click();
  await expect.poll(path).toBe('/dashboard');
  const [entry] = await account.db.outbox.toArray();
  expect(entry).toMatchObject({ input: { lastLoginedRole: 'organization', actFor: south } });
  const [me] = await account.db.me.toArray();
  expect(me!.organizations.map(({ name }) => name)).toEqual(['South Club', 'North Club']);
  network.goOnline();
});

test('NAV-098 only a Creator has the badge', async () => {
  for (const [lastLoginedRole, badges] of [
    ['learner', 0],
    ['educator', 1],
    ['organization', 0],
  ] as const) {
    await openAs({ lastLoginedRole, isOrganization: true });
    await expect
      .element(item({ learner: 'Member', educator: 'Creator', organization: 'Organization' }[lastLoginedRole]))
      .toBeVisible();
    await expect
      .poll(() => document.querySelectorAll('.avatar__creator').length, { message: lastLoginedRole })
      .toBe(badges);
    clearPage();
  }
});

test('NAV-097 NAV-100 an Organization sees its name and logo, and the name of the person who acts for it', async () => {
  const id = newId();
  const scope = organizationScope(id);
  await openAs({
    lastLoginedRole: 'organization',
    isOrganization: true,
    organizations: [{ id, name: 'North Shore Club', role: 'Owner' }],
  });
  await expect
    .element(page.getByRole('link', { name: 'North Shore Club', exact: true }))
    .toHaveAttribute('href', '/profile');
  await expect.element(page.getByText('Ana Silva', { exact: true })).toBeVisible();
  const picture = page.getByRole('link', { name: 'Profile', exact: true });
  await expect.element(picture).toHaveTextContent('NC');
  await account.db.profiles.put(profileRow({ scope, logoImage: LOGO }));
  await expect.poll(() => picture.element().querySelector('img')?.getAttribute('src')).toBe(LOGO);
});

test('photo and name lead to the own profile', async () => {
  await openAs({});
  for (const name of ['Profile', 'Ana Silva'])
    await expect.element(page.getByRole('link', { name, exact: true })).toHaveAttribute('href', '/profile');
});

test('NAV-105 NAV-115 the role in use decides the items; a Creator’s Subscriptions are to come', async () => {
  await openAs({ lastLoginedRole: 'educator' });
  await expect.element(item('Subscriptions (Coming Soon)')).toHaveAttribute('aria-disabled', 'true');
  const university = page.getByRole('link', { name: 'Sideline University' });
  await expect.element(university).toHaveAttribute('href', '/university');
  clearPage();
  await openAs({ lastLoginedRole: 'learner' });
  await expect.element(item('Member')).toBeVisible();
  await expect.element(item('Subscriptions (Coming Soon)')).not.toBeInTheDocument();
});

test('NAV-124 Account Settings leads to the settings of the account', async () => {
  await openAs({});
  const settings = page.getByRole('link', { name: 'Account Settings', exact: true });
  await expect.element(settings).toHaveAttribute('href', '/account-setting');
});

test('no item moves when the address of the public site arrives after the menu has opened', async () => {
  let say = (): void => {};
  network.answer('/pages/text/public-site', async () => {
    await new Promise<void>((resolve) => (say = resolve));
    return { name: 'public-site', text: 'https://about.example' };
  });
  await openAs({ lastLoginedRole: 'learner' });
  await expect.element(apply('Invite a friend')).toBeVisible();
  const about = () => page.getByText('About', { exact: true }).element().closest('a, button');
  expect(about()).toHaveAttribute('aria-disabled', 'true');
  const placeOf = () => (item('Log Out').element() as HTMLElement).offsetTop;
  const before = placeOf();
  say();
  await expect.poll(about).toHaveAttribute('href', 'https://about.example');
  expect(placeOf()).toBe(before);
});

test('NAV-125 About leads to the public site of this server, in a window of its own', async () => {
  await openAs({});
  const about = page.getByRole('link', { name: 'About' });
  await expect.element(about).toHaveAttribute('href', 'https://about.example');
  await expect.element(about).toHaveAttribute('target', '_blank');
});
