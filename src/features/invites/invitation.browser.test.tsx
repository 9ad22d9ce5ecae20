import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { InvitationLink } from '#contract/invites.ts';
import { clearPage, freshAccount, person, Refusal, standInNetwork } from '#app/data/signed-in.fixtures.tsx';
import { forgetInvitedCode, readInvitedCode } from '#app/device/invited-code.ts';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { NoInvitationsPage } from './no-invitations-page.tsx';

const network = standInNetwork();
const CODE = 'K7Q2MT9XB';
const heading = (name: string) => page.getByRole('heading', { name, exact: true, level: 1 });
const link = (changes: Partial<InvitationLink> = {}): InvitationLink => ({
  code: CODE,
  kind: 'invitation',
  recipientType: 'learner',
  senderName: 'Ana',
  state: 'open',
  ...changes,
});
const answers = (answer: InvitationLink | Refusal) =>
  network.answer(`/invitation-links/${CODE}`, () => {
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
const open = () => showRouted(<InvitationPage code={CODE} />, `/invitation/${CODE}`);

beforeEach(() => {
  forgetInvitedCode();
  network.goOnline();
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

test('the link of an invitation names its sender, shows the code to be typed elsewhere, and keeps it for joining here', async () => {
  answers(link());
  open();
  await expect.element(heading('Ana invites you to Sideline.')).toBeVisible();
  await expect.element(page.getByText('K7Q 2MT 9XB', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Do you use the installed app or another browser\?/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Join Sideline' })).toHaveAttribute('href', '/sign-up');
  await expect.poll(() => readInvitedCode('invitation')).toBe(CODE);
  expect(readInvitedCode('affiliate')).toBeUndefined();
  await expectAccessible('an invitation');
});

test('without a network the code is shown and kept; a code without a plain name of a sender names nobody', async () => {
  answers(link({ senderName: '', kind: 'affiliate' }));
  network.goOffline();
  open();
  await expect.element(page.getByText(/^You are offline\. Your code is kept/)).toBeVisible();
  await expect.element(page.getByText('K7Q 2MT 9XB', { exact: true })).toBeVisible();
  await expect.poll(() => readInvitedCode('invitation')).toBe(CODE);
  await expectAccessible('an invitation, offline');
  network.goOnline();
  await page.getByRole('button', { name: 'Retry', exact: true }).click();
  await expect.element(heading('You are invited to Sideline.')).toBeVisible();
  await expect.poll(() => readInvitedCode('affiliate')).toBe(CODE);
});

test.for<[InvitationLink['state'], string]>([
  ['used', 'This invitation was used already'],
  ['expired', 'This invitation has expired'],
  ['cancelled', 'This invitation was cancelled'],
  ['paused', 'This invitation is paused'],
])('an invitation that is %s says so, and one can join without it', async ([state, words]) => {
  answers(link({ state }));
  open();
  await expect.element(heading(words)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Join without a code' })).toHaveAttribute('href', '/sign-up');
  expect(readInvitedCode('invitation')).toBeUndefined();
  await expectAccessible(`an invitation that is ${state}`);
});

test('an unknown code says that the link does not work', async () => {
  answers(new Refusal(404, 'access.not_found', 'This was not found.'));
  open();
  await expect.element(heading('This link does not work')).toBeVisible();
});

test('who is in the middle of the registration goes on with the code; who has joined is told so', async () => {
  answers(link({ recipientType: 'educator' }));
  const account = await freshAccount();
  await account.db.me.put(person({ isRegistrationComplete: false }));
  open();
  await expect
    .element(page.getByRole('link', { name: 'Use this code' }))
    .toHaveAttribute('href', '/educator/invite-code?next=1');
  clearPage();
  await account.db.me.put(person());
  open();
  await expect.element(page.getByText(/^You are signed in and joined already\./)).toBeVisible();
  await expectAccessible('an invitation for a member');
});

test('D-218 the address of a mail refuses all further invitations by a button', async () => {
  const sent: unknown[] = [];
  network.answer('/invitation-refusals', (_query, body) => {
    sent.push(body);
    return undefined;
  });
  history.replaceState(history.state, '', '#a-token');
  showRouted(<NoInvitationsPage />, '/no-invitations');
  await expect.element(heading('No more invitations?')).toBeVisible();
  expect(location.hash).toBe('');
  await expect.poll(() => sent).toEqual([]);
  await expectAccessible('the question whether to refuse invitations');
  await page.getByRole('button', { name: 'Send me no invitations', exact: true }).click();
  await expect.element(heading('You get no more invitations')).toBeVisible();
  await expect.poll(() => sent).toEqual([{ token: 'a-token' }]);
});
