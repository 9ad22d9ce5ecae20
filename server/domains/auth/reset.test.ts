import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import {
  codesTo,
  hasShape,
  join,
  newcomer,
  newestCode,
  otherCode,
  PASSWORD,
  problemOf,
  startAccounts,
} from './people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const NEW = 'Penalty-Kick-3!';
type Person = Awaited<ReturnType<typeof join>>;

const request = (destinationValue: string, communicationMethod: 'email' | 'text', headers: Record<string, string>) =>
  server.call('POST /auth/password-reset/request', { communicationMethod, destinationValue }, { headers });
const verify = (codeId: string, code: string, headers: Record<string, string>) =>
  server.call(
    'POST /auth/password-reset/verify',
    { confirmationCodeId: codeId, confirmationCodeFromUser: code },
    { headers },
  );
const complete = (resetToken: string, password1 = NEW, password2 = password1) =>
  server.call('POST /auth/password-reset/complete', { resetToken, password1, password2 });

const messages = (destination: string) =>
  server.services.database.db
    .selectFrom('dev_messages')
    .selectAll()
    .where('destination', '=', destination)
    .orderBy('id', 'desc')
    .execute();

const askFor = async ({ form, from }: Person, method: 'email' | 'text' = 'email') => {
  const destination = method === 'email' ? form.email : form.phoneNumber;
  const known = (await codesTo(server, destination)).length;
  const asked = await request(destination, method, from);
  // The message is sent after the answer, so that the answer takes as long as it does without an account.
  await expect.poll(async () => (await codesTo(server, destination)).length).toBe(known + 1);
  return { codeId: asked.body.codeId as string, code: await newestCode(server, destination) };
};
const resetToken = async (person: Person) => {
  const { codeId, code } = await askFor(person);
  return (await verify(codeId, code, person.from)).body.resetToken as string;
};

test('D-64, D-66: a code by mail allows a new password, and every session ends', async () => {
  const person = await join(server);
  const { codeId, code } = await askFor(person);
  const mail = (await messages(person.form.email))[0]!;
  expect(mail.body).toContain(`/reset-password-confirm?via=email&codeId=${codeId}`);
  expect((await verify(codeId, otherCode(code), person.from)).body).toEqual({ correct: false });
  const right = await verify(codeId, code, person.from);
  expect(hasShape('auth.verifyReset', right)).toBe(true);
  expect((await complete(right.body.resetToken)).status).toBe(204);

  expect((await server.call('GET /users/me', undefined, { as: person.as })).status).toBe(401);
  expect((await server.call('POST /auth/token/refresh', { refresh: person.refreshToken })).status).toBe(401);
  const login = (password: string) =>
    server.call('POST /auth/login', { username: person.form.username, password }, { headers: person.from });
  expect((await login(PASSWORD)).status).toBe(401);
  expect((await login(NEW)).status).toBe(200);
});

test('D-65: a code by text message works alike', async () => {
  const wanted = newcomer();
  const person = await join(server, { ...wanted, form: { ...wanted.form, communicationMethod: 'text' } });
  const { codeId, code } = await askFor(person, 'text');
  expect((await verify(codeId, code, person.from)).body.correct).toBe(true);
});

test('D-341: a changed password is reported by mail, in the notifications and in the account history', async () => {
  const person = await join(server);
  await complete(await resetToken(person));
  const { db } = server.services.database;
  const notifications = await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', person.userId)
    .where('kind', '=', 'security')
    .execute();
  expect(notifications).toHaveLength(1);
  expect(notifications[0]).toMatchObject({ link: '/account-history', is_read: false });
  await expect
    .poll(async () => (await messages(person.form.email))[0]!.subject)
    .toBe('Your Sideline password was changed');
  const events = await db
    .selectFrom('account_events')
    .select('kind')
    .where('user_id', '=', person.userId)
    .orderBy('created_at')
    .execute();
  expect(events.map(({ kind }) => kind)).toEqual(['sign_in', 'password_changed']);
});

test('D-64: without an account the answer is the same, nothing is sent and no code is right', async () => {
  const { form, from } = newcomer();
  const asked = await request(form.email, 'email', from);
  expect(hasShape('auth.requestReset', asked)).toBe(true);
  expect((await verify(asked.body.codeId, '123456', from)).body).toEqual({ correct: false });
  expect(await messages(form.email)).toEqual([]);
});

test('D-66: a reset token works once and for fifteen minutes', async () => {
  const person = await join(server);
  const used = await resetToken(person);
  expect((await complete(used)).status).toBe(204);
  expect(problemOf(await complete(used, 'Goal-Line-4!'))).toMatchObject({ status: 410, code: 'auth.reset_used' });
  const late = await resetToken(person);
  server.setNow(new Date(Date.now() + 16 * 60_000));
  const answer = await complete(late);
  server.setNow(new Date());
  expect(answer.status).toBe(410);
  for (const token of ['', 'x', `${used.split('.')[0]}.x`, late.replace(/.$/, '!')])
    expect((await complete(token)).status).toBe(410);
});

test('D-66 F2: the same token and password again, because the answer was lost, get the same result, once and for two minutes', async () => {
  const person = await join(server);
  const token = await resetToken(person);
  expect((await complete(token)).status).toBe(204);
  const countNotifications = async () =>
    (
      await server.services.database.db
        .selectFrom('notifications')
        .select('id')
        .where('user_id', '=', person.userId)
        .where('kind', '=', 'security')
        .execute()
    ).length;
  expect([(await complete(token)).status, await countNotifications()]).toEqual([204, 1]);
  server.setNow(new Date(Date.now() + 3 * 60_000));
  const late = await complete(token);
  server.setNow(new Date());
  expect(problemOf(late)).toMatchObject({ code: 'auth.reset_used' });
});

test('a sign-up code resets no password, and a reset code cannot be used to register', async () => {
  const person = await join(server);
  const { codeId, code } = await askFor(person);
  const other = await server.call(
    'POST /auth/confirmation-code/verify',
    { confirmationCodeId: codeId, confirmationCodeFromUser: code },
    { headers: person.from },
  );
  expect(other.body).toEqual({ correct: false });
});

test('a refused new password leaves the reset token usable', async () => {
  const person = await join(server);
  const token = await resetToken(person);
  expect(problemOf(await complete(token, 'Passw0rd!'))).toMatchObject({ status: 400, code: 'auth.password_weak' });
  expect(problemOf(await complete(token, NEW, `${NEW}x`))).toMatchObject({
    status: 400,
    code: 'auth.password_mismatch',
  });
  expect((await complete(token)).status).toBe(204);
});
