import type { Page } from '@playwright/test';
import { expect, ONLINE, test } from '#tests/support/app.ts';
import { expectAccessible } from '#tests/support/axe.ts';
import type { List } from '#tests/support/library-page.ts';
import { apiOf, followLink, openSignedIn } from '#tests/support/people.ts';

// Every address, opened by a person of each role: the page it opens, or where it leads instead. The app decides it alike for a
// link and when it starts, so that most are followed as links, and the server is asked for each as for one that is typed: a
// document is loaded for a few only. A browser that has the app installed answers a typed address itself
// (devices.spec.ts): these tests are ONLINE.

// Each test opens two dozen pages.
test.describe.configure({ timeout: 300_000 });

const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name, exact: true, level: 1 });
/** The address is there, and its page has this heading. */
const shows = async (page: Page, address: string, title: string | RegExp): Promise<void> => {
  await expect(heading(page, title), address).toBeVisible();
  expect(decodeURI(new URL(page.url()).pathname)).toBe(decodeURI(new URL(address, page.url()).pathname));
};
/** The server answers a browser that asks for this address with the app. */
const isAnswered = async (page: Page, address: string): Promise<void> => {
  const answer = await page.request.get(address);
  expect(answer.status(), address).toBe(200);
  expect(answer.headers()['content-type'], address).toMatch(/^text\/html\b/);
};
/** Opens an address that has a page with this heading. */
const opens = async (page: Page, address: string, title: string | RegExp): Promise<void> => {
  await isAnswered(page, address);
  await followLink(page, address);
  await shows(page, address, title);
};
/** Types an address that has a page with this heading. */
const typedOpens = async (page: Page, address: string, title: string | RegExp): Promise<void> => {
  await page.goto(address);
  await shows(page, address, title);
};
/** Types an address that leads to another one. */
const typedLeadsTo = async (page: Page, address: string, path: string): Promise<void> => {
  await page.goto(address);
  await expect(page, address).toHaveURL((url) => url.pathname === path);
};
/** Opens addresses that lead to another one. */
const leadTo = async (page: Page, addresses: readonly string[], path: string): Promise<void> => {
  for (const address of addresses) {
    await isAnswered(page, address);
    await followLink(page, address);
    await expect(page, address).toHaveURL((url) => url.pathname === path);
  }
};
/** The kinds of notifications that can be chosen. */
const kinds = async (page: Page): Promise<string[]> => {
  await opens(page, '/notification-settings', 'Notification settings');
  const boxes = page.getByRole('combobox');
  await expect(boxes.first()).toBeVisible();
  return boxes.evaluateAll((all) => all.map((box) => (box as HTMLInputElement).labels?.[0]?.textContent ?? ''));
};

test(
  'NAV-001 NAV-012 NAV-013 NAV-014 NAV-015 NAV-016 NAV-017 NAV-120 NAV-121 NAV-122 SYS-001 SYS-002 signed out: the public pages; all others lead to welcome',
  ONLINE,
  async ({ page }) => {
    await typedOpens(page, '/welcome', 'Learn. Connect. Play.');
    const column = page.locator('.column').first();
    // The app's column takes the place of the document's own while it starts: polled, not measured once.
    const columnWidth = async () => (await column.boundingBox())?.width;
    await page.setViewportSize({ width: 1_280, height: 844 });
    await expect.poll(columnWidth).toBe(598);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(columnWidth).toBe(390);
    await opens(page, '/sign-up', "What's your name?");
    await opens(page, '/sign-in', 'Welcome back!');
    await opens(page, '/reset-password-email', "What's your email address?");
    await opens(page, '/reset-password-sms', "What's your phone number?");
    await leadTo(page, ['/reset-password-confirm', '/new-password'], '/sign-in');
    for (const address of ['/', '/nothing-here']) await typedLeadsTo(page, address, '/welcome');
    await leadTo(
      page,
      ['/', '/home', '/channels', '/choose-membership-type', '/learner/invite-code', '/nothing-here'],
      '/welcome',
    );

    await typedOpens(page, '/server-error', 'Oops! Something went wrong.');
    await expect(page.getByRole('link', { name: 'Email support' })).toHaveAttribute('href', /^mailto:.+@/);
    await expectAccessible(page, 'server error');
    const reloaded = page.waitForEvent('load');
    await page.getByRole('button', { name: 'Reload page' }).click();
    await reloaded;
  },
);

test(
  'ACC-055 EXP-005 NAV-003 NAV-006 NAV-007 NAV-009 NAV-020 NAV-021 NAV-022 NAV-023 NAV-027 NAV-031 NAV-032 NAV-033 NAV-034 NAV-035 NAV-036 NAV-037 NAV-038 NAV-039 NAV-042 NAV-043 NAV-051 NAV-062 NAV-065 NAV-066 NAV-067 NAV-068 NAV-069 NAV-083 NAV-084 NAV-088 NAV-089 NAV-090 NAV-091 NOT-017 NOT-020 PRO-020 SPO-001 SPO-005 a Member: the pages of the role, of the account and of profiles; those of Creators, of joining and unknown ones lead to Home',
  ONLINE,
  async ({ page, app }) => {
    await openSignedIn(page, 'mia');
    await opens(page, '/home', 'Home');
    await opens(page, '/community', 'Community');
    await expect(page.getByRole('tab')).toHaveText(['Recommended', 'Following']);
    await typedOpens(page, '/explore-search', 'Search');
    await expectAccessible(page, 'search');
    await opens(page, '/sport-page?sportId=soccer&sportName=Soccer', 'Soccer');
    await page.getByRole('link', { name: 'Search', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Search in Soccer' })).toBeVisible();
    await expect(page).toHaveURL(/\/sport-page-search\?.*sportId=soccer/);
    await opens(page, '/explore', 'Explore');
    await opens(page, '/explore-section/new', 'New');
    await opens(page, '/learner-subscriptions', 'Subscriptions');
    await opens(page, '/search-for-subscribe-to-sport', 'Add a sport');
    await opens(page, '/sport-subscribe-current-role?sport=golf', 'What best describes your current role(s) in Golf?');
    await opens(page, '/confirm-sport-subscription?sport=swimming', 'Upgrade Swimming');
    await opens(page, '/payment-methods', 'Payment methods');
    await opens(page, '/invoice-history', 'Invoice History');
    await opens(page, '/monthly-invoice/2026/1', 'January 2026');
    await opens(page, '/successful-subscription?type=beta&sportName=Rugby', 'Welcome to the Rugby Beta community.');
    await opens(page, '/successful-subscription-waitlist?sportName=Rowing', 'Thank you');
    await opens(page, '/notifications', 'Notifications');
    await opens(page, '/help-support', 'Help & Support');
    await opens(page, '/university', 'Sideline University');
    await opens(page, '/account-setting', 'Account Settings');
    for (const part of ['Name', 'Username', 'Email', 'Phone', 'Password', 'Communication method'])
      await opens(page, `/account-setting/${part.toLowerCase().replace(' ', '-')}`, part);
    await opens(page, '/legal', 'Legal');
    await typedOpens(page, '/legal/Privacy%20Policy', 'Privacy Policy');
    await opens(page, '/notification-settings', 'Notification settings');
    await opens(page, '/welcome-page', 'Welcome, Mia.');
    await opens(page, '/join-as-organization', 'Describe your Role');
    await opens(page, '/organization-final-screen', 'Thank you');

    const me = await (await apiOf(app.url, 'mia'))<{ firstName: string; lastName: string }>('/users/me');
    await opens(page, '/profile', `${me.firstName} ${me.lastName}`);
    const ana = await (
      await apiOf(app.url, 'ana')
    )<{ userId: string; firstName: string; lastName: string }>('/users/me');
    for (const path of ['profile', 'chat-profile'])
      await opens(page, `/${path}/${ana.userId}`, `${ana.firstName} ${ana.lastName}`);
    await opens(page, '/profile/edit/personal-info', 'Personal Info');
    await expectAccessible(page, 'personal info');
    await opens(page, '/profile/edit/about-me', 'About Me');
    await opens(page, '/profile/edit/place-of-birth', 'Place of Birth');
    await opens(page, '/profile/edit/language', 'Language(s)');
    await opens(page, '/profile/edit/physical-size', 'Height and Weight');
    await opens(page, '/profile/edit/my-sports', 'My Sports');
    await opens(page, '/profile/edit/contacts', 'Contacts');
    await opens(page, '/profile/edit/contacts?contact=new', 'Add a contact');
    for (const address of ['/', '/library', '/nothing-here/at-all']) await typedLeadsTo(page, address, '/home');
    await leadTo(
      page,
      [
        '/dashboard',
        '/dashboard/educator',
        '/dashboard/educator/select-target',
        '/dashboard/educator/widget-settings',
        '/channels',
        '/comments',
        '/channel-content-library/01930000-0000-7000-8000-000000000001',
        '/publish-content/01930000-0000-7000-8000-000000000001',
        '/create-channel',
        '/edit-channel-content/01930000-0000-7000-8000-000000000001',
        '/profile/edit/organization-info',
        '/profile/edit/organization-description',
        '/profile/edit/my-channels',
        '/sign-in',
        '/sign-up',
        '/reset-password-email',
        '/reset-password-sms',
        '/choose-membership-type',
        '/sport-page',
        '/sport-subscribe-current-role',
        '/successful-subscription',
        '/admin/reports',
        '/admin/people',
        '/admin/sports',
        '/admin/codes',
        '/admin/featured',
        '/admin/money',
        '/admin-discussions/01930000-0000-7000-8000-000000000001?access=x',
      ],
      '/home',
    );
    expect(await kinds(page)).toEqual(['New content', 'New posts', 'New comments', 'Mentions', 'Reactions']);
  },
);

test(
  'EXP-015 LIB-071 NAV-005 NAV-008 NAV-010 NAV-028 NAV-029 NAV-030 NAV-056 NAV-057 NAV-058 NAV-059 NAV-060 NAV-061 NAV-070 NAV-071 NAV-072 NAV-073 NAV-074 NAV-075 NAV-076 NAV-078 NAV-092 NAV-093 NOT-018 PUB-001 PUB-006 PUB-022 SYS-004 SYS-020 a Creator: channels, Library, dashboard, wallet and storage plans; the pages of Members lead to the channels',
  ONLINE,
  async ({ page, app }) => {
    const read = await apiOf(app.url, 'ana');
    const own = (await read<List<{ id: string; name: string }>>('/channels/my')).results;
    const [content] = (await read<List<{ id: string }>>('/library/contents?filter=in_library')).results;
    await openSignedIn(page, 'ana');
    await expect(page).toHaveURL(/\/channels$/);
    await expect(page.getByRole('list', { name: 'Your channels' }).getByRole('heading')).toHaveText(
      own.map(({ name }) => name),
    );
    await typedOpens(page, `/channels/${own[0]!.id}`, own[0]!.name);
    await opens(page, `/channel-content-library/${own[0]!.id}`, 'Add Content to Channel');
    await opens(page, '/library', 'Library');
    await opens(page, '/library/01930000-0000-7000-8000-000000000001', 'Folders');
    await expect(page.getByText('This folder was not found.')).toBeVisible();
    await opens(page, '/comments', 'Comments');
    await opens(page, '/dashboard/educator', 'Dashboard');
    await opens(page, '/dashboard/educator/select-target', 'Select target');
    await opens(page, '/dashboard/educator/widget-settings', 'Widget settings');
    await opens(page, '/educator-wallet', 'Sideline Wallet');
    await opens(page, '/educator-wallet/amounts', 'Amounts');
    await opens(page, '/storage-plan-access-fees', 'Storage Plans & Access Fees');
    await opens(page, '/confirm-plan-payment?planIndex=2', 'Silver storage plan');
    await opens(page, '/select-plan-for-downgrading', 'Select plan for downgrading');
    for (const action of ['cancel', 'downgrade', 'upgrade'])
      await opens(page, `/${action}-plan-refund`, 'Refund summary');
    await opens(page, '/thank-you', 'Thank you');
    await opens(page, '/profile/edit/my-channels', 'My Channels');
    await opens(page, '/create-channel', 'Choose a community');
    await isAnswered(page, `/publish-content/${content!.id}`);
    expect(await followLink(page, `/publish-content/${content!.id}`)).toBe(`/publish-content/${content!.id}`);
    await expect(page.getByRole('heading', { name: 'Choose a channel' })).toBeVisible();
    await expect(page.getByRole('radio')).toHaveCount(own.length);
    for (const { name } of own) await expect(page.getByRole('radio', { name: new RegExp(name) })).toBeVisible();
    const [item] = (await read<List<{ id: string; title: string }>>(`/channels/${own[0]!.id}/contents`)).results;
    await opens(page, `/edit-channel-content/${item!.id}`, 'Edit Description');
    await expect(page.getByLabel('Title')).toHaveValue(item!.title);
    for (const address of ['/', '/home']) await typedLeadsTo(page, address, '/channels');
    await leadTo(page, ['/dashboard', '/community', '/choose-membership-type', '/nothing-here'], '/channels');
    expect(await kinds(page)).toEqual(['New comments', 'Mentions', 'Reactions', 'New members']);
  },
);

test(
  'ACC-140 INV-011 NAV-008 NAV-024 NAV-025 NAV-026 NAV-044 NAV-098 NAV-099 NOT-020 SYS-005 SYS-006 an Organization lands on its channels; it has no Creator’s badge',
  ONLINE,
  async ({ page, app }) => {
    const read = await apiOf(app.url, 'nora');
    const me = await read<{ lastLoginedRole: string; isAdmin: boolean; organizations: { name: string }[] }>(
      '/users/me',
    );
    expect([me.lastLoginedRole, me.isAdmin, me.organizations[0]!.name]).toEqual([
      'organization',
      true,
      'North Shore Club',
    ]);
    await openSignedIn(page, 'nora');
    await expect(page).toHaveURL(/\/channels$/);
    await opens(page, '/profile', 'North Shore Club');
    await followLink(page, '/channels');
    const channel = await page.locator('main a[href^="/channels/"]').first().getAttribute('href');
    expect(await kinds(page)).toEqual(['New comments', 'Mentions', 'Reactions', 'New members']);
    await opens(page, '/profile/edit/organization-info', 'Organization Info');
    await opens(page, '/profile/edit/organization-description', 'Description');
    await opens(page, '/admins-management', 'Admin Management');
    await opens(page, '/invite-admin', 'Invite admin');
    await opens(page, '/add-admin-users', 'Add admin users');
    await opens(page, '/invite-friend?variant=admin', 'Invite administrators');
    await opens(page, '/organization-invitations', 'Invitations to organizations');
    await leadTo(page, ['/profile/edit/personal-info', '/join-as-organization'], '/channels');
    await opens(page, `/create-subchannel?parentChannelId=${channel!.split('/').at(-1)}`, 'Channel Description');
    await followLink(page, '/channels');
    await page.getByRole('button', { name: 'Menu' }).click();
    const drawer = page.getByRole('dialog', { name: 'Menu' });
    await expect(drawer.getByRole('button', { name: 'Organization', exact: true })).toBeVisible();
    await expect(drawer.locator('.avatar__creator')).toHaveCount(0);
  },
);
