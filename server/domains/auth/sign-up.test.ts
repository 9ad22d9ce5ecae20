import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import {
  confirm,
  hasShape,
  join,
  newcomer,
  newestCode,
  otherCode,
  problemOf,
  register,
  sendCode,
  startAccounts,
  verifyCode,
} from './people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const later = (minutes: number) => server.setNow(new Date(Date.now() + minutes * 60_000));

test('ACC-121, ACC-124, ACC-125: a code comes by mail, a wrong one is not correct and the right one is', async () => {
  const person = newcomer();
  const codeId = await sendCode(server, person);
  const code = await newestCode(server, person.form.email);
  expect((await verifyCode(server, person, codeId, otherCode(code))).body).toEqual({ correct: false });
  expect((await verifyCode(server, person, codeId, code)).body).toEqual({ correct: true });
  expect((await verifyCode(server, person, codeId, code)).body, 'said again after a lost answer').toEqual({
    correct: true,
  });
});

test('ACC-121: a code comes by text message, and the number may be typed with spaces', async () => {
  const person = newcomer();
  const answer = await server.call(
    'POST /auth/confirmation-code/send',
    { communicationMethod: 'text', destinationValue: '+1 555 777 1234' },
    { headers: person.from },
  );
  expect(hasShape('auth.sendCode', answer)).toBe(true);
  const message = await server.services.database.db
    .selectFrom('dev_messages')
    .selectAll()
    .where('destination', '=', '+15557771234')
    .executeTakeFirstOrThrow();
  expect(message.kind).toBe('sms');
  expect(message.body).toMatch(/^\d{6} is your Sideline code[^]*@localhost #\d{6}$/);
});

test('D-56: after five wrong tries the code is void, also for the right digits, and a resend brings a new one', async () => {
  const person = newcomer();
  const codeId = await sendCode(server, person);
  const code = await newestCode(server, person.form.email);
  for (let i = 0; i < 5; i += 1) expect((await verifyCode(server, person, codeId, otherCode(code))).status).toBe(200);
  expect(problemOf(await verifyCode(server, person, codeId, code))).toEqual({
    status: 429,
    code: 'auth.code_void',
    field: 'code',
  });
  const again = await server.call(
    'POST /auth/confirmation-code/send',
    { communicationMethod: 'email', destinationValue: person.form.email, resend: true, codeId },
    { headers: person.from },
  );
  expect(again.body.codeId).not.toBe(codeId);
  expect(
    (await verifyCode(server, person, again.body.codeId, await newestCode(server, person.form.email))).body,
  ).toEqual({ correct: true });
});

test('D-56: five tries at once count as five', async () => {
  const person = newcomer();
  const codeId = await sendCode(server, person);
  const code = await newestCode(server, person.form.email);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => verifyCode(server, person, codeId, otherCode(code))),
  );
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(7);
});

test('D-56: a code of more than ten minutes ago has expired', async () => {
  const person = newcomer();
  const codeId = await sendCode(server, person);
  later(11);
  const answer = await verifyCode(server, person, codeId, await newestCode(server, person.form.email));
  server.setNow(new Date());
  expect(problemOf(answer)).toMatchObject({ status: 410, code: 'auth.code_expired' });
});

test('D-56: the sixth code within an hour is not sent, from whatever address', async () => {
  const { form } = newcomer();
  const send = (n: number) =>
    server.call(
      'POST /auth/confirmation-code/send',
      { communicationMethod: 'email', destinationValue: form.email },
      { headers: { 'X-Forwarded-For': `10.9.0.${n}` } },
    );
  for (let i = 0; i < 5; i += 1) expect((await send(i)).status).toBe(200);
  const refused = await send(6);
  expect(problemOf(refused)).toMatchObject({ status: 429, code: 'auth.code_limit' });
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
});

test('D-56: one address asks for at most ten codes an hour', async () => {
  const send = (n: number) =>
    server.call(
      'POST /auth/confirmation-code/send',
      { communicationMethod: 'email', destinationValue: `list${n}@example.org` },
      { headers: { 'X-Forwarded-For': '10.8.0.1' } },
    );
  for (let i = 0; i < 10; i += 1) expect((await send(i)).status).toBe(200);
  expect((await send(11)).status).toBe(429);
});

test('codes are stored as hashes only', async () => {
  const person = newcomer();
  await sendCode(server, person);
  const code = await newestCode(server, person.form.email);
  const row = await server.services.database.db
    .selectFrom('confirmation_codes')
    .selectAll()
    .where('destination', '=', person.form.email)
    .executeTakeFirstOrThrow();
  expect(JSON.stringify(row)).not.toContain(code);
});

test('ACC-126, ACC-127, D-57: register after a verified code opens a session, with the refresh token in a cookie no script can read', async () => {
  const person = newcomer();
  await confirm(server, person);
  const answer = await register(server, person);
  expect(answer.status).toBe(201);
  expect(hasShape('auth.register', answer)).toBe(true);
  expect(answer.body.refreshToken).toBe('');
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^sideline_refresh=[\w.-]+; Path=\/api; Max-Age=2592000; HttpOnly; SameSite=Strict; Secure$/,
  );
  const user = await server.services.database.db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', answer.body.userId)
    .executeTakeFirstOrThrow();
  expect(user).toMatchObject({
    scope: `user:${user.id}`,
    is_registration_complete: false,
    terms_versions: { 'Terms of Use': 1, 'Privacy Policy': 1 },
  });
  expect(user.password_hash).toMatch(/^\$argon2id\$/);
});

test('D-57: register is refused without a verified code, with one older than half an hour, and with one used twice', async () => {
  const person = newcomer();
  expect(problemOf(await register(server, person))).toEqual({
    status: 403,
    code: 'auth.code_not_verified',
    field: 'code',
  });
  await confirm(server, person);
  later(31);
  expect((await register(server, person)).status).toBe(403);
  server.setNow(new Date());
  expect((await register(server, person)).status).toBe(201);
  const other = newcomer();
  expect((await register(server, { ...other, form: { ...other.form, email: person.form.email } })).status).toBe(403);
});

test('ACC-096, ACC-097, ACC-098, ACC-118, ACC-119, ACC-120: a taken username, email or phone is reported by the checks and refused under its field, whatever its case', async () => {
  const { form, userId } = await join(server);
  const person = newcomer();
  await confirm(server, person);
  // Joined by mail, and verified their number later.
  await server.services.database.db
    .updateTable('users')
    .set({ phone_verified_at: new Date() })
    .where('id', '=', userId)
    .execute();
  expect(
    (
      await server.call(
        'POST /auth/check-username',
        { username: form.username.toUpperCase() },
        { headers: person.from },
      )
    ).body,
  ).toEqual({ usernameTaken: true });
  expect(
    (await server.call('POST /auth/check-email', { email: form.email.toUpperCase() }, { headers: person.from })).body,
  ).toEqual({ emailTaken: true });
  expect(
    (await server.call('POST /auth/check-phone', { phoneNumber: form.phoneNumber }, { headers: person.from })).body,
  ).toEqual({ phoneNumberTaken: true });
  const free = await server.call(
    'POST /auth/check-phone',
    { phoneNumber: person.form.phoneNumber },
    { headers: person.from },
  );
  expect(free.body).toEqual({ phoneNumberTaken: false });
  expect(
    (await server.call('POST /auth/check-username', { username: person.form.username }, { headers: person.from })).body,
  ).toEqual({ usernameTaken: false });

  const named = await register(server, person, { username: form.username.toUpperCase() });
  expect(named.body.errors[0]).toEqual({
    code: 'auth.username_taken',
    message: 'This username has already been used',
    field: 'username',
  });
  const called = await register(server, person, { phoneNumber: form.phoneNumber });
  expect(called.body.errors[0]).toEqual({
    code: 'auth.phone_taken',
    message: 'This phone number has already been used',
    field: 'phoneNumber',
  });
  // Two people with one address: the second one's code is confirmed before the first one joins.
  const late = newcomer();
  await confirm(server, late);
  await server.services.database.db
    .updateTable('users')
    .set({ email: late.form.email })
    .where('username', '=', form.username)
    .execute();
  const mailed = await register(server, late, { email: late.form.email.toUpperCase() });
  expect(mailed.body.errors[0]).toEqual({
    code: 'auth.email_taken',
    message: 'This email has already been used',
    field: 'email',
  });
  expect((await register(server, person)).status, 'refusals cost nothing').toBe(201);
});

test('D-53: names of the product, of roles and of leagues count as taken', async () => {
  const person = newcomer();
  for (const username of ['Sideline', 'Creator', 'FIFA']) {
    expect((await server.call('POST /auth/check-username', { username }, { headers: person.from })).body).toEqual({
      usernameTaken: true,
    });
  }
});

test('a common password and two that differ are refused', async () => {
  const person = newcomer();
  expect(problemOf(await register(server, person, { password1: 'P@ssword123', password2: 'P@ssword123' }))).toEqual({
    status: 400,
    code: 'auth.password_weak',
    field: 'password1',
  });
  expect(problemOf(await register(server, person, { password2: 'Corner-Flag-28!' }))).toEqual({
    status: 400,
    code: 'auth.password_mismatch',
    field: 'password2',
  });
});

test('a register whose answer was lost is answered again with the same account, but not with another password', async () => {
  const person = newcomer();
  await confirm(server, person);
  const first = await register(server, person);
  const again = await register(server, person);
  expect(again.status).toBe(201);
  expect(again.body.userId).toBe(first.body.userId);
  expect((await register(server, person, { password1: 'Other-Flag-27!', password2: 'Other-Flag-27!' })).status).toBe(
    403,
  );
});

test('two registers of one person at the same time make one account', async () => {
  const person = newcomer();
  await confirm(server, person);
  const answers = await Promise.all([register(server, person), register(server, person)]);
  const users = await server.services.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.form.email)
    .execute();
  expect(users).toHaveLength(1);
  expect(answers.map(({ status, body }) => [status, body.userId])).toEqual([
    [201, users[0]!.id],
    [201, users[0]!.id],
  ]);
});

test('a code that two tabs enter is right in both; once it was used it is right in none', async () => {
  const person = newcomer();
  const codeId = await sendCode(server, person);
  const code = await newestCode(server, person.form.email);
  const both = await Promise.all([verifyCode(server, person, codeId, code), verifyCode(server, person, codeId, code)]);
  expect(both.map(({ body }) => body)).toEqual([{ correct: true }, { correct: true }]);
  expect((await register(server, person, { codeId })).status).toBe(201);
  expect(problemOf(await verifyCode(server, person, codeId, code))).toMatchObject({ code: 'auth.code_expired' });
  const other = newcomer();
  const taken = await register(server, { ...person, form: { ...other.form, email: person.form.email } }, { codeId });
  expect(problemOf(taken)).toMatchObject({ code: 'auth.code_not_verified' });
});

test('ACC-081 ACC-091 ACC-093 ACC-095 ACC-099 ACC-107 ACC-108 the server refuses by itself what the forms refuse', async () => {
  const person = newcomer();
  await confirm(server, person);
  const longAddress = `${'a'.repeat(308)}@example.org`;
  for (const [name, value, message] of [
    ['firstName', 'A', 'must be more than 2'],
    ['firstName', 'Ana 😀', 'Special characters are not allowed'],
    ['lastName', 'A'.repeat(51), 'must be less than 50'],
    ['email', longAddress, 'must be less than 255'],
    ['email', 'maya@mail', 'Please enter email address'],
    ['username', 'a'.repeat(26), 'must be less than 25'],
    ['password1', 'Abcdefg1', 'incorrect password'],
    ['phoneNumber', '447700900142', 'Incorrect number'],
    ['phoneNumber', '+999123456', 'Incorrect country code'],
    ['phoneNumber', '+44 7700 9', 'Incorrect number'],
    ['phoneNumber', '+44770090014212', 'Incorrect number'],
  ] as const) {
    const { status, body } = await register(server, person, { [name]: value });
    expect([status, body.errors[0].field, body.errors[0].message], value).toEqual([400, name, message]);
  }
  const send = (communicationMethod: string, destinationValue: string) =>
    server.call(
      'POST /auth/confirmation-code/send',
      { communicationMethod, destinationValue },
      { headers: newcomer().from },
    );
  for (const [method, value] of [
    ['email', longAddress],
    ['email', 'maya@mail'],
    ['text', '+999123456'],
    ['text', '+44 7700 9'],
    ['text', 'maya@mail.example'],
  ] as const)
    expect(problemOf(await send(method, value)), value).toMatchObject({ status: 400, field: 'destinationValue' });
  const check = await server.call('POST /auth/check-phone', { phoneNumber: '+999123456' }, { headers: person.from });
  expect(problemOf(check)).toMatchObject({ status: 400, field: 'phoneNumber' });
  expect((await register(server, person)).status).toBe(201);
});
