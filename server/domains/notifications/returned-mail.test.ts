import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { codeSendWork } from '#server/jobs/code-send.ts';
import { notificationMailWork } from '#server/jobs/notification-mail.ts';
import { securitySendWork } from '#server/jobs/security-send.ts';
import { startMailServer, type MailServer } from '#tests/support/mail-server.ts';
import { startDigests, type DigestPerson, type TestDigests } from './digests.fixtures.ts';
import { bounceOf, complaintOf, type BounceFacts } from './returned-mail.fixtures.ts';

const NOON = '2026-11-03T11:00:00Z';
const TOKEN = 'who-hands-returned-mails-in-2026!';
const NO_SIGNAL = new AbortController().signal;

let mailServer: MailServer;
let digests: TestDigests;
let mia: DigestPerson;
/** What the mail server answers to a recipient. */
const refused = new Map<string, readonly [number, string]>();
let day = 3;

beforeAll(async () => {
  mailServer = await startMailServer({ isPlain: true, refused });
  digests = await startDigests({
    MAIL: 'smtp',
    SMTP_URL: `smtp://127.0.0.1:${mailServer.port}`,
    MAIL_FROM: 'Club <hello@club.example>',
    MAIL_BOUNCE_ADDRESS: 'Bounces@club.example',
    MAIL_BOUNCE_TOKEN: TOKEN,
  });
});
beforeEach(async () => {
  day = 3;
  digests.setNow(NOON);
  mia = await digests.addPerson();
  await digests.choose(mia, 'day_1');
});
afterEach(() => refused.clear());
afterAll(async () => {
  await digests.close();
  await mailServer.close();
});

const hand = (message: string, authorization = `Bearer ${TOKEN}`) =>
  fetch(`${digests.community.server.url}/api/mail/bounces`, {
    method: 'POST',
    headers: { authorization, 'Content-Type': 'message/rfc822' },
    body: message,
  });
/** One digest, made and sent on the next day. */
const digest = async (person = mia) => {
  await digests.send(person, `On day ${day}.`);
  day += 1;
  await digests.runAt(`2026-11-0${day}T07:00:00Z`);
};
const mailsTo = ({ email }: DigestPerson) => mailServer.received.filter(({ envelope }) => envelope.includes(email));
/** Where the newest mail to a person comes back. */
const returnPathTo = (person = mia) => mailsTo(person).at(-1)!.returnPath;
const unreachable = async (person = mia) =>
  (await digests.call(person, 'GET /users/me')).body.unreachableEmail as string | null;
const shortened = ({ email }: DigestPerson) => email.replace(/^(.).*@/, '$1***@');
/** What the person was told about their address, in the app. */
const told = async (person = mia) =>
  digests.db
    .selectFrom('notifications')
    .select(['kind', 'text', 'link', 'recipient_type as recipientType'])
    .where('user_id', '=', person.userId)
    .where('kind', 'like', 'email%')
    .orderBy('sent_at')
    .execute();
const bounce = async (facts: Partial<BounceFacts> = {}) => {
  if (mailsTo(mia).length === 0) await digest();
  const answer = await hand(bounceOf({ to: returnPathTo(), ...facts }));
  expect(answer.status).toBe(204);
};

describe('a mail that came back', () => {
  test('stops digests to the address, and the person is told in the app, once', async () => {
    await bounce();
    expect(await unreachable()).toBe(shortened(mia));
    expect(await told()).toEqual([
      {
        kind: 'email_unreachable',
        text: expect.stringContaining(`A mail to ${shortened(mia)} came back.`),
        link: '/notification-settings',
        recipientType: 'learner',
      },
    ]);
    await bounce();
    expect(await told()).toHaveLength(1);
    await digest();
    // The digest is pushed as before.
    expect([mailsTo(mia).length, digests.pushesTo(mia).length]).toEqual([1, 2]);
  });

  test('stops also a digest that is queued already', async () => {
    await digest();
    await digests.send(mia, 'Queued.');
    digests.setNow('2026-11-05T07:00:00Z');
    await digests.makeDigests();
    await bounce();
    await digests.deliver();
    expect(mailsTo(mia)).toHaveLength(1);
  });

  test('stops the mails of single notifications', async () => {
    const mail = async () => {
      const cause = newId();
      await digests.tell({ kind: 'invoice_ready', title: 'Invoice', text: 'It is ready.', cause }, mia);
      const { id } = await digests.db
        .selectFrom('notifications')
        .select('id')
        .where('cause', '=', cause)
        .executeTakeFirstOrThrow();
      await notificationMailWork(digests.services).run({ notificationId: id }, NO_SIGNAL);
    };
    await mail();
    expect(returnPathTo()).toMatch(/^Bounces\+[0-9a-v]{42}@club\.example$/);
    expect(returnPathTo().split('@')[0]!.length).toBeLessThanOrEqual(64);
    await bounce();
    await mail();
    expect(mailsTo(mia)).toHaveLength(1);
  });

  test.each([
    ['a delay', { action: 'delayed', status: '4.4.1' }],
    ['a failure that may pass', { status: '4.2.2' }],
    ['a full mailbox', { status: '5.2.2' }],
    ['a block of our server', { status: '5.7.1' }],
    ['a block of our server in the answer', { status: '5.0.0', diagnostic: '550 5.7.26 not authenticated' }],
    ['a report of success', { action: 'delivered', status: '2.0.0' }],
  ])('%s changes nothing', async (_, facts) => {
    await bounce(facts);
    expect([await unreachable(), await told()]).toEqual([null, []]);
  });

  test('a mail server may have changed the case, and say the reason in its answer only', async () => {
    await digest();
    await bounce({ to: returnPathTo().toUpperCase(), status: '5.0.0', diagnostic: '550 5.1.1 no such user' });
    expect(await unreachable()).toBe(shortened(mia));
  });

  test('a token that is changed, another person’s or of a former address changes nothing', async () => {
    await digest();
    const own = returnPathTo();
    const bea = await digests.addPerson();
    await digests.choose(bea, 'day_1');
    await digest(bea);
    const at = 'Bounces+'.length;
    const others = own.slice(0, at) + returnPathTo(bea).slice(at, at + 26) + own.slice(at + 26);
    const changed = own.replace(/.@/, (last) => (last.startsWith('0') ? '1@' : '0@'));
    const stranger = `Bounces+${'7'.repeat(42)}@club.example`;
    for (const to of [others, changed, stranger, own.replace('club.example', 'other.example')]) await bounce({ to });
    expect([await unreachable(), await unreachable(bea)]).toEqual([null, null]);
    await digests.db
      .updateTable('users')
      .set({ email: `new-${mia.userId}@mail.example` })
      .where('id', '=', mia.userId)
      .execute();
    await bounce({ to: own });
    expect(await unreachable()).toBeNull();
  });

  test('whoever has not the server’s token finds nothing there; what is no report changes nothing', async () => {
    await digest();
    const message = bounceOf({ to: returnPathTo() });
    for (const authorization of ['', 'Bearer ', `Bearer ${TOKEN}x`, `Bearer ${TOKEN.slice(1)}`])
      expect((await hand(message, authorization)).status).toBe(404);
    for (const other of ['', 'Hello', message.replace('multipart/report', 'multipart/mixed'), `To: ${returnPathTo()}`])
      expect((await hand(other)).status).toBe(204);
    expect((await hand('x'.repeat(262_145))).status).toBe(413);
    expect(await unreachable()).toBeNull();
  });
});

describe('an address that the mail server refuses at once', () => {
  test('for good: the person is told, and nothing more is mailed there', async () => {
    refused.set(mia.email, [550, '5.1.1 No such user']);
    await digest();
    expect(await unreachable()).toBe(shortened(mia));
    expect(await told()).toHaveLength(1);
    await digest();
    expect(mailServer.asked.filter((address) => address === mia.email)).toHaveLength(1);
  });

  test('for now: the mail is tried again, and nothing is said', async () => {
    refused.set(mia.email, [451, '4.7.1 Try again later']);
    await expect(digest()).rejects.toThrow('answered 451');
    expect([await unreachable(), await told()]).toEqual([null, []]);
  });

  test('because of us: nothing is said', async () => {
    refused.set(mia.email, [550, '5.7.1 Your server is on a list']);
    await digest();
    expect([await unreachable(), await told()]).toEqual([null, []]);
  });
});

describe('the ways out', () => {
  test('"Try again" sends the next mail to the address', async () => {
    await bounce();
    await digests.call(mia, 'POST /notifications/mail/try', {});
    expect(await unreachable()).toBeNull();
    await digest();
    expect(mailsTo(mia)).toHaveLength(2);
    await bounce();
    expect(await told()).toHaveLength(2);
  });

  test('an address that the person confirms by a code gets mails again', async () => {
    await bounce();
    const email = `new.${mia.userId}@mail.example`;
    const { codeId } = (
      await digests.call(mia, 'POST /account-settings/confirmation-code/send', {
        communicationMethod: 'email',
        destinationValue: email,
      })
    ).body;
    await codeSendWork(digests.services).run({ codeId }, NO_SIGNAL);
    const code = /\b\d{6}\b/.exec(mailServer.received.at(-1)!.text!)![0];
    await digests.call(mia, 'PUT /account-settings/email', { email, codeId, confirmationCodeFromUser: code });
    expect(await unreachable()).toBeNull();
    await digest({ ...mia, email });
    expect(mailsTo({ ...mia, email })).toHaveLength(2);
  });
});

describe('what is sent to an address that took nothing', () => {
  const message = { subject: 'New device', text: 'Somebody signed in.', sms: 'Somebody signed in.' };
  const warn = () => securitySendWork(digests.services).run({ userId: mia.userId, message }, NO_SIGNAL);

  test('a code for a new password, and what concerns the safety of an account that has no other way', async () => {
    await bounce();
    const { codeId } = (
      await digests.call(mia, 'POST /auth/password-reset/request', {
        communicationMethod: 'email',
        destinationValue: mia.email,
      })
    ).body;
    await codeSendWork(digests.services).run({ codeId }, NO_SIGNAL);
    await warn();
    expect(mailsTo(mia)).toHaveLength(3);
  });

  test('what concerns the safety of the account goes to the confirmed number instead', async () => {
    await bounce();
    await digests.db
      .updateTable('users')
      .set({ phone_verified_at: new Date(NOON) })
      .where('id', '=', mia.userId)
      .execute();
    await warn();
    const { phone_number: number } = await digests.db
      .selectFrom('users')
      .select('phone_number')
      .where('id', '=', mia.userId)
      .executeTakeFirstOrThrow();
    const texts = await digests.db
      .selectFrom('dev_messages')
      .select('body')
      .where('destination', '=', number)
      .execute();
    expect([mailsTo(mia).length, texts]).toEqual([1, [{ body: 'Somebody signed in.' }]]);
  });
});

describe('a mail that was called spam', () => {
  test('stops the digest mails, says so once, and leaves the address as it is', async () => {
    await digest();
    expect((await hand(complaintOf(returnPathTo()))).status).toBe(204);
    expect((await hand(complaintOf(returnPathTo()))).status).toBe(204);
    expect((await digests.call(mia, 'GET /notifications/settings')).body.isMailed).toBe(false);
    expect(await unreachable()).toBeNull();
    expect(await told()).toMatchObject([{ kind: 'email_complaint', link: '/notification-settings' }]);
    await digest();
    expect([mailsTo(mia).length, digests.pushesTo(mia).length]).toEqual([1, 2]);
  });

  test('a report that a mail is no spam stops nothing', async () => {
    await digest();
    await hand(complaintOf(returnPathTo(), 'not-spam'));
    expect((await digests.call(mia, 'GET /notifications/settings')).body.isMailed).toBe(true);
  });
});
