import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createMailSender, type MailSender } from '#server/adapters/mail.ts';
import { RecipientRefused } from '#server/adapters/recipient-refused.ts';
import type { SmsSender } from '#server/adapters/sms.ts';
import { startMailServer, type MailServerOptions } from '#tests/support/mail-server.ts';
import type { TestServer } from '#tests/support/server.ts';
import { deliverCode } from './delivery.ts';
import { hasShape, join, newcomer, newestCode, problemOf, sendCode, startAccounts } from './people.fixtures.ts';

let server: TestServer;
let real: { mail: MailSender; sms: SmsSender };
beforeAll(async () => {
  server = await startAccounts();
  real = { mail: server.services.mail, sms: server.services.sms };
});
afterAll(() => server.close());
beforeEach(async () => {
  Object.assign(server.services, real);
  await server.services.database.db.deleteFrom('confirmation_codes').execute();
});

const WITHIN = { timeout: 30_000 };
type Person = Awaited<ReturnType<typeof join>>;

const request = (destinationValue: string, communicationMethod: 'email' | 'text', { from }: Pick<Person, 'from'>) =>
  server.call('POST /auth/password-reset/request', { communicationMethod, destinationValue }, { headers: from });
const delivery = (method: 'email' | 'text') => server.call(`GET /auth/code-delivery?communicationMethod=${method}`);
const isDelayed = async (method: 'email' | 'text') => (await delivery(method)).body.isDelayed as boolean;
const messages = async (destination: string) =>
  (
    await server.services.database.db
      .selectFrom('dev_messages')
      .select('body')
      .where('destination', '=', destination)
      .execute()
  ).length;

/** The mail server or the gateway is away until `comeBack`. */
const takeAway = () => {
  let tries = 0;
  const away = () => {
    tries += 1;
    return Promise.reject(new Error('connect ECONNREFUSED'));
  };
  Object.assign(server.services, { mail: { send: away, check: away }, sms: { send: away, check: away } });
  return { tries: () => tries, comeBack: () => void Object.assign(server.services, real) };
};

test('D-64 a reset code is sent once the mail server is back, and until then the page can say that mails are late', async () => {
  const person = await join(server);
  const known = await messages(person.form.email);
  const channel = takeAway();
  const asked = await request(person.form.email, 'email', person);
  expect(asked.status).toBe(200);
  await expect.poll(() => isDelayed('email'), WITHIN).toBe(true);
  expect(hasShape('auth.delivery', await delivery('email'))).toBe(true);
  expect(await isDelayed('text')).toBe(false);
  channel.comeBack();
  await expect.poll(() => messages(person.form.email), WITHIN).toBe(known + 1);
  await expect.poll(() => isDelayed('email'), WITHIN).toBe(false);
  const verified = await server.call(
    'POST /auth/password-reset/verify',
    { confirmationCodeId: asked.body.codeId, confirmationCodeFromUser: await newestCode(server, person.form.email) },
    { headers: person.from },
  );
  expect(verified.body.correct).toBe(true);
});

test('D-65 without an account it looks the same: the same answer, the same delay, and nothing is ever sent', async () => {
  const stranger = newcomer();
  const channel = takeAway();
  const asked = await request(stranger.form.phoneNumber, 'text', stranger);
  expect(hasShape('auth.requestReset', asked)).toBe(true);
  await expect.poll(() => isDelayed('text'), WITHIN).toBe(true);
  channel.comeBack();
  await expect.poll(() => isDelayed('text'), WITHIN).toBe(false);
  expect(await messages(stranger.form.phoneNumber)).toBe(0);
});

test('a refused recipient is not tried again and says nothing about the others', async () => {
  const person = await join(server);
  let sends = 0;
  const refuse = () => {
    sends += 1;
    return Promise.reject(new RecipientRefused());
  };
  Object.assign(server.services, { mail: { ...real.mail, send: refuse } });
  const { codeId } = (await request(person.form.email, 'email', person)).body as { codeId: string };
  const attempt = () =>
    server.services.database.db
      .selectFrom('confirmation_codes')
      .select('sent_at')
      .where('id', '=', codeId)
      .executeTakeFirstOrThrow();
  // The attempt is recorded after it was made.
  await expect.poll(attempt, WITHIN).toEqual({ sent_at: expect.any(Date) });
  await deliverCode(server.services, codeId);
  expect([sends, await isDelayed('email')]).toEqual([1, false]);
});

test('a code that has expired is not sent any more', async () => {
  const person = await join(server);
  const known = await messages(person.form.email);
  const channel = takeAway();
  const { codeId } = (await request(person.form.email, 'email', person)).body as { codeId: string };
  await expect.poll(channel.tries, WITHIN).toBeGreaterThan(0);
  await server.services.database.db
    .updateTable('confirmation_codes')
    .set({ expires_at: new Date(0) })
    .where('id', '=', codeId)
    .execute();
  channel.comeBack();
  await deliverCode(server.services, codeId);
  expect(await messages(person.form.email)).toBe(known);
});

test('a sign-up code that cannot be sent is refused at once', async () => {
  takeAway();
  const person = newcomer();
  await expect(sendCode(server, person)).rejects.toThrow('auth.code_not_sent');
  const answer = await server.call(
    'POST /auth/confirmation-code/send',
    { communicationMethod: 'email', destinationValue: person.form.email },
    { headers: person.from },
  );
  expect(problemOf(answer)).toEqual({ status: 502, code: 'auth.code_not_sent', field: 'code' });
  expect(await isDelayed('email')).toBe(true);
});

/** Mails go to a real mail server until the end of the test. */
const mailBySmtp = async (options: MailServerOptions) => {
  const mailServer = await startMailServer({ isPlain: true, ...options });
  onTestFinished(mailServer.close);
  const { config, database } = server.services;
  const mail = { kind: 'smtp', url: `smtp://127.0.0.1:${mailServer.port}`, from: 'Club <hello@club.example>' } as const;
  Object.assign(server.services, { mail: createMailSender({ ...config, mail }, database.db) });
  return mailServer;
};
const askForCode = (person: Pick<ReturnType<typeof newcomer>, 'form' | 'from'>, userFirstName?: string) =>
  server.call(
    'POST /auth/confirmation-code/send',
    { communicationMethod: 'email', destinationValue: person.form.email, userFirstName },
    { headers: person.from },
  );

test('by a greylisting mail server: a sign-up code is refused and works when asked for again, a reset code follows by itself', async () => {
  const person = await join(server);
  const { received } = await mailBySmtp({ greylists: 1 });
  const stranger = newcomer();
  expect(problemOf(await askForCode(stranger)).code).toBe('auth.code_not_sent');
  const { codeId } = (await askForCode(stranger)).body as { codeId: string };
  const code = /\b\d{6}\b/.exec(received[0]!.text!)![0];
  expect(received[0]!.html).toContain(code);
  const verified = await server.call(
    'POST /auth/confirmation-code/verify',
    { confirmationCodeId: codeId, confirmationCodeFromUser: code },
    { headers: stranger.from },
  );
  expect(verified.body.correct).toBe(true);
  await request(person.form.email, 'email', person);
  await expect.poll(() => received.at(-1)!.envelope, WITHIN).toEqual([person.form.email]);
  expect(received).toHaveLength(2);
});

test('a code for an address that the mail server refuses is said to be not sent, and the log names no address', async () => {
  const stranger = newcomer();
  await mailBySmtp({ unknown: [stranger.form.email] });
  const lines: unknown[] = [];
  const log = { ...server.services.log, error: (line: unknown) => void lines.push(line) };
  const before = server.services.log;
  Object.assign(server.services, { log });
  onTestFinished(() => void Object.assign(server.services, { log: before }));
  expect(problemOf(await askForCode(stranger))).toMatchObject({ status: 502, code: 'auth.code_not_sent' });
  expect(lines).toMatchObject([{ command: 'RCPT TO' }]);
  expect(JSON.stringify(lines)).not.toContain(stranger.form.email);
});

test('the first name of a sign-up code is a greeting, and no other text of a stranger reaches a mail', async () => {
  const { received } = await mailBySmtp({});
  const greetings = async (userFirstName: string) => {
    await askForCode(newcomer(), userFirstName);
    return /^Hello.*,$/m.exec(received.at(-1)!.text!)?.[0];
  };
  expect(await greetings('Zoë')).toBe('Hello Zoë,');
  for (const text of ['You won! Claim at http://evil.example/win', 'evil.example', 'A\r\nBcc: eve@mail.example'])
    expect(await greetings(text), text).toBe('Hello,');
  expect(JSON.stringify(received)).not.toMatch(/evil|eve@/);
});
