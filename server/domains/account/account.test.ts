import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { recordAccountEvent } from './events.ts';
import {
  hasShape,
  join,
  newcomer,
  newestCode,
  otherCode,
  PASSWORD,
  problemOf,
  startAccounts,
} from '../auth/people.fixtures.ts';

const DAY_MS = 86_400_000;
const NEW = 'Penalty-Kick-3!';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const eventsOf = (userId: string) =>
  server.services.database.db
    .selectFrom('account_events')
    .select(['kind', 'device', 'detail'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();

test('PRO-035 the account settings record holds username, email, number, way to send codes, and names', async () => {
  const { as, form } = await join(server);
  const settings = await server.call('GET /account-settings', undefined, { as });
  expect(hasShape('account.settings', settings)).toBe(true);
  const { username, email, phoneNumber, communicationMethod, firstName, lastName } = form;
  expect(settings.body).toEqual({
    username,
    email,
    phoneNumber,
    communicationMethod,
    firstName,
    lastName,
    isEmailVerified: true,
    isPhoneVerified: false,
  });
  expect((await server.call('GET /account-settings')).status).toBe(401);
});

test('D-89 a switch of the role is an event of the account; choosing the role in use is none', async () => {
  const both = await server.addPerson({ isLearner: true, isEducator: true });
  const choose = (lastLoginedRole: string) =>
    server.call(
      'PUT /users/me/last-logined-role',
      { lastLoginedRole },
      { as: both, headers: { 'User-Agent': 'Test phone' } },
    );
  await choose('learner');
  await choose('learner');
  expect(await eventsOf(both.userId)).toEqual([
    { kind: 'role_changed', device: 'Test phone', detail: { role: 'learner' } },
  ]);
});

type Person = Awaited<ReturnType<typeof join>>;
/** Sorted by name: events of one millisecond have no order. */
const kindsOf = async (userId: string) => (await eventsOf(userId)).map(({ kind }) => kind).toSorted();
const read = async ({ as }: Person) => (await server.call('GET /account-settings', undefined, { as })).body;
const put = ({ as, from }: Person, path: string, body: Record<string, unknown>, key?: string) =>
  server.call(`PUT /account-settings${path}`, body, { as, headers: from, ...(key && { key }) });
const mailsTo = (destination: string) =>
  server.services.database.db
    .selectFrom('dev_messages')
    .select(['subject', 'body'])
    .where('destination', '=', destination)
    .orderBy('id')
    .execute();

test('PRO-035 D-88 names and the way to send codes change alone or together, and the own row with them', async () => {
  const person = await join(server);
  const changed = await put(person, '', { firstName: ' Nóra ', communicationMethod: 'text' });
  expect(hasShape('account.change', changed)).toBe(true);
  expect(changed.body).toMatchObject({ firstName: 'Nóra', lastName: 'Newcomer', communicationMethod: 'text' });
  const me = await server.call('GET /users/me', undefined, { as: person.as });
  expect(me.body).toMatchObject({ firstName: 'Nóra', lastName: 'Newcomer', communicationMethod: 'text' });
  expect(problemOf(await put(person, '', { firstName: 'N0ra' }))).toMatchObject({ status: 400, field: 'firstName' });
  expect(problemOf(await put(person, '', { communicationMethod: 'fax' }))).toMatchObject({ status: 400 });
});

test('NAV-088 D-88 a username changes once in 30 days, to one that is free and not reserved', async () => {
  const [person, other] = [await join(server), await join(server)];
  const to = (username: string) => put(person, '/username', { username });
  const before = person.form.username;
  expect(problemOf(await to(other.form.username.toUpperCase()))).toEqual({
    status: 409,
    code: 'auth.username_taken',
    field: 'username',
  });
  expect(problemOf(await to('admin'))).toMatchObject({ code: 'auth.username_taken' });
  expect(problemOf(await to('no spaces'))).toMatchObject({ status: 400, field: 'username' });
  expect((await to(before)).status).toBe(200);
  const changed = await to(`${before}b`);
  expect(changed.body).toMatchObject({ username: `${before}b` });
  expect((await eventsOf(person.userId)).find(({ kind }) => kind === 'username_changed')).toMatchObject({
    kind: 'username_changed',
    detail: { from: before, to: `${before}b` },
  });
  const changedDaysAgo = (days: number) =>
    server.services.database.db
      .updateTable('users')
      .set({ username_changed_at: new Date(Date.now() - days * DAY_MS) })
      .where('id', '=', person.userId)
      .execute();
  await changedDaysAgo(29.5);
  const early = await to(before);
  await changedDaysAgo(30.1);
  const late = await to(before);
  expect(problemOf(early)).toEqual({ status: 429, code: 'account.username_wait', field: 'username' });
  expect(early.body.errors[0].message).toBe('You can change your username once in 30 days. Try again in 1 day.');
  expect(late.body).toMatchObject({ username: before });
});

/** Asks for a code to a new address or number, and waits for the message. */
const askFor = async (person: Person, communicationMethod: 'email' | 'text', destinationValue: string) => {
  const destination = destinationValue.replaceAll(' ', '').toLowerCase();
  const former = (await mailsTo(destination)).length;
  const asked = await server.call(
    'POST /account-settings/confirmation-code/send',
    { communicationMethod, destinationValue },
    { as: person.as, headers: person.from },
  );
  expect(asked.status, JSON.stringify(asked.body)).toBe(200);
  await expect.poll(async () => (await mailsTo(destination)).length).toBeGreaterThan(former);
  return { codeId: asked.body.codeId as string, confirmationCodeFromUser: await newestCode(server, destination) };
};

test('NAV-088 D-88 an email address changes with a code that was sent to it; the former one hears of it', async () => {
  const [person, other] = [await join(server), await join(server)];
  const email = newcomer().form.email;
  const ask = (destinationValue: string) =>
    server.call(
      'POST /account-settings/confirmation-code/send',
      { communicationMethod: 'email', destinationValue },
      { as: person.as, headers: person.from },
    );
  expect(problemOf(await ask(other.form.email))).toEqual({ status: 409, code: 'auth.email_taken', field: 'email' });
  expect(problemOf(await ask('nowhere'))).toMatchObject({ status: 400 });
  const code = await askFor(person, 'email', email.toUpperCase());
  const wrong = { ...code, confirmationCodeFromUser: otherCode(code.confirmationCodeFromUser) };
  expect(problemOf(await put(person, '/email', { email, ...wrong }))).toEqual({
    status: 403,
    code: 'account.wrong_code',
    field: 'code',
  });
  const elsewhere = { email: newcomer().form.email, ...code };
  expect(problemOf(await put(person, '/email', elsewhere))).toMatchObject({ code: 'account.wrong_code' });
  expect(problemOf(await put(other, '/email', { email, ...code }))).toMatchObject({ code: 'account.wrong_code' });
  expect(await read(person)).toMatchObject({ email: person.form.email });

  const changed = await put(person, '/email', { email: email.toUpperCase(), ...code });
  expect(hasShape('account.changeEmail', changed)).toBe(true);
  expect(changed.body.email).toBe(email);
  expect(await kindsOf(person.userId)).toEqual(['email_changed', 'sign_in']);
  await expect
    .poll(async () => (await mailsTo(person.form.email)).at(-1)?.subject)
    .toBe('Your Sideline email address was changed');
  // The answer was lost and the person presses again: nothing happens twice.
  expect((await put(person, '/email', { email, ...code })).body.email).toBe(email);
  expect(await kindsOf(person.userId)).toEqual(['email_changed', 'sign_in']);
  expect(problemOf(await put(person, '/email', { ...elsewhere, email: person.form.email }))).toMatchObject({
    status: 410,
    code: 'auth.code_expired',
  });
  const login = await server.call(
    'POST /auth/login',
    { username: email, password: PASSWORD },
    { headers: person.from },
  );
  expect(login.status).toBe(200);
});

test('NAV-088 D-88 a phone number changes with a code by text message; five wrong tries make the code void', async () => {
  const [person, other] = [await join(server), await join(server)];
  const { phoneNumber } = newcomer().form;
  await server.services.database.db
    .updateTable('users')
    .set({ phone_verified_at: new Date() })
    .where('id', '=', other.userId)
    .execute();
  const taken = await server.call(
    'POST /account-settings/confirmation-code/send',
    { communicationMethod: 'text', destinationValue: other.form.phoneNumber },
    { as: person.as, headers: person.from },
  );
  expect(problemOf(taken)).toEqual({ status: 409, code: 'auth.phone_taken', field: 'phoneNumber' });
  const first = await askFor(person, 'text', phoneNumber);
  const guess = { ...first, confirmationCodeFromUser: otherCode(first.confirmationCodeFromUser) };
  for (let tries = 0; tries < 5; tries += 1)
    expect(problemOf(await put(person, '/phone', { phoneNumber, ...guess }))).toMatchObject({ status: 403 });
  expect(problemOf(await put(person, '/phone', { phoneNumber, ...first }))).toMatchObject({
    status: 429,
    code: 'auth.code_void',
  });
  const second = newcomer().form.phoneNumber;
  const code = await askFor(person, 'text', second);
  server.setNow(new Date(Date.now() + 11 * 60_000));
  const late = await put(person, '/phone', { phoneNumber: second, ...code });
  server.setNow(new Date());
  expect(problemOf(late)).toMatchObject({ status: 410, code: 'auth.code_expired' });
  expect((await put(person, '/phone', { phoneNumber: second, ...code })).body.phoneNumber).toBe(second);
  expect(await kindsOf(person.userId)).toEqual(['phone_changed', 'sign_in']);
});

test('D-57 D-88 a number that another person did not verify is not taken; the code makes it a verified one', async () => {
  const [person, other] = [await join(server), await join(server)];
  const { phoneNumber } = other.form;
  const code = await askFor(person, 'text', phoneNumber);
  expect((await put(person, '/phone', { phoneNumber, ...code })).body).toMatchObject({ phoneNumber });
  const { phone_verified_at } = await server.services.database.db
    .selectFrom('users')
    .select('phone_verified_at')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  expect(phone_verified_at).not.toBeNull();
});

test('D-57 the number of sign-up is confirmed later by a code: then it is verified, by one person only', async () => {
  const [person, other] = [await join(server), await join(server)];
  const { phoneNumber } = person.form;
  await server.services.database.db
    .updateTable('users')
    .set({ phone_number: phoneNumber })
    .where('id', '=', other.userId)
    .execute();
  const code = await askFor(person, 'text', phoneNumber);
  const elsewhere = await askFor(other, 'text', phoneNumber);
  const guess = { ...code, confirmationCodeFromUser: otherCode(code.confirmationCodeFromUser) };
  expect(problemOf(await put(person, '/phone', { phoneNumber, ...guess }))).toMatchObject({
    code: 'account.wrong_code',
  });
  expect(await read(person)).toMatchObject({ phoneNumber, isPhoneVerified: false });
  expect((await put(person, '/phone', { phoneNumber, ...code })).body).toMatchObject({ isPhoneVerified: true });
  expect((await put(person, '/phone', { phoneNumber, ...code })).status, 'the answer was lost').toBe(200);
  expect(await read(person)).toMatchObject({ phoneNumber, isEmailVerified: true, isPhoneVerified: true });
  // Nothing was changed, so no message says so.
  expect(await kindsOf(person.userId)).toEqual(['phone_confirmed', 'sign_in']);
  expect((await mailsTo(person.form.email)).map(({ subject }) => subject)).not.toContain(
    'Your Sideline phone number was changed',
  );
  expect(problemOf(await put(other, '/phone', { phoneNumber, ...elsewhere }))).toEqual({
    status: 409,
    code: 'auth.phone_taken',
    field: 'phoneNumber',
  });
  expect(await read(other)).toMatchObject({ isPhoneVerified: false });
});

test('NAV-088 D-88 a new password needs the current one and ends all other sessions, and a mail says so', async () => {
  const person = await join(server);
  const login = (password: string) =>
    server.call(
      'POST /auth/login',
      { username: person.form.username, password },
      { headers: { ...person.from, 'X-Session': 'token' } },
    );
  const elsewhere = await login(PASSWORD);
  const change = (currentPassword: string, password1: string, password2 = password1) =>
    server.call(
      'PUT /account-settings/password',
      { currentPassword, password1, password2 },
      { as: person.as, headers: { ...person.from, 'X-Session': 'token' } },
    );
  expect(problemOf(await change('Wrong-Pass-1!', NEW))).toEqual({
    status: 400,
    code: 'account.wrong_current_password',
    field: 'currentPassword',
  });
  expect(problemOf(await change(PASSWORD, NEW, `${NEW}x`))).toMatchObject({ code: 'auth.password_mismatch' });
  expect(problemOf(await change(PASSWORD, 'Passw0rd!'))).toMatchObject({ code: 'auth.password_weak' });
  expect(problemOf(await change(PASSWORD, 'Newcomer-1!'))).toMatchObject({ code: 'auth.password_weak' });
  expect(problemOf(await change(PASSWORD, 'short'))).toMatchObject({ status: 400, field: 'password1' });

  const changed = await change(PASSWORD, NEW);
  expect(hasShape('account.changePassword', changed)).toBe(true);
  const refreshed = (refresh: string) => server.call('POST /auth/token/refresh', { refresh });
  expect((await refreshed(elsewhere.body.refresh)).status).toBe(401);
  expect((await server.call('GET /users/me', undefined, { as: person.as })).status).toBe(200);
  expect((await refreshed(changed.body.refresh)).status).toBe(200);
  await expect
    .poll(async () => (await mailsTo(person.form.email)).at(-1)?.subject)
    .toBe('Your Sideline password was changed');
  // The answer was lost, and the browser sends it again.
  expect((await change(PASSWORD, NEW)).status).toBe(200);
  expect(await kindsOf(person.userId)).toEqual(['password_changed', 'sign_in', 'sign_in']);
  expect([(await login(PASSWORD)).status, (await login(NEW)).status]).toEqual([401, 200]);
});

test('D-88 wrong tries of the current password are limited', async () => {
  const person = await server.addPerson();
  const guess = () =>
    server.call(
      'PUT /account-settings/password',
      { currentPassword: 'Wrong-Pass-1!', password1: NEW, password2: NEW },
      { as: person },
    );
  for (let tries = 0; tries < 10; tries += 1) expect((await guess()).status).toBe(400);
  expect(problemOf(await guess())).toMatchObject({ status: 429, code: 'auth.too_many_logins' });
});

test('NAV-085 D-89 the account history has the own events newest first, 25 per page, with device and time', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
  const userAgent = 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36';
  const { db } = server.services.database;
  for (let minute = 0; minute < 27; minute += 1)
    await recordAccountEvent(db, { userId: ana.userId, kind: 'sign_in', userAgent, at: at(minute) });
  await recordAccountEvent(db, { userId: ben.userId, kind: 'sign_out_all', userAgent: undefined, at: at(30) });
  const page = (number: number) => server.call(`GET /account-history?page=${number}`, undefined, { as: ana });
  const first = await page(1);
  expect(hasShape('account.history', first)).toBe(true);
  expect(first.body.count).toBe(27);
  expect(first.body.results).toHaveLength(25);
  expect(first.body.results[0]).toMatchObject({
    kind: 'sign_in',
    at: at(26).toISOString(),
    device: 'Chrome on Android',
    detail: {},
  });
  const second = await page(2);
  expect(second.body.results.map((event: { at: string }) => event.at)).toEqual(
    [at(1), at(0)].map((each) => each.toISOString()),
  );
  expect((await server.call('GET /account-history', undefined, { as: ben })).body.results).toMatchObject([
    { kind: 'sign_out_all', device: '' },
  ]);
});
