import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { newId } from '#contract/ids.ts';
import type { Invitation } from '#contract/invites.ts';
import {
  clearPage,
  dismissToasts,
  freshAccount,
  person,
  Refusal,
  standInNetwork,
} from '#app/data/signed-in.fixtures.tsx';
import { expectAccessible } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InviteByEmailPage } from './invite-by-email-page.tsx';
import { InviteByTextPage } from './invite-by-text-page.tsx';
import { InviteFriendPage } from './invite-friend-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });

const invitation = (changes: Partial<Invitation> = {}): Invitation => ({
  id: newId(),
  code: 'K7Q2MT9XB',
  status: 'pending',
  email: 'leo@mail.example',
  phoneNumber: null,
  recipientType: 'learner',
  sportId: null,
  createdAt: '2026-05-14T10:00:00.000Z',
  expiresAt: '2026-06-14T10:00:00.000Z',
  delivery: 'sent',
  undeliveredAt: null,
  remindersLeft: 3,
  nextReminderAt: null,
  ...changes,
});

let rows: Invitation[];
let copied: string[];
beforeEach(async () => {
  const account = await freshAccount();
  await account.db.me.put(person({ lastLoginedRole: 'learner' }));
  network.goOnline();
  network.requests.length = 0;
  rows = [];
  copied = [];
  network.answer('/invitation-codes', (query) => {
    const status = query.get('status');
    const listed = rows.filter((row) => (status ? row.status === status : row.status !== 'deleted'));
    const [limit, offset] = [Number(query.get('limit')), Number(query.get('offset'))];
    return { count: listed.length, results: listed.slice(offset, offset + limit) };
  });
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text));
});
afterEach(() => {
  vi.restoreAllMocks();
  clearPage();
  network.goOnline();
});

const open = (status?: 'pending' | 'joined' | 'expired' | 'deleted' | 'suspended') =>
  showRouted(<InviteFriendPage status={status} />, '/invite-friend', [
    '/invite-friend',
    '/invite-friend/email/create',
    '/invite-friend/text/create',
  ]);
const menu = async (item: string, code = 'K7Q2MT9XB'): Promise<void> => {
  await button(`More actions for ${code}`).click();
  await button(item).click();
};

test('INV-009 INV-024 INV-059 INV-060 NAV-080 the tabs list invitations with code, recipient and status; each says when it is empty', async () => {
  open();
  await expect.element(page.getByText('You have no invitations yet. Tap the plus to invite a friend.')).toBeVisible();
  await expectAccessible('no invitations');
  const tabs = page.getByRole('group', { name: 'Status' }).getByRole('button');
  expect(tabs.elements().map(({ textContent }) => textContent)).toEqual([
    'All',
    'Pending',
    'Joined',
    'Expired',
    'Deleted',
    'Suspended',
  ]);
  clearPage();
  for (const status of ['pending', 'joined', 'expired', 'deleted', 'suspended'] as const) {
    open(status);
    await expect.element(page.getByText(`You have no ${status} invitations.`)).toBeVisible();
    clearPage();
  }
  rows = [
    invitation(),
    invitation({ code: 'R4D8WN3LC', email: null, phoneNumber: '+447700900318', status: 'joined' }),
    invitation({ code: 'H2V6JP5ZA', email: 'gone@mail.example', delivery: 'refused' }),
  ];
  const at = open();
  const list = page.getByRole('list', { name: 'Invitations' });
  await expect.element(list.getByText('K7Q 2MT 9XB', { exact: true })).toBeVisible();
  await expect.element(list.getByText('leo@mail.example', { exact: true })).toBeVisible();
  await expect.element(list.getByText('+447700900318', { exact: true })).toBeVisible();
  await expect.element(list.getByText('Joined', { exact: true })).toBeVisible();
  await expect.element(list.getByText(/^This address does not take messages\./)).toBeVisible();
  await expectAccessible('invitations');
  await page.getByRole('group', { name: 'Status' }).getByRole('button', { name: 'Joined' }).click();
  await expect.poll(at).toBe('/invite-friend?status=joined');
});

test('INV-038 INV-061 a page has 25 invitations; the next ones are read when the end is reached', async () => {
  rows = Array.from({ length: 30 }, (_, n) => invitation({ code: `CODE${String(n).padStart(5, '2')}` }));
  open();
  await expect.element(page.getByText('leo@mail.example').first()).toBeVisible();
  expect(network.requests[0]).toBe('/invitation-codes?limit=25&offset=0');
  page.getByText('leo@mail.example').nth(24).element().scrollIntoView();
  await expect.poll(() => network.requests).toContain('/invitation-codes?limit=25&offset=25');
  await expect.poll(() => page.getByText('leo@mail.example').elements().length).toBe(30);
});

test('INV-010 NAV-081 NAV-082 the plus offers Text Message or Email', async () => {
  open();
  await button('Invite a friend').click();
  await expect
    .element(page.getByRole('link', { name: 'Text Message', exact: true }))
    .toHaveAttribute('href', '/invite-friend/text/create');
  await expect
    .element(page.getByRole('link', { name: 'Email', exact: true }))
    .toHaveAttribute('href', '/invite-friend/email/create');
  await expectAccessible('the ways to invite');
});

test('INV-057 INV-058 a code and an invite are copied; the QR code shows the code to be typed', async () => {
  rows = [invitation()];
  open();
  await menu('Copy code');
  await expect.element(page.getByText('Code K7Q2MT9XB was copied to clipboard.')).toBeVisible();
  await dismissToasts();
  await menu('Copy invite');
  await expect.element(page.getByText('Invite K7Q2MT9XB was copied to clipboard.')).toBeVisible();
  expect(copied).toEqual([
    'K7Q2MT9XB',
    `Join me on Sideline: ${location.origin}/invitation/K7Q2MT9XB Your code: K7Q2MT9XB`,
  ]);
  await menu('Show QR code');
  await expect.element(page.getByRole('img', { name: 'QR code of the invitation K7Q2MT9XB' })).toBeVisible();
  await expectAccessible('the QR code of an invitation');
});

test('INV-026 INV-027 INV-041 INV-043 INV-044 INV-051 an invitation is reminded of, cancelled after a question, and sent again once it has expired', async () => {
  const one = invitation();
  rows = [one];
  const sent: string[] = [];
  network.answer(`/invitation-codes/${one.id}/reminder/send`, () => {
    sent.push('reminder');
    throw new Refusal(500, 'server.failed', 'Something went wrong.');
  });
  network.answer(`/invitation-codes/${one.id}`, (_query, { status }) => {
    sent.push(String(status));
    rows = [{ ...one, status: 'expired' }];
    return { ...one, status: 'inactive' };
  });
  network.answer(`/invitation-codes/${one.id}/resend`, () => {
    sent.push('resend');
    return one;
  });
  open();
  await menu('Send a reminder');
  await expect.element(page.getByText('Sorry, something went wrong on the server :(')).toBeVisible();
  await dismissToasts();
  await menu('Cancel invitation');
  await expect.element(page.getByText(/^The code that leo@mail.example got does not work any more\./)).toBeVisible();
  await expectAccessible('the question before an invitation is cancelled');
  await button('Cancel invitation').click();
  await expect.element(page.getByText('Expired', { exact: true }).last()).toBeVisible();
  await expect.element(page.getByText('The invitation was cancelled.')).toBeVisible();
  await dismissToasts();
  await menu('Send again');
  await expect.element(page.getByText('The invitation is on its way again.')).toBeVisible();
  expect(sent.filter((each) => each !== 'reminder')).toEqual(['inactive', 'resend']);
});

test('INV-012 INV-033 INV-034 INV-035 INV-049 INV-055 INV-051 an invitation by email has one field; what is wrong is said under it', async () => {
  const answers: (Invitation | Refusal)[] = [
    new Refusal(500, 'server.failed', 'x'),
    new Refusal(409, 'invite.has_account', 'This person has an account already.'),
    invitation(),
  ];
  const sent: unknown[] = [];
  network.answer('/invites/friend/email', (_query, body) => {
    sent.push(body);
    const answer = answers.shift()!;
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
  const at = showRouted(<InviteByEmailPage />, '/invite-friend/email/create', [
    '/invite-friend',
    '/invite-friend/email/create',
  ]);
  const field = page.getByLabelText('Email of your friend', { exact: true });
  const send = () => button('Confirm an Invite').click();
  await send();
  await expect.element(field).toHaveAccessibleDescription(/This field is required/);
  await expectAccessible('an invitation by email without an address');
  await field.fill('leo');
  await send();
  await expect.element(field).toHaveAccessibleDescription(/Please enter a valid email address/);
  await expect.element(field).toHaveAttribute('maxlength', '320');
  await field.fill('leo@mail.example');
  await send();
  await expect.element(field).toHaveAccessibleDescription(/Sorry, something went wrong on the server :\(/);
  await send();
  await expect.element(field).toHaveAccessibleDescription(/This person has an account already\./);
  await send();
  await expect.element(page.getByText('Invitation Code was send by Email', { exact: true })).toBeVisible();
  await expect.poll(at).toBe('/invite-friend');
  await expect.poll(() => sent).toEqual(Array.from({ length: 3 }, () => ({ email: 'leo@mail.example' })));
});

test('INV-013 INV-036 INV-037 INV-050 INV-056 an invitation by text message has a country code and a number', async () => {
  const sent: unknown[] = [];
  network.answer('/invites/friend/text', (_query, body) => {
    sent.push(body);
    return invitation({ email: null, phoneNumber: '+447700900318' });
  });
  showRouted(<InviteByTextPage />, '/invite-friend/text/create', ['/invite-friend', '/invite-friend/text/create']);
  const number = page.getByLabelText('Number', { exact: true });
  await button('Confirm an Invite').click();
  await expect.element(number).toHaveAccessibleDescription(/Required/);
  await expectAccessible('an invitation by text message without a number');
  await number.fill('7700900318');
  await button('Confirm an Invite').click();
  await expect.element(number).toHaveAccessibleDescription(/Incorrect country code/);
  await expect.poll(() => sent).toEqual([]);
  await page.getByRole('button', { name: /^Country/ }).click();
  await page.getByRole('option', { name: /^United Kingdom/ }).click();
  await button('Confirm an Invite').click();
  await expect.element(page.getByText('Invitation Code was send by Text Message.', { exact: true })).toBeVisible();
  await expect.poll(() => sent).toEqual([{ phoneNumber: '+447700900318' }]);
});

test('D-361 without a network the list stays readable with its age, and nothing can be changed or sent', async () => {
  rows = [invitation()];
  open();
  await expect.element(page.getByText('K7Q 2MT 9XB', { exact: true })).toBeVisible();
  clearPage();
  network.goOffline();
  open();
  await expect.element(page.getByText('K7Q 2MT 9XB', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Last updated/)).toBeVisible();
  await button('More actions for K7Q2MT9XB').click();
  await expect.element(page.getByRole('button', { name: /^Cancel invitation/ })).toBeDisabled();
  await expect.element(page.getByText('Connect to the internet to change an invitation.').first()).toBeVisible();
  await expect.element(button('Copy code')).toBeEnabled();
  clearPage();
  showRouted(<InviteByEmailPage />);
  await page.getByLabelText('Email of your friend', { exact: true }).fill('leo@mail.example');
  await expect.element(page.getByText('Connect to the internet to send an invitation.')).toBeVisible();
  await expect.element(button('Confirm an Invite')).toHaveAttribute('aria-disabled', 'true');
  network.goOnline();
  await expect.element(page.getByText('Connect to the internet to send an invitation.')).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Email of your friend', { exact: true })).toHaveValue('leo@mail.example');
  expect(network.requests.filter((path) => path.startsWith('/invites/'))).toEqual([]);
});

test('INV-026 an invitation whose mail came back says so, can be shared or cancelled, and is not sent there again', async () => {
  const undelivered = { delivery: 'refused', undeliveredAt: '2026-05-14T10:05:00.000Z' } as const;
  rows = [
    invitation({ ...undelivered }),
    invitation({ ...undelivered, code: 'H2V6JP5ZA', email: 'mia@mail.example', status: 'expired' }),
    invitation({ ...undelivered, code: 'P9C4WN8YD', email: 'zoe@mail.example', status: 'joined' }),
  ];
  open();
  await expect.element(page.getByText('leo@mail.example')).toBeVisible();
  expect(page.getByText(/^The mail came back: this address takes no mails/).elements()).toHaveLength(2);
  await expectAccessible('invitations that came back');
  await button('More actions for K7Q2MT9XB').click();
  await expect.element(page.getByRole('button', { name: /^Send a reminder/ })).toBeDisabled();
  await expect.element(page.getByText('This address takes no mails.', { exact: true })).toBeVisible();
  await expect.element(button('Share')).toBeEnabled();
  await expect.element(button('Cancel invitation')).toBeEnabled();
  await button('Close').click();
  await button('More actions for H2V6JP5ZA').click();
  await expect.element(page.getByRole('button', { name: /^Send again/ })).toBeDisabled();
});
