import { Secret, TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { PASSKEYS_MAX, RECOVERY_CODES } from '#contract/limits.ts';
import type { TestServer } from '#tests/support/server.ts';
import { createAuthenticator, type Faults } from './authenticator.fixtures.ts';
import { eventsOf, hasShape, join, noticesOf, PASSWORD, problemOf, startAccounts } from './people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());
afterEach(() => server.setNow(new Date()));

type Person = Awaited<ReturnType<typeof join>>;
const TOKEN = { 'X-Session': 'token' };
const MINUTE_MS = 60_000;
const later = (ms: number) => server.setNow(new Date(Date.now() + ms));
const as = (person: Person) => ({ as: person.as, headers: person.from });
const me = (token: string) =>
  server.call('GET /users/me', undefined, { headers: { Authorization: `Bearer ${token}` } });
const security = async (person: Person) => {
  const answer = await server.call('GET /account/security', undefined, as(person));
  expect(hasShape('account.security', answer)).toBe(true);
  return answer.body;
};

const device = () => createAuthenticator(server.services.config.publicUrl);
const startPasskey = (person: Person, input = {}) => server.call('POST /account/passkeys/start', input, as(person));
const addPasskey = (person: Person, passkey: unknown) => server.call('POST /account/passkeys', { passkey }, as(person));
const withPasskey = async (faults: Faults = {}) => {
  const [person, phone] = [await join(server), device()];
  const added = await addPasskey(person, phone.register((await startPasskey(person)).body, faults));
  expect(added.status).toBe(201);
  return { person, phone, passkey: added.body as { id: string; name: string } };
};
const challenge = async (person: Person) => {
  const answer = await server.call('POST /auth/passkey/start', {}, { headers: person.from });
  expect(hasShape('auth.startPasskeySignIn', answer)).toBe(true);
  return answer.body as { challenge: string };
};
const signIn = (person: Person, proof: unknown) =>
  server.call('POST /auth/passkey/sign-in', { proof }, { headers: { ...person.from, ...TOKEN } });

test('a person adds a passkey and signs in by it alone, with the same session as by password', async () => {
  const { person, phone } = await withPasskey();
  const answer = await signIn(person, phone.prove(await challenge(person)));
  expect(hasShape('auth.passkeySignIn', answer)).toBe(true);
  expect(answer.body).toMatchObject({ loginAllowed: true, userId: person.userId });
  expect((await me(answer.body.access)).body.userId).toBe(person.userId);
  const next = await server.call(
    'POST /auth/token/refresh',
    { refresh: answer.body.refresh },
    { headers: { ...person.from, ...TOKEN } },
  );
  expect(next.status).toBe(200);
  expect((await security(person)).passkeys).toMatchObject([{ isSynced: true, usedAt: expect.any(String) }]);
  expect(await eventsOf(server, person)).toEqual(expect.arrayContaining(['passkey_added', 'sign_in']));
  expect(await noticesOf(server, person)).toContain('A passkey was added');
  const options = await startPasskey(person);
  expect(hasShape('account.startPasskey', options)).toBe(true);
  expect(options.body).toMatchObject({ rp: { id: 'localhost' }, excludeCredentials: [{ id: phone.id }] });
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another host', { host: 'evil.example' }],
  ['a person whom the device did not verify', { isUserVerified: false }],
] satisfies [string, Faults][])('%s is refused, and uses the challenge up', async (_, faults) => {
  const [person, phone] = [await join(server), device()];
  const options = (await startPasskey(person)).body;
  const refused = await addPasskey(person, phone.register(options, faults));
  expect(problemOf(refused)).toMatchObject({ status: 403, code: 'auth.passkey_refused' });
  expect(problemOf(await addPasskey(person, phone.register(options)))).toMatchObject({
    code: 'auth.passkey_expired',
  });

  await addPasskey(person, phone.register((await startPasskey(person)).body));
  const started = await challenge(person);
  expect(problemOf(await signIn(person, phone.prove(started, faults)))).toMatchObject({
    status: 403,
    code: 'auth.passkey_refused',
  });
  expect(problemOf(await signIn(person, phone.prove(started)))).toMatchObject({ code: 'auth.passkey_expired' });
});

test('a challenge counts once, for ten minutes, for its person and its purpose', async () => {
  const { person, phone } = await withPasskey();
  const started = await challenge(person);
  const proof = phone.prove(started);
  expect((await signIn(person, proof)).status).toBe(200);
  expect(problemOf(await signIn(person, proof))).toMatchObject({ status: 410, code: 'auth.passkey_expired' });

  const late = await challenge(person);
  later(11 * MINUTE_MS);
  expect(problemOf(await signIn(person, phone.prove(late)))).toMatchObject({ code: 'auth.passkey_expired' });
  server.setNow(new Date());

  const stranger = await join(server);
  const options = (await startPasskey(person)).body;
  for (const [who, given] of [
    [stranger, options],
    [person, { ...options, ...(await challenge(person)) }],
  ] as const)
    expect(problemOf(await addPasskey(who, device().register(given)))).toMatchObject({
      code: 'auth.passkey_expired',
    });
});

test('one answer that arrives twice at once opens one session', async () => {
  const { person, phone } = await withPasskey();
  const proof = phone.prove(await challenge(person));
  const answers = await Promise.all([signIn(person, proof), signIn(person, proof)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410]);
});

test('a device that counts its uses must count up; one that does not is taken', async () => {
  const { person, phone } = await withPasskey({ counter: 5 });
  const use = async (counter: number) =>
    (await signIn(person, phone.prove(await challenge(person), { counter }))).status;
  expect(await use(7)).toBe(200);
  expect(await use(7)).toBe(403);
  expect(await use(6)).toBe(403);
  expect(await use(0)).toBe(403);
  expect(await use(8)).toBe(200);
  const synced = await withPasskey();
  for (let i = 0; i < 2; i += 1)
    expect((await signIn(synced.person, synced.phone.prove(await challenge(synced.person)))).status).toBe(200);
});

test('a passkey signs in its own person only, and no other signature counts', async () => {
  const [hers, his] = [await withPasskey(), await withPasskey()];
  const handle = Buffer.from(his.person.userId.replaceAll('-', ''), 'hex').toString('base64url');
  const asHim = hers.phone.prove(await challenge(hers.person), { userHandle: handle });
  expect(problemOf(await signIn(hers.person, asHim))).toMatchObject({ code: 'auth.passkey_refused' });
  const hisName = hers.phone.prove(await challenge(hers.person), { id: his.phone.id, userHandle: handle });
  expect(problemOf(await signIn(hers.person, hisName))).toMatchObject({ code: 'auth.passkey_refused' });
  const unknown = hers.phone.prove(await challenge(hers.person), { id: 'unknown' });
  expect(problemOf(await signIn(hers.person, unknown))).toMatchObject({ status: 404, code: 'auth.passkey_unknown' });
});

test('the passkey of somebody else cannot be added, renamed or deleted', async () => {
  const { person, phone, passkey } = await withPasskey();
  const stranger = await join(server);
  const taken = await addPasskey(stranger, phone.register((await startPasskey(stranger)).body));
  expect(problemOf(taken)).toMatchObject({ status: 409, code: 'account.passkey_known' });
  const path = `/account/passkeys/${passkey.id}`;
  expect((await server.call(`PUT ${path}`, { name: 'Mine' }, as(stranger))).status).toBe(404);
  expect((await server.call(`DELETE ${path}`, undefined, as(stranger))).status).toBe(404);
  expect((await security(person)).passkeys).toMatchObject([{ id: passkey.id, name: passkey.name }]);
});

test('a passkey is renamed and deleted; a deleted one opens nothing', async () => {
  const { person, phone, passkey } = await withPasskey();
  const path = `/account/passkeys/${passkey.id}`;
  expect((await server.call(`PUT ${path}`, { name: ' My phone ' }, as(person))).body).toMatchObject({
    name: 'My phone',
  });
  const gone = await server.call(`DELETE ${path}`, undefined, as(person));
  expect(gone.body).toEqual({ rpId: 'localhost', credentialId: phone.id });
  expect((await security(person)).passkeys).toEqual([]);
  expect((await signIn(person, phone.prove(await challenge(person)))).status).toBe(404);
  expect(await noticesOf(server, person)).toContain('A passkey was deleted');
});

test('after ten minutes a new passkey or a second factor needs the password, with limited tries', async () => {
  const person = await join(server);
  later(11 * MINUTE_MS);
  for (const path of ['passkeys/start', 'two-factor/start']) {
    const ask = (password?: string) => server.call(`POST /account/${path}`, { password }, as(person));
    expect(problemOf(await ask())).toMatchObject({ status: 403, code: 'account.proof_needed', field: 'password' });
    expect(problemOf(await ask('Wrong-Flag-27!'))).toMatchObject({ status: 403, code: 'account.wrong_password' });
    expect((await ask(PASSWORD)).status).toBe(200);
  }
  for (let i = 0; i < 8; i += 1) await startPasskey(person, { password: 'Wrong-Flag-27!' });
  expect(problemOf(await startPasskey(person, { password: PASSWORD }))).toMatchObject({ status: 429 });
});

test('an account has a limited number of passkeys', async () => {
  const { person } = await withPasskey();
  const rows = Array.from({ length: PASSKEYS_MAX - 2 }, () => device().id);
  await server.services.database.db
    .insertInto('passkeys')
    .values(
      rows.map((credential_id) => ({
        id: crypto.randomUUID(),
        user_id: person.userId,
        credential_id,
        public_key: Buffer.from('x'),
        counter: 0,
        name: 'Phone',
        is_synced: true,
      })),
    )
    .execute();
  const waiting = (await startPasskey(person)).body;
  expect((await addPasskey(person, device().register((await startPasskey(person)).body))).status).toBe(201);
  expect(problemOf(await addPasskey(person, device().register(waiting)))).toMatchObject({
    code: 'account.passkeys_full',
  });
  expect(problemOf(await startPasskey(person))).toMatchObject({ code: 'account.passkeys_full' });
});

test('a suspended account opens no session', async () => {
  const { person, phone } = await withPasskey();
  const { db } = server.services.database;
  await db.updateTable('users').set({ is_suspended: true }).where('id', '=', person.userId).execute();
  const answer = await signIn(person, phone.prove(await challenge(person)));
  expect(answer.body).toMatchObject({ loginAllowed: false });
  expect(answer.body.access).toBeUndefined();
});

const STEP_MS = 30_000;
const codeAt = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({
    timestamp: server.services.now().getTime() + steps * STEP_MS,
  });
const wrong = (code: string): string => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0');
const login = (person: Person, more: object = { hasSecondStep: true }) =>
  server.call(
    'POST /auth/login',
    { username: person.form.username, password: PASSWORD, ...more },
    { headers: { ...person.from, ...TOKEN } },
  );
const confirm = (person: Person, secondStep: string, code: string) =>
  server.call('POST /auth/login/confirm', { secondStep, code }, { headers: { ...person.from, ...TOKEN } });
const twoFactor = (person: Person, what: string, input: object = {}) =>
  server.call(`POST /account/two-factor/${what}`, input, as(person));
/** A person whose set-up used the code of the 30 seconds before this one. */
const withTwoFactor = async () => {
  const person = await join(server);
  server.setNow(new Date());
  const { secret } = (await twoFactor(person, 'start')).body as { secret: string };
  const on = await twoFactor(person, 'confirm', { code: codeAt(secret, -1) });
  expect(hasShape('account.confirmTwoFactor', on)).toBe(true);
  return { person, secret, recoveryCodes: on.body.recoveryCodes as string[] };
};

test('a password alone gets a ticket and nothing about the person; a code then opens the session', async () => {
  const { person, secret, recoveryCodes } = await withTwoFactor();
  expect(new Set(recoveryCodes).size).toBe(RECOVERY_CODES);
  const asked = await login(person);
  expect(hasShape('auth.login', asked)).toBe(true);
  expect(asked.body).toEqual({
    loginAllowed: false,
    secondStep: expect.any(String),
    userId: person.userId,
    profiles: [],
    isRegistrationComplete: false,
    isAdmin: false,
    isEducator: false,
    isOrganization: false,
  });
  expect(asked.headers.get('set-cookie')).toBeNull();
  const answer = await confirm(person, asked.body.secondStep, codeAt(secret));
  expect(hasShape('auth.confirmLogin', answer)).toBe(true);
  expect((await me(answer.body.access)).body.userId).toBe(person.userId);
  expect((await security(person)).twoFactor).toMatchObject({ isOn: true, recoveryCodesLeft: RECOVERY_CODES });
});

test('a client that cannot ask for a code gets a sentence to show, only with the right password', async () => {
  const { person } = await withTwoFactor();
  expect(problemOf(await login(person, {}))).toEqual({
    status: 401,
    code: 'auth.second_step_needed',
    field: 'password',
  });
  expect(problemOf(await login(person, { password: 'Wrong-Flag-27!' }))).toMatchObject({ code: 'auth.wrong_login' });
});

test('a passkey counts as two factors', async () => {
  const { person } = await withTwoFactor();
  const phone = device();
  await addPasskey(person, phone.register((await startPasskey(person)).body));
  const answer = await signIn(person, phone.prove(await challenge(person)));
  expect(answer.body.loginAllowed).toBe(true);
  expect(answer.body.access).toEqual(expect.any(String));
});

test('a code counts once, and so does a ticket; a wrong code leaves the ticket', async () => {
  const { person, secret } = await withTwoFactor();
  const { secondStep } = (await login(person)).body;
  const code = codeAt(secret);
  expect(problemOf(await confirm(person, secondStep, wrong(code)))).toEqual({
    status: 403,
    code: 'auth.wrong_code',
    field: 'code',
  });
  const both = await Promise.all([confirm(person, secondStep, code), confirm(person, secondStep, code)]);
  expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(problemOf(await confirm(person, secondStep, codeAt(secret, 1)))).toMatchObject({
    status: 410,
    code: 'auth.second_step_over',
  });
  const again = (await login(person)).body.secondStep;
  expect(problemOf(await confirm(person, again, code))).toMatchObject({ status: 409, code: 'auth.code_used' });
  expect(problemOf(await confirm(person, again, codeAt(secret, -1)))).toMatchObject({ code: 'auth.code_used' });
  expect(problemOf(await confirm(person, again, codeAt(secret, 3)))).toMatchObject({ code: 'auth.wrong_code' });
  expect((await confirm(person, again, codeAt(secret, 1))).status).toBe(200);
});

test('a ticket ends after ten minutes, with a new password, and is nobody else’s', async () => {
  const { person, secret } = await withTwoFactor();
  const { db } = server.services.database;
  const first = (await login(person)).body.secondStep as string;
  later(11 * MINUTE_MS);
  expect(problemOf(await confirm(person, first, codeAt(secret)))).toMatchObject({ code: 'auth.second_step_over' });
  server.setNow(new Date());
  const other = await withTwoFactor();
  const mixed = `${other.person.userId}.${((await login(person)).body.secondStep as string).split('.')[1]}`;
  expect(problemOf(await confirm(person, mixed, codeAt(other.secret)))).toMatchObject({
    code: 'auth.second_step_over',
  });
  const second = (await login(person)).body.secondStep as string;
  await db.updateTable('users').set({ password_hash: 'other' }).where('id', '=', person.userId).execute();
  expect(problemOf(await confirm(person, second, codeAt(secret)))).toMatchObject({ code: 'auth.second_step_over' });
});

test('wrong codes are limited, also over several tickets; who has no ticket uses no tries up', async () => {
  const { person, secret } = await withTwoFactor();
  const code = codeAt(secret);
  const noTicket = `${person.userId}.${'x'.repeat(43)}`;
  for (let i = 0; i < 12; i += 1) expect((await confirm(person, noTicket, wrong(code))).status).toBe(410);
  for (let i = 0; i < 10; i += 1)
    expect((await confirm(person, (await login(person)).body.secondStep, wrong(code))).status).toBe(403);
  expect(problemOf(await confirm(person, (await login(person)).body.secondStep, code))).toMatchObject({
    status: 429,
    code: 'auth.too_many_logins',
  });
});

test('each recovery code opens once and is announced; new ones end the old', async () => {
  const { person, secret, recoveryCodes } = await withTwoFactor();
  const [first, second] = recoveryCodes as [string, string];
  const use = async (code: string) => (await confirm(person, (await login(person)).body.secondStep, code)).status;
  expect(await use(first.toLowerCase().replace('-', ' '))).toBe(200);
  expect(await use(first)).toBe(403);
  expect((await security(person)).twoFactor.recoveryCodesLeft).toBe(RECOVERY_CODES - 1);
  expect(await noticesOf(server, person)).toContain('A recovery code was used');
  const made = await twoFactor(person, 'recovery-codes', { password: PASSWORD, code: codeAt(secret) });
  expect(hasShape('account.makeRecoveryCodes', made)).toBe(true);
  expect(await use(second)).toBe(403);
  expect(await use(made.body.recoveryCodes[0])).toBe(200);
  const stranger = await withTwoFactor();
  expect(
    (await confirm(stranger.person, (await login(stranger.person)).body.secondStep, made.body.recoveryCodes[1])).status,
  ).toBe(403);
});

test('turning it off needs the password and a code; after that the password is enough', async () => {
  const { person, secret } = await withTwoFactor();
  const stop = (input: object) => twoFactor(person, 'stop', input);
  const code = codeAt(secret);
  expect(problemOf(await stop({ password: 'Wrong-Flag-27!', code }))).toMatchObject({
    status: 403,
    code: 'account.wrong_password',
  });
  expect(problemOf(await stop({ password: PASSWORD, code: wrong(code) }))).toMatchObject({ code: 'auth.wrong_code' });
  expect((await stop({ password: PASSWORD, code })).status).toBe(204);
  expect((await login(person)).body.loginAllowed).toBe(true);
  expect(problemOf(await stop({ password: PASSWORD, code }))).toMatchObject({ code: 'account.two_factor_off' });
  expect(await eventsOf(server, person)).toEqual(expect.arrayContaining(['two_factor_on', 'two_factor_off']));
});

test('until a code confirms it, sign-in asks for none; a second start replaces the secret, a running one stays', async () => {
  const person = await join(server);
  const first = (await twoFactor(person, 'start')).body;
  expect(first.address).toMatch(/^otpauth:\/\/totp\/Sideline:newcomer\d+\?.*secret=/);
  expect((await login(person)).body.loginAllowed).toBe(true);
  const second = (await twoFactor(person, 'start')).body;
  const old = await twoFactor(person, 'confirm', { code: codeAt(first.secret) });
  expect(problemOf(old)).toMatchObject({ code: 'auth.wrong_code' });
  expect((await twoFactor(person, 'confirm', { code: codeAt(second.secret) })).status).toBe(200);
  expect(problemOf(await twoFactor(person, 'start'))).toMatchObject({ code: 'account.two_factor_on' });
  expect(problemOf(await twoFactor(person, 'confirm', { code: '123456' }))).toMatchObject({
    code: 'account.two_factor_on',
  });
});

test('the database holds neither the secret nor a recovery code', async () => {
  const { person, secret, recoveryCodes } = await withTwoFactor();
  const { db } = server.services.database;
  const row = await db
    .selectFrom('two_factor')
    .selectAll()
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const bytes = Buffer.from(Secret.fromBase32(secret).bytes);
  expect(Buffer.from(row.secret, 'base64url').includes(bytes)).toBe(false);
  const codes = await db.selectFrom('recovery_codes').selectAll().where('user_id', '=', person.userId).execute();
  const stored = JSON.stringify(codes);
  expect(recoveryCodes.filter((code) => stored.includes(code.replace('-', '')))).toEqual([]);
});
