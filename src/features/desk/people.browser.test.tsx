import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { PersonOfDesk } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { Refusal, clearPage, freshAccount, person, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { LogInAsAdminPage } from './log-in-as-admin-page.tsx';
import { PeoplePage } from './people-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const sheet = () => page.getByRole('dialog');
const said = (words: string) => page.getByText(words, { exact: true });
const given = { access: 'a', refresh: 'b', userId: newId(), profileId: newId() };

const found = (facts: Partial<PersonOfDesk>): PersonOfDesk => ({
  userId: newId(),
  name: 'Leo Marin',
  username: 'leo',
  email: 'leo@example.org',
  roles: ['learner'],
  organizations: [],
  joinedAt: new Date().toISOString(),
  sessions: 2,
  lastSeenAt: new Date().toISOString(),
  state: 'active',
  suspension: null,
  isSuperadmin: false,
  ...facts,
});
const PEOPLE = [
  found({}),
  found({ name: 'Eva Klub', username: 'eva', roles: ['learner', 'educator'], organizations: ['FC Eva'], sessions: 0 }),
  found({ name: 'Otto Desk', username: 'otto', isSuperadmin: true }),
  found({
    name: 'Sue Spam',
    username: 'sue',
    state: 'suspended',
    sessions: 0,
    lastSeenAt: null,
    suspension: { reason: 'Advertising in comments.', by: 'Otto Desk', at: new Date().toISOString() },
  }),
];

let account: Awaited<ReturnType<typeof freshAccount>>;
let sent: unknown[];
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  sent = [];
  network.answer('/admin/people', (query) => {
    const words = query.get('search') ?? '';
    const results = PEOPLE.filter(({ name }) => name.toLowerCase().includes(words)).filter(
      ({ state }) => query.get('state') !== 'suspended' || state === 'suspended',
    );
    return { count: results.length, results };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('decision 0131: the page opens with a search that a link names', async () => {
  showRouted(<PeoplePage search="leo" />, '/admin/people?search=leo');
  await expect.element(page.getByRole('searchbox', { name: 'Name, username or email' })).toHaveValue('leo');
  await expect.element(said('1 person')).toBeVisible();
});

test('D-297 an operator finds people, and signs one out everywhere with a reason that they read', async () => {
  const leo = PEOPLE[0]!;
  network.answer(`/admin/people/${leo.userId}/sign-out`, (_query, body) => {
    sent.push(body);
    return { ...leo, sessions: 0 };
  });
  showRouted(<PeoplePage />, '/admin/people');
  await expect.element(page.getByRole('heading', { name: 'Leo Marin' })).toBeVisible();
  await expect.element(said('4 people')).toBeVisible();
  await expect.element(said('Member · Creator · FC Eva')).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: 'People' }).getByText('Suspended', { exact: true }))
    .toBeVisible();
  await expect.element(said('Operator')).toBeVisible();
  // Nobody logs in as an operator, and nobody is signed in to a suspended account.
  expect(button('Log in as admin').elements()).toHaveLength(2);
  expect(button('Sign out everywhere').elements()).toHaveLength(3);
  expect(button('Suspend').elements()).toHaveLength(2);
  expect(button('Restore').elements()).toHaveLength(1);
  await expectAccessible('the people');

  await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('leo');
  await expect.element(said('1 person')).toBeVisible();
  await button('Sign out everywhere').click();
  await page.getByLabelText('Reason', { exact: true }).fill('The phone was stolen.');
  await expect
    .element(sheet().getByText(/We signed you out on every device\. The reason: The phone was stolen\./))
    .toBeVisible();
  await sheet().getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect.element(said('Signed out everywhere. The person is told why.')).toBeVisible();
  expect(sent).toEqual([{ reason: 'The phone was stolen.' }]);

  await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('nobody');
  await expect.element(said('Nobody has these words in their name, username or email.')).toBeVisible();
});

test('decision 0095 after an act the next one about the same person begins without a reason, and what is typed then is kept', async () => {
  const leo = PEOPLE[0]!;
  network.answer(`/admin/people/${leo.userId}/sign-out`, (_query, body) => {
    sent.push(body);
    return { ...leo, sessions: 0 };
  });
  const reasonField = () => page.getByLabelText('Reason', { exact: true });
  const ask = () => button('Sign out everywhere').first().click();
  showRouted(<PeoplePage />, '/admin/people');
  await ask();
  await reasonField().fill('The phone was stolen.');
  // Closed without the act: nothing typed is lost.
  await sheet().getByRole('button', { name: 'Close', exact: true }).click();
  await expect.element(sheet()).not.toBeInTheDocument();
  await ask();
  await expect.element(reasonField()).toHaveValue('The phone was stolen.');
  await sheet().getByRole('button', { name: 'Sign out everywhere', exact: true }).click();
  await expect.element(sheet()).not.toBeInTheDocument();
  expect(sent).toHaveLength(1);
  await ask();
  await expect.element(reasonField()).toHaveValue('');
  await reasonField().fill('The tablet too.');
  clearPage();
  showRouted(<PeoplePage />, '/admin/people');
  await ask();
  await expect.element(reasonField()).toHaveValue('The tablet too.');
});

test('decision 0114 before an operator logs in as a person, the page says what that means; a refusal keeps the reason', async () => {
  network.answer('/auth/impersonate', () => {
    throw new Refusal(409, 'desk.no_login', 'Nobody can log in to this account.');
  });
  showRouted(<PeoplePage />, '/admin/people');
  await button('Log in as admin').first().click();
  await expect.element(sheet().getByText(/You are signed out of your own account on this device/)).toBeVisible();
  await page.getByLabelText('Reason', { exact: true }).fill('He asked for help.');
  await expectAccessible('the question');
  await sheet().getByRole('button', { name: 'Log in as admin', exact: true }).click();
  await expect.element(said('Nobody can log in to this account.')).toBeVisible();
  await expect.element(page.getByLabelText('Reason', { exact: true })).toHaveValue('He asked for help.');
});

test('decision 0114 a search that is answered after the tap leaves the question open', async () => {
  showRouted(<PeoplePage />, '/admin/people');
  await expect.element(said('4 people')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('leo');
  // Before the search is asked: it waits for the end of the typing.
  await button('Log in as admin').first().click();
  await page.getByLabelText('Reason', { exact: true }).fill('He asked for help.');
  await expect.poll(() => document.querySelectorAll('.desk__cards > li').length).toBe(1);
  await expect.element(sheet()).toBeVisible();
  await expect.element(page.getByLabelText('Reason', { exact: true })).toHaveValue('He asked for help.');
});

test('decision 0120 an operator suspends a person with a reason, after reading what that means and what the person is told', async () => {
  const leo = PEOPLE[0]!;
  network.answer(`/admin/people/${leo.userId}/suspended`, (_query, body) => {
    sent.push(body);
    return { ...leo, state: 'suspended', sessions: 0 };
  });
  showRouted(<PeoplePage />, '/admin/people');
  await button('Suspend').first().click();
  await expect.element(sheet().getByRole('heading', { name: 'Suspend Leo Marin?' })).toBeVisible();
  await expect.element(sheet().getByText(/Leo Marin is signed out on every device and cannot sign in\./)).toBeVisible();
  await page.getByLabelText('Reason', { exact: true }).fill('Insults in many comments.');
  await expect
    .element(sheet().getByText(/The reason: Insults in many comments\. If you think that this is wrong/))
    .toBeVisible();
  await expectAccessible('the suspension');
  await sheet().getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.element(said('Suspended. The person is told why.')).toBeVisible();
  expect(sent).toEqual([{ suspended: true, reason: 'Insults in many comments.' }]);
});

test('decision 0120 the list can show only who is suspended, with the reason and the operator, and Restore takes it back', async () => {
  const sue = PEOPLE[3]!;
  network.answer(`/admin/people/${sue.userId}/suspended`, (_query, body) => {
    sent.push(body);
    return { ...sue, state: 'active', suspension: null };
  });
  showRouted(<PeoplePage />, '/admin/people');
  await button('Suspended').click();
  await expect.element(said('1 person')).toBeVisible();
  await expect.element(said('Advertising in comments.')).toBeVisible();
  await expect.element(page.getByText(/^Suspended .* by Otto Desk$/)).toBeVisible();
  await expectAccessible('the suspended people');
  await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('leo');
  await expect.element(said('No suspended person has these words in their name, username or email.')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Name, username or email' }).fill('');
  await button('Restore').click();
  await page.getByLabelText('Reason', { exact: true }).fill('It was a mistake.');
  await sheet().getByRole('button', { name: 'Restore', exact: true }).click();
  await expect.element(said('Restored. The person is told why.')).toBeVisible();
  expect(sent).toEqual([{ suspended: false, reason: 'It was a mistake.' }]);
});

test('decision 0120 when another operator was faster, the refusal says so, and the list behind it is up to date', async () => {
  const leo = PEOPLE[0]!;
  let asked = 0;
  network.answer('/admin/people', () => {
    asked += 1;
    return { count: 1, results: [asked < 3 ? leo : { ...leo, state: 'suspended' }] };
  });
  network.answer(`/admin/people/${leo.userId}/suspended`, () => {
    asked = 3;
    throw new Refusal(409, 'desk.done_meanwhile', 'Another operator did this meanwhile.');
  });
  showRouted(<PeoplePage />, '/admin/people');
  await button('Suspend').click();
  await page.getByLabelText('Reason', { exact: true }).fill('Insults in many comments.');
  await sheet().getByRole('button', { name: 'Suspend', exact: true }).click();
  await expect.element(said('Another operator did this meanwhile.')).toBeVisible();
  await expect.poll(() => document.querySelector('.desk__cards')?.textContent).toContain('Restore');
});

test('D-297 everybody else is led home and never sees what the page is', async () => {
  network.answer('/admin/people', () => {
    throw new Refusal(404, 'access.not_found', 'This was not found.');
  });
  const at = showRouted(<PeoplePage />, '/admin/people');
  await expect.poll(at).toBe('/dashboard');
  expect(page.getByRole('searchbox').elements()).toEqual([]);
});

test('decision 0114 log in as admin deletes no unsent work: the tokens stay unused', async () => {
  network.answer('/auth/impersonate/exchange', (_query, body) => {
    sent.push(body);
    throw new Refusal(410, 'desk.login_over', 'This link has expired or was used already.');
  });
  await account.db.recordings.put({ id: newId() } as never);
  showRouted(<LogInAsAdminPage given={given} />, '/log-in-as-admin');
  await expect.element(page.getByText(/This device has work of yours that was not sent/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'See what is not sent' })).toHaveAttribute('href', '/outbox');
  await expectAccessible('the unsent work');
  expect(sent).toEqual([]);
  clearPage();

  await account.db.recordings.clear();
  showRouted(<LogInAsAdminPage given={given} />, '/log-in-as-admin');
  await expect.element(page.getByRole('heading', { name: 'Oops something went wrong', level: 1 })).toBeVisible();
  expect(sent).toEqual([given]);
  clearPage();

  // A link without all of its parts.
  showRouted(<LogInAsAdminPage given={undefined} />, '/log-in-as-admin');
  await expect.element(page.getByRole('heading', { name: 'Oops something went wrong', level: 1 })).toBeVisible();
  expect(sent).toEqual([given]);
});
