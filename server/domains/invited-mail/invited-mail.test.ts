import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { adminInviteWork } from '#server/jobs/admin-invite.ts';
import { guardianMailWork } from '#server/jobs/guardian-mail.ts';
import { inviteSendWork } from '#server/jobs/invite-send.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { bounceOf, complaintOf } from '../notifications/returned-mail.fixtures.ts';
import { clubsOf, type Club } from '../organizations/clubs.fixtures.ts';

const TOKEN = 'who-hands-returned-mails-in-2026!';
const NO_SIGNAL = new AbortController().signal;
const ADULT_IN_DAYS = 900;

let server: TestServer;
let mails: MailServer;
/** What the mail server answers to a recipient. */
const refused = new Map<string, readonly [number, string]>();
beforeAll(async () => {
  mails = await startMailServer({ isPlain: true, refused });
  server = await startAccounts([], {
    MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mails.port}`,
    MAIL_FROM: 'Club <hello@club.example>',
    MAIL_BOUNCE_ADDRESS: 'bounces-of-the-club1@club.example',
    MAIL_BOUNCE_TOKEN: TOKEN,
  });
});
afterEach(() => refused.clear());
afterAll(async () => {
  await server.close();
  await mails.close();
});

const { newClub, call, byUsers, emailOf } = clubsOf(() => server);
const address = () => `${newId()}@mail.example`;
const mailsTo = (email: string) => mails.received.filter(({ envelope }) => envelope.includes(email));
const returnPathTo = (email: string) => mailsTo(email).at(-1)!.returnPath;
const codeOf = (answer: Parameters<typeof problemOf>[0]) => problemOf(answer)?.code;
const hand = async (message: string) => {
  const answer = await fetch(`${server.url}/api/mail/bounces`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'Content-Type': 'message/rfc822' },
    body: message,
  });
  expect(answer.status).toBe(204);
};

const WORKS = { 'invite.send': inviteSendWork, 'admin.invite': adminInviteWork, 'guardian.mail': guardianMailWork };
/** Does the jobs that are about this row, as the server would. */
const deliver = async (name: keyof typeof WORKS, id: string): Promise<void> => {
  const { rows } = await sql<{ data: never }>`select data from jobs.job where name = ${name}
    and ${id} in (data ->> 'id', data ->> 'requestId') order by created_on`.execute(server.services.database.db);
  for (const { data } of rows) await WORKS[name](server.services).run(data, NO_SIGNAL);
};

const inviteFriend = async (as: TestPerson, email = address()) => {
  const answer = await server.call('POST /invites/friend/email', { email }, { as });
  if (answer.status === 200) await deliver('invite.send', answer.body.id);
  return { email, answer, id: answer.body.id as string };
};
const listed = async (as: TestPerson) =>
  (await server.call('GET /invitation-codes', undefined, { as })).body.results[0] as Record<string, unknown>;
const inviteAdmin = async (club: Club, email = address()) => {
  const line = `POST /organizations/${club.id}/admins/invite-by-emails`;
  const answer = await call(club, club.owner, line, { emails: [email] });
  const [row] = await waiting(club);
  await deliver('admin.invite', row!.id);
  return { email, answer };
};
const waiting = async (club: Club) =>
  (await call(club, club.owner, `GET /organizations/${club.id}/admin-invitations`)).body.results as {
    id: string;
    undeliveredAt: string | null;
  }[];
const askGuardian = async (as: TestPerson, email = address()) => {
  const answer = await server.call('POST /account-settings/guardian', { email }, { as });
  const request = await server.services.database.db
    .selectFrom('guardian_requests')
    .select('id')
    .where('user_id', '=', as.userId)
    .where('state', '=', 'asked')
    .executeTakeFirstOrThrow();
  await deliver('guardian.mail', request.id);
  return { email, answer };
};
const consentOf = async (as: TestPerson) =>
  (await server.call('GET /account-settings/guardian', undefined, { as })).body as Record<string, unknown>;
const minor = () =>
  server.addPerson({ adultOn: new Date(Date.now() + ADULT_IN_DAYS * 86_400_000).toISOString().slice(0, 10) });

describe('an invitation of a friend that came back', () => {
  test('INV-026 is shown to its sender, and nothing more is sent to the address', async () => {
    const ana = await server.addPerson();
    const { email, id } = await inviteFriend(ana);
    expect(returnPathTo(email).split('@')[0]!.length).toBeLessThanOrEqual(64);
    await hand(bounceOf({ to: returnPathTo(email).toUpperCase() }));
    expect(await listed(ana)).toMatchObject({ status: 'pending', delivery: 'refused' });
    const { undeliveredAt } = await listed(ana);
    expect(Date.parse(String(undeliveredAt))).toBeGreaterThan(0);
    await hand(bounceOf({ to: returnPathTo(email) }));
    expect(await listed(ana), 'a repeat changes nothing').toMatchObject({ undeliveredAt });
    const remind = () => server.call(`POST /invitation-codes/${id}/reminder/send`, {}, { as: ana });
    expect(problemOf(await remind())).toMatchObject({ status: 409, code: 'invite.undelivered' });
    expect(codeOf((await inviteFriend(ana, email)).answer)).toBe('invite.undelivered');
    await sql`update shareable_codes set expires_at = ${new Date(Date.now() - 1000)} where id = ${id}`.execute(
      server.services.database.db,
    );
    const resend = () => server.call(`POST /invitation-codes/${id}/resend`, {}, { as: ana });
    expect(problemOf(await resend())).toMatchObject({ status: 409, code: 'invite.undelivered' });
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('can be cancelled, and the right address invited; nobody else is kept from the address', async () => {
    const [ana, ben] = [await server.addPerson(), await server.addPerson()];
    const { email, id } = await inviteFriend(ana);
    await hand(bounceOf({ to: returnPathTo(email) }));
    expect((await server.call(`PUT /invitation-codes/${id}`, { status: 'inactive' }, { as: ana })).status).toBe(200);
    expect((await inviteFriend(ana)).answer.status).toBe(200);
    expect(await listed(ana)).toMatchObject({ delivery: 'sent', undeliveredAt: null });
    expect((await inviteFriend(ben, email)).answer.status).toBe(200);
  });

  test('a full mailbox, a forged token, that of another invitation or of another kind change nothing', async () => {
    const [ana, ben] = [await server.addPerson(), await server.addPerson()];
    const { email } = await inviteFriend(ana);
    const other = await inviteFriend(ben);
    const [own, others] = [returnPathTo(email), returnPathTo(other.email)];
    await hand(bounceOf({ to: own, status: '5.2.2' }));
    await hand(bounceOf({ to: own, action: 'delayed', status: '4.4.1' }));
    const at = own.indexOf('+') + 1;
    const mixed = own.slice(0, at + 26) + others.slice(at + 26);
    const forged = own.replace(/.@/, (last) => (last.startsWith('0') ? '1@' : '0@'));
    // The first digit holds the kind.
    const kinds = ['0', 'g', 'o'].map((kind) => own.slice(0, at) + kind + own.slice(at + 1));
    for (const to of [mixed, forged, ...kinds]) await hand(bounceOf({ to }));
    expect([await listed(ana), await listed(ben)]).toMatchObject([
      { delivery: 'sent', undeliveredAt: null },
      { delivery: 'sent', undeliveredAt: null },
    ]);
  });

  test('the mail server refuses it at once: for good, and because of us', async () => {
    const [ana, ben] = [await server.addPerson(), await server.addPerson()];
    const [gone, blocked] = [address(), address()];
    refused.set(gone, [550, '5.1.1 No such user']);
    refused.set(blocked, [550, '5.7.1 Your server is on a list']);
    const { id } = await inviteFriend(ana, gone);
    expect(await listed(ana)).toMatchObject({ delivery: 'refused', undeliveredAt: expect.any(String) });
    expect(codeOf(await server.call(`POST /invitation-codes/${id}/reminder/send`, {}, { as: ana }))).toBe(
      'invite.undelivered',
    );
    const tried = await inviteFriend(ben, blocked);
    expect(await listed(ben)).toMatchObject({ delivery: 'refused', undeliveredAt: null });
    const remind = await server.call(`POST /invitation-codes/${tried.id}/reminder/send`, {}, { as: ben });
    expect(remind.status).toBeLessThan(300);
  });

  test('D-218 a complaint refuses all further invitations to the address, also reminders and those to administer', async () => {
    const [ana, ben] = [await server.addPerson(), await server.addPerson()];
    const { email, id } = await inviteFriend(ana);
    await hand(complaintOf(returnPathTo(email), 'not-spam'));
    await hand(complaintOf(returnPathTo(email)));
    expect(codeOf(await server.call(`POST /invitation-codes/${id}/reminder/send`, {}, { as: ana }))).toBe(
      'invite.opted_out',
    );
    expect(codeOf((await inviteFriend(ben, email)).answer)).toBe('invite.opted_out');
    const club = await newClub();
    const line = `POST /organizations/${club.id}/admins/invite-by-emails`;
    const { body } = await call(club, club.owner, line, { emails: [email] });
    expect(body.errors).toMatchObject([{ of: email, code: 'invite.opted_out' }]);
    expect(mailsTo(email)).toHaveLength(1);
  });
});

describe('an invitation to administer that came back', () => {
  test('INV-011 is shown in the list of the organization, and is not sent there again until it is cancelled', async () => {
    const club = await newClub();
    const { email } = await inviteAdmin(club);
    expect(await waiting(club)).toMatchObject([{ undeliveredAt: null }]);
    await hand(bounceOf({ to: returnPathTo(email) }));
    expect(await waiting(club)).toMatchObject([{ undeliveredAt: expect.any(String) }]);
    const again = await inviteAdmin(club, email);
    expect(again.answer.body.errors).toMatchObject([{ of: email, code: 'invite.undelivered' }]);
    const other = await newClub('Zadar Juniors');
    await inviteAdmin(other);
    expect(await waiting(other)).toMatchObject([{ undeliveredAt: null }]);
  });

  test('of a person who was picked concerns their own address, which the organization does not learn', async () => {
    const club = await newClub();
    const mia = await server.addPerson();
    await byUsers(club, club.owner, mia);
    const [row] = await waiting(club);
    await deliver('admin.invite', row!.id);
    await hand(bounceOf({ to: returnPathTo(await emailOf(mia)) }));
    expect(await waiting(club)).toMatchObject([{ undeliveredAt: null }]);
    const { body } = await server.call('GET /users/me', undefined, { as: mia });
    expect(body.unreachableEmail).toEqual(expect.any(String));
  });

  test('the mail server refuses it at once', async () => {
    const club = await newClub();
    const email = address();
    refused.set(email, [550, '5.1.1 No such user']);
    await inviteAdmin(club, email);
    expect(await waiting(club)).toMatchObject([{ undeliveredAt: expect.any(String) }]);
  });
});

describe('a mail to a guardian that came back', () => {
  test.each([
    ['D-250 the young person reads it, and corrects the address', bounceOf],
    ['D-250 who calls it spam is not asked again either', ({ to }: { to: string }) => complaintOf(to)],
  ])('%s', async (_, report) => {
    const leo = await minor();
    const { email, answer } = await askGuardian(leo);
    expect(answer.body).toMatchObject({ state: 'asked', undeliveredAt: null });
    await hand(report({ to: returnPathTo(email) }));
    expect(await consentOf(leo)).toMatchObject({ state: 'asked', undeliveredAt: expect.any(String) });
    const again = await server.call('POST /account-settings/guardian', { email }, { as: leo });
    expect(problemOf(again)).toMatchObject({ status: 409, code: 'guardian.undelivered', field: 'email' });
    await askGuardian(leo);
    expect(await consentOf(leo)).toMatchObject({ state: 'asked', undeliveredAt: null });
    expect(mailsTo(email)).toHaveLength(1);
  });

  test('the mail server refuses it at once', async () => {
    const leo = await minor();
    const email = address();
    refused.set(email, [550, '5.1.1 No such user']);
    await askGuardian(leo, email);
    expect(await consentOf(leo)).toMatchObject({ state: 'asked', undeliveredAt: expect.any(String) });
  });
});
