import { afterEach, beforeEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { InvitedRow } from '#contract/invites.ts';
import {
  clearPage,
  dismissToasts,
  freshAccount,
  person,
  standInNetwork,
  Refusal,
} from '#app/data/signed-in.fixtures.tsx';
import type { Account } from '#app/data/account.ts';
import { expectAccessible, expectAccessibleAtWidths } from '#app/frame/accessible.fixtures.ts';
import { showRouted } from '#app/frame/routed.fixtures.tsx';
import { InviteFriendPage } from './invite-friend-page.tsx';
import { InviteManyPage } from './invite-many-page.tsx';

const network = standInNetwork();
const button = (name: string) => page.getByRole('button', { name, exact: true });
const field = () => page.getByLabelText('Addresses and numbers', { exact: true });
const rows = () =>
  page
    .getByRole('list', { name: 'What will happen' })
    .getByRole('listitem')
    .elements()
    .map((row) => row.querySelector('.list-row__words')?.textContent);

type Sent = { email?: string; phoneNumber?: string; recipientType: string };
let account: Account;
let sent: Sent[][];
/** What the server says of an address; by default that it was invited. */
let refusals: Record<string, [code: string, message: string]>;
beforeEach(async () => {
  account = await freshAccount();
  await account.db.me.put(person());
  network.goOnline();
  network.requests.length = 0;
  sent = [];
  refusals = {};
  network.answer('/invitation-codes', () => ({
    count: 1,
    results: [{ email: 'old@mail.example', phoneNumber: null, status: 'pending' }],
  }));
  network.answer('/invites/list', (_query, body) => {
    const people = body['people'] as Sent[];
    sent.push(people);
    return {
      results: people.map(({ email, phoneNumber }): InvitedRow => {
        const to = email ?? phoneNumber!;
        const [code = null, message = null] = refusals[to] ?? [];
        return { to, code, message };
      }),
    };
  });
});
afterEach(() => {
  clearPage();
  network.goOnline();
});

const open = () => showRouted(<InviteManyPage />, '/invite-friend/many/create', ['/invite-friend']);

test('a pasted list shows what will happen to each line, the role is chosen for all or one, and all are sent at once', async () => {
  const at = open();
  await expect.element(button('Send invitations')).toHaveAttribute('aria-disabled', 'true');
  await expect.element(page.getByText('Enter at least one address or number.')).toBeVisible();
  await field().fill(
    'leo@mail.example, "Okafor, Ada" <ada@mail.example>; +44 7700 900318\nnobody\nold@mail.example\nleo@mail.example',
  );
  await expect
    .poll(rows)
    .toEqual([
      'nobodyNo email address and no number with a country codeLine 2',
      'leo@mail.exampleWill be invitedLine 1',
      'ada@mail.exampleWill be invitedLine 1',
      '+447700900318Will be invitedLine 1',
      'old@mail.exampleInvited already: left outLine 3',
      'leo@mail.exampleIn the list twice: invited onceLine 4',
    ]);
  await expect
    .element(page.getByText('3 people will be invited. 2 people will be left out. 1 line has to be mended.'))
    .toBeVisible();
  await expectAccessibleAtWidths('a list of people to invite');
  await button('Edit line 2').click();
  await expect.element(field()).toHaveFocus();
  const area = field().element() as HTMLTextAreaElement;
  expect(area.value.slice(area.selectionStart, area.selectionEnd)).toBe('nobody');
  await field().fill(area.value.replace('nobody', 'mia@mail.example'));
  await button('Member: change the role of ada@mail.example').click();
  await expect.element(button('Creator: change the role of ada@mail.example')).toBeVisible();
  await button('Send invitations').click();
  await expect.element(page.getByText('4 invitations are on their way.', { exact: true })).toBeVisible();
  await expect.poll(at).toBe('/invite-friend');
  expect(sent).toEqual([
    [
      { email: 'leo@mail.example', recipientType: 'learner' },
      { email: 'ada@mail.example', recipientType: 'educator' },
      { phoneNumber: '+447700900318', recipientType: 'learner' },
      { email: 'mia@mail.example', recipientType: 'learner' },
    ],
  ]);
  await expect.poll(() => account.db.drafts.get('invite-many')).toBeUndefined();
  await dismissToasts();
});

test('a CSV file is read on the device: its names are never sent; what is no list is said', async () => {
  open();
  const pick = (name: string, part: BlobPart) => {
    const input = page.getByLabelText('Choose a CSV file', { exact: true }).element() as HTMLInputElement;
    const files = new DataTransfer();
    files.items.add(new File([part], name));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  await expect.element(field()).toBeVisible();
  pick('club.xlsx', Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0, 0xff));
  await expect.element(page.getByText(/^This file is no list\. Save the table as CSV/)).toBeVisible();
  pick('large.csv', new Uint8Array(400_001));
  await expect.element(page.getByText(/^This file is too large for a list\./)).toBeVisible();
  await expectAccessible('a file that is no list');
  pick(
    'club.csv',
    '\uFEFFName;Email;Role\r\n"=HYPERLINK(""http://evil.example"")";ada@mail.example;Creator\r\nBen;ben@mail.example;',
  );
  await expect.element(field()).toHaveValue('ada@mail.example, Creator\nben@mail.example');
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
  await button('Send invitations').click();
  await expect
    .poll(() => sent)
    .toEqual([
      [
        { email: 'ada@mail.example', recipientType: 'educator' },
        { email: 'ben@mail.example', recipientType: 'learner' },
      ],
    ]);
  await dismissToasts();
});

test('sixty people go in parts; who was refused stays in the list with the reason, who was invited before needs no second try', async () => {
  open();
  refusals = {
    'p3@mail.example': ['invite.has_account', 'This person has an account already.'],
    'p4@mail.example': ['invite.exists', 'You have invited this person already.'],
    'p59@mail.example': ['invite.list_limit', 'You have sent 500 invitations by lists today.'],
  };
  await field().fill(Array.from({ length: 60 }, (_, n) => `p${n}@mail.example`).join('\n'));
  await expect.element(page.getByText('60 people will be invited.')).toBeVisible();
  await button('Send invitations').click();
  await expect.element(field()).toHaveValue('p3@mail.example\np59@mail.example');
  expect(sent.map((part) => part.length)).toEqual([25, 25, 10]);
  await expect
    .element(page.getByText('57 invitations are on their way. What is left is still in the list, with the reason.'))
    .toBeVisible();
  await expect
    .poll(rows)
    .toEqual([
      'p3@mail.exampleThis person has an account already.Line 1',
      'p59@mail.exampleYou have sent 500 invitations by lists today.Line 2',
    ]);
  await expectAccessible('a list with refused people');
  refusals = {};
  await button('Try again').click();
  await expect.element(page.getByText('2 invitations are on their way.', { exact: true })).toBeVisible();
  expect(sent.at(-1)!.map(({ email }) => email)).toEqual(['p3@mail.example', 'p59@mail.example']);
  await dismissToasts();
});

test('a lost answer is asked for again under the same key, and the rest of the list stays', async () => {
  const keys: (string | null)[] = [];
  const real = globalThis.fetch;
  let isLost = true;
  globalThis.fetch = async (where, init) => {
    const answer = await real(where, init);
    if (!String(where).endsWith('/invites/list')) return answer;
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    if (isLost) throw new TypeError('lost');
    return answer;
  };
  try {
    open();
    await field().fill('leo@mail.example\nmia@mail.example');
    await button('Send invitations').click();
    await expect.element(page.getByText(/^The connection was lost\. The rest is still in the list/)).toBeVisible();
    await expect.element(field()).toHaveValue('leo@mail.example\nmia@mail.example');
    isLost = false;
    network.goOnline();
    await button('Try again').click();
    await expect.element(page.getByText('2 invitations are on their way.', { exact: true })).toBeVisible();
    expect(new Set(keys).size).toBe(1);
    expect(keys.length).toBeGreaterThan(1);
  } finally {
    globalThis.fetch = real;
  }
  await dismissToasts();
});

test('D-361 offline the list is kept and nothing is sent; after a reload it is there', async () => {
  network.goOffline();
  open();
  await field().fill('leo@mail.example');
  await page.getByRole('radio', { name: 'Creator' }).click({ force: true });
  await expect
    .element(page.getByText('Connect to the internet to send the invitations. Your list is kept on this device.'))
    .toBeVisible();
  await expect.element(button('Send invitations')).toHaveAttribute('aria-disabled', 'true');
  await expect
    .poll(() => account.db.drafts.get('invite-many'))
    .toMatchObject({
      value: { text: 'leo@mail.example', role: 'educator' },
    });
  clearPage();
  open();
  await expect.element(field()).toHaveValue('leo@mail.example');
  await expect.element(page.getByRole('radio', { name: 'Creator' })).toBeChecked();
  expect(network.requests.filter((path) => path.startsWith('/invites/'))).toEqual([]);
});

test('a list of more than 500 people, and one that is too long, say what to do before anything is sent', async () => {
  open();
  await field().fill(Array.from({ length: 502 }, (_, n) => `p${n}@mail.example`).join('\n'));
  await expect.element(page.getByText('A list has at most 500 people. Remove 2 lines.').first()).toBeVisible();
  await expect.element(button('Send invitations')).toHaveAttribute('aria-disabled', 'true');
  await field().fill('x'.repeat(100_001));
  await expect.element(page.getByText(/^This list is too long\./).first()).toBeVisible();
});

test('a list is refused as a whole where the person is no Creator any more; only Creators and organizations are offered it', async () => {
  network.answer('/invites/list', () => {
    throw new Refusal(403, 'access.denied', 'You are not allowed to do this.');
  });
  open();
  await field().fill('leo@mail.example');
  await button('Send invitations').click();
  await expect.element(page.getByText(/No invitation was sent\..*You are not allowed to do this\./)).toBeVisible();
  await expect.element(field()).toHaveValue('leo@mail.example');
  clearPage();
  network.answer('/invitation-codes', () => ({ count: 0, results: [] }));
  for (const lastLoginedRole of ['educator', 'organization', 'learner'] as const) {
    await account.db.me.put(person({ lastLoginedRole }));
    showRouted(<InviteFriendPage status={undefined} />, '/invite-friend', ['/invite-friend']);
    await button('Invite a friend').click();
    await expect.element(page.getByRole('link', { name: 'Email', exact: true })).toBeVisible();
    const link = page.getByRole('link', { name: 'Invite many', exact: true });
    if (lastLoginedRole === 'learner') expect(link.elements()).toEqual([]);
    else await expect.element(link).toHaveAttribute('href', '/invite-friend/many/create');
    clearPage();
  }
});
