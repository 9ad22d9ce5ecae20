import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router';
import { newId } from '#contract/ids.ts';
import type { Channel, LibraryContent, Publication } from '#contract/rows.ts';
import { enterAccount, leaveAccount, type Account } from '#app/data/account.ts';
import {
  clearPage,
  freshAccount,
  notePull,
  person,
  SCOPE,
  show,
  standInNetwork,
  USER_ID,
} from '#app/data/signed-in.fixtures.tsx';
import { startBack } from '#app/navigation/back.ts';
import { followLinks } from '#app/navigation/links.ts';
import { answerAll } from '#features/dashboard/dashboard.fixtures.ts';
import { answeredPage, profileRow } from '#features/profiles/profile.fixtures.ts';
import { routeTree } from './routeTree.gen.ts';

// Named routes of the app, opened by their address over all its routes: each shows its own page, and none leads elsewhere.

const network = standInNetwork();
let account: Account;
beforeEach(async () => {
  network.answer('/users/me', () => person());
  await enterAccount(USER_ID, 'a-token');
  account = await freshAccount();
  await notePull(account);
});
afterEach(clearPage);
afterAll(() => network.restore());

/** Opens an address of the app, as when it is typed. */
const open = (address: string) => {
  clearPage();
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree, history });
  startBack(router as never);
  show(<RouterProvider router={router as never} />);
  return { router, path: () => history.location.pathname };
};
/** Opens an address, which must show the page with this heading and lead nowhere else. */
const opens = async (address: string, heading: string): Promise<void> => {
  const { path } = open(address);
  await expect.element(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
  expect(path()).toBe(address.split('?')[0]);
};

test('NAV-016 the address of a reset by email asks a signed-out person for the email address', async () => {
  leaveAccount();
  await opens('/reset-password-email', "What's your email address?");
  await expect.element(page.getByLabelText('Email address', { exact: true })).toBeVisible();
});

test('NAV-028 the address of the dashboard shows a Creator the figures of all channels', async () => {
  await account.db.me.put(person());
  answerAll(network);
  await opens('/dashboard/educator', 'Dashboard');
  await expect.element(page.getByRole('heading', { level: 2, name: 'Statistics', exact: true })).toBeVisible();
});

test('NAV-034 the address of a section of Explore shows this section; an unknown one leads to Explore', async () => {
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  for (const section of ['featured', 'highest_rated', 'new'])
    network.answer(`/explore-page/${section}/all`, () => ({ count: 0, results: [] }));
  await opens('/explore-section/featured', 'Featured');
  await opens('/explore-section/highest_rated', 'Highest rated');
  await opens('/explore-section/new', 'New');
  await expect.poll(open('/explore-section/oldest').path).toBe('/explore');
});

test('NAV-051 the address of the Welcome page greets the person in the role that they act in', async () => {
  for (const lastLoginedRole of ['learner', 'educator'] as const) {
    await account.db.me.put(person({ lastLoginedRole }));
    await opens('/welcome-page', 'Welcome, Ana.');
    await expect.element(page.getByRole('button', { name: 'Start', exact: true })).toBeVisible();
  }
});

test('NAV-061 the address of a published content shows the form with what is published', async () => {
  const [publishedId, contentId, channelId] = [newId(), newId(), newId()];
  const { db } = account;
  await db.me.put(person());
  await db.channels.put({ id: channelId, scope: SCOPE, name: 'Juniors', sportId: 'soccer' } as Channel);
  await db.contents.put({ id: contentId, contentId, scope: SCOPE, title: 'run', type: 'video' } as LibraryContent);
  await db.publications.put({
    id: publishedId,
    scope: SCOPE,
    contentId,
    channelId,
    type: 'video',
    title: 'Overlap run',
    description: 'Two against one',
    customTags: [],
    tagsProfileItemsList: [],
    pricingCategory: 'free',
    isLive: true,
    isDeleted: false,
  } as unknown as Publication);
  await opens(`/edit-channel-content/${publishedId}`, 'Edit Description');
  await expect.element(page.getByLabelText('Title')).toHaveValue('Overlap run');
});

test('NAV-088 the addresses of Account Settings and of its edit pages show these pages', async () => {
  await account.db.me.put(person());
  network.answer('/account-settings', () => ({
    username: 'ana',
    email: 'ana@example.org',
    phoneNumber: '+38591000111',
    communicationMethod: 'email',
    firstName: 'Ana',
    lastName: 'Silva',
  }));
  await opens('/account-setting', 'Account Settings');
  for (const [part, heading] of [
    ['name', 'Name'],
    ['username', 'Username'],
    ['email', 'Email'],
    ['phone', 'Phone'],
    ['password', 'Password'],
    ['communication-method', 'Communication method'],
  ] as const)
    await opens(`/account-setting/${part}`, heading);
});

test('NAV-095 the address of the discussions of a channel asks for its comments with the token of the link', async () => {
  const channel = { id: newId(), name: 'Junior drills' };
  const asked: string[] = [];
  await account.db.me.put(person());
  network.answer(`/admin-discussions/${channel.id}`, (query) => {
    asked.push(query.get('access') ?? '');
    return { channel, count: 0, results: [] };
  });
  await opens(`/admin-discussions/${channel.id}?access=token-of-link`, 'Comments on Junior drills');
  expect(asked).toContain('token-of-link');
});

test('PRO-065 the address of a profile shows that of its person, and the own one only for the own ids', async () => {
  await account.db.me.put(person());
  await account.db.profiles.put(profileRow());
  const shown = answeredPage();
  network.answer(`/profiles/${shown.userId}`, () => shown);
  await opens(`/profile/${shown.userId}`, 'Mia Weber');
  expect(page.getByRole('link', { name: /^Edit / }).elements()).toEqual([]);
  await opens(`/profile/${USER_ID}`, 'Ana Silva');
});

test('ACC-051 ‘Apply to join as an Organization’ goes from the memberships to the page of an organization’s application', async () => {
  await account.db.me.put(person({ isRegistrationComplete: false, isEducator: false }));
  network.answer('/feature-flags/JoinAsOrganization', () => ({
    name: 'JoinAsOrganization',
    isVisible: true,
    isEnabled: true,
  }));
  const { router, path } = open('/choose-membership-type');
  followLinks(router as never);
  await page.getByRole('link', { name: 'Apply to join as an Organization', exact: true }).click();
  await expect.element(page.getByRole('heading', { level: 1, name: 'Describe your Role', exact: true })).toBeVisible();
  expect(path()).toBe('/join-as-organization');
});
