import { Secret, TOTP } from 'otpauth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestAnswer, TestServer } from '#tests/support/server.ts';
import { createAuthenticator } from './authenticator.fixtures.ts';
import {
  codesTo,
  join,
  newcomer,
  newestCode,
  PASSWORD,
  problemOf,
  register,
  startAccounts,
} from './people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const PHONE =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36';
const NEW_PASSWORD = 'Penalty-Kick-3!';
type Person = Awaited<ReturnType<typeof join>>;

let networks = 0;
/** A browser without cookies, in a network of its own. */
const elsewhere = (userAgent = PHONE) => {
  networks += 1;
  return { 'X-Forwarded-For': `10.9.${networks}.7`, 'user-agent': userAgent };
};
const login = ({ form }: Pick<Person, 'form'>, headers: Record<string, string>, password = PASSWORD) =>
  server.call('POST /auth/login', { username: form.username, password, hasSecondStep: true }, { headers });
/** The cookies of an answer, as the browser sends them next. */
const cookiesOf = ({ headers }: Pick<TestAnswer, 'headers'>) =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .filter((pair) => !pair.endsWith('='));
const deviceCookie = (answer: TestAnswer) => cookiesOf(answer).find((pair) => pair.startsWith('sideline_device='))!;

const services = () => server.services;
const sql = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await services().database.pool.query(text, values)).rows as T[];

interface Told {
  title: string;
  text: string;
  link: string;
  recipient_type: string;
}
/** What the owner was told in the app of sign-ins on new devices. */
const told = ({ userId }: { userId: string }) =>
  sql<Told>(`select * from notifications where user_id = $1 and kind = 'new_device' order by sent_at, id`, [userId]);
const mailsOf = ({ form }: Pick<Person, 'form'>) =>
  sql<{ subject: string; body: string }>(
    `select subject, body from dev_messages where destination = any($1) and body like '%on a new device%' order by id`,
    [[form.email, form.phoneNumber]],
  );
/** Waits until nothing that mails people is left to do. */
const mailed = async (person: Pick<Person, 'form'>) => {
  const waiting = `select 1 from jobs.job where name = 'security.send' and state < 'completed'`;
  await expect.poll(() => sql(waiting), { timeout: 10_000 }).toEqual([]);
  return mailsOf(person);
};
const counts = async (person: Person) => [(await told(person)).length, (await mailed(person)).length];
const signIns = async ({ as }: Person) => {
  const { body } = await server.call('GET /account-history?page=1', undefined, { as });
  return (body.results as { kind: string; device: string; detail: object }[]).filter(({ kind }) => kind === 'sign_in');
};

test('a sign-in on a new device is told to its owner once: in the app and by mail, with when, where and what to do', async () => {
  const person = await join(server);
  await sql(`update users set time_zone = 'Asia/Tokyo' where id = $1`, [person.userId]);
  server.setNow(new Date('2026-11-27T19:28:00Z'));
  const answer = await login(person, elsewhere());
  server.setNow(new Date());
  expect(answer.status).toBe(200);
  const [notice, ...more] = await told(person);
  expect(more).toEqual([]);
  const when = /November 28, 2026 at 4:28\sAM \(Asia\/Tokyo\)/;
  expect(notice).toMatchObject({
    title: 'Sign-in on a new device',
    link: '/account-setting/devices',
    recipient_type: 'learner',
  });
  expect(notice!.text).toMatch(when);
  expect(notice!.text).toMatch(/^Chrome on Android, .*sign that device out and set a new password/);
  const [mail, ...others] = await mailed(person);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe('Sideline: sign-in on a new device');
  expect(mail!.body).toMatch(when);
  expect(mail!.body).toContain('Chrome on Android');
  const { publicUrl } = services().config;
  expect(mail!.body).toContain(`See your devices: ${publicUrl}/account-setting/devices`);
  expect(mail!.body).toContain(`${publicUrl}/reset-password-email`);
  expect(mail!.body).toContain('It cannot be switched off in the preferences.');
  // Where it came from is for the page of devices.
  expect(mail!.body + notice!.text).not.toMatch(/10\.9\./);
  expect(await signIns(person)).toContainEqual(
    expect.objectContaining({ device: 'Chrome on Android', detail: { newDevice: true } }),
  );
});

test('the device that created the account, and each that signed in before, is no news', async () => {
  const person = await join(server);
  expect(await counts(person)).toEqual([0, 0]);
  expect(await signIns(person)).toMatchObject([{ detail: {} }]);
  const first = await login(person, elsewhere());
  expect(await counts(person)).toEqual([1, 1]);
  const device = deviceCookie(first);
  // In another network, under another name: it has the cookie.
  expect((await login(person, { ...elsewhere('Firefox/130.0'), cookie: device })).status).toBe(200);
  expect(await counts(person)).toEqual([1, 1]);
  expect((await signIns(person)).filter(({ detail }) => 'newDevice' in detail)).toHaveLength(1);
  expect(await signIns(person)).toHaveLength(3);
  // The cookie is for that account.
  const other = await join(server);
  await login(other, { ...elsewhere(), cookie: device });
  expect(await counts(other)).toEqual([1, 1]);
});

test('the browser in which the person joined is known, also by a repeat of the registration', async () => {
  const person = await join(server);
  const again = await register(server, person);
  expect(again.status).toBe(201);
  expect((await login(person, { ...elsewhere(), cookie: deviceCookie(again) })).status).toBe(200);
  expect(await counts(person)).toEqual([0, 0]);
});

test('an account that nobody has signed in to before has no known devices, and hears of none', async () => {
  const person = await join(server);
  await sql('delete from account_events where user_id = $1', [person.userId]);
  await login(person, elsewhere());
  expect(await counts(person)).toEqual([0, 0]);
  await login(person, elsewhere());
  expect(await counts(person)).toEqual([1, 1]);
});

test('a browser that lost the cookie of the device is known while it holds an open session of the account', async () => {
  const person = await join(server);
  const session = async (of: Person) =>
    cookiesOf(await login(of, of.from)).find((cookie) => cookie.startsWith('sideline_refresh='))!;
  const [own, strangers] = [await session(person), await session(await join(server))];
  const before = await counts(person);
  await login(person, { ...elsewhere(), cookie: own });
  expect(await counts(person)).toEqual(before);
  const count = before[0]!;
  await login(person, { ...elsewhere(), cookie: strangers });
  expect((await told(person)).length).toBe(count + 1);
  await sql('update sessions set generation = 2 where id = $1', [own.split('=')[1]!.split('.')[0]]);
  await login(person, { ...elsewhere(), cookie: own });
  expect((await told(person)).length).toBe(count + 2);
  await sql('update sessions set generation = 0, revoked_at = now() where user_id = $1', [person.userId]);
  await login(person, { ...elsewhere(), cookie: own });
  expect((await told(person)).length).toBe(count + 3);
});

test('a passkey and a second step are ways to sign in like a password', async () => {
  const person = await join(server);
  const own = { as: person.as, headers: person.from };
  const device = createAuthenticator(services().config.publicUrl);
  const started = await server.call('POST /account/passkeys/start', {}, own);
  await server.call('POST /account/passkeys', { passkey: device.register(started.body) }, own);
  const headers = elsewhere();
  const challenge = await server.call('POST /auth/passkey/start', {}, { headers });
  const byPasskey = await server.call(
    'POST /auth/passkey/sign-in',
    { proof: device.prove(challenge.body) },
    { headers },
  );
  expect(byPasskey.body.loginAllowed).toBe(true);
  expect(await counts(person)).toEqual([1, 1]);

  const { secret } = (await server.call('POST /account/two-factor/start', {}, own)).body as { secret: string };
  const codeAt = (steps: number) =>
    new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + steps * 30_000 });
  await server.call('POST /account/two-factor/confirm', { code: codeAt(-1) }, own);
  const there = elsewhere();
  const { secondStep } = (await login(person, there)).body as { secondStep: string };
  const confirm = (code: string) => server.call('POST /auth/login/confirm', { secondStep, code }, { headers: there });
  // Who has only the password is not in.
  expect((await confirm('000000')).status).not.toBe(200);
  expect(await counts(person)).toEqual([1, 1]);
  expect((await confirm(codeAt(0))).body.loginAllowed).toBe(true);
  expect(await counts(person)).toEqual([2, 2]);
});

test('who resets the password on a new device is told of that, not of the sign-in that follows', async () => {
  const person = await join(server);
  const headers = elsewhere();
  const asked = await server.call(
    'POST /auth/password-reset/request',
    { communicationMethod: 'email', destinationValue: person.form.email },
    { headers },
  );
  await expect.poll(async () => (await codesTo(server, person.form.email)).length).toBe(2);
  const { resetToken } = (
    await server.call(
      'POST /auth/password-reset/verify',
      {
        confirmationCodeId: asked.body.codeId,
        confirmationCodeFromUser: await newestCode(server, person.form.email),
      },
      { headers },
    )
  ).body as { resetToken: string };
  const done = await server.call(
    'POST /auth/password-reset/complete',
    { resetToken, password1: NEW_PASSWORD, password2: NEW_PASSWORD },
    { headers },
  );
  const cookie = cookiesOf(done).join('; ');
  expect((await login(person, { ...headers, cookie }, NEW_PASSWORD)).body.loginAllowed).toBe(true);
  expect(await counts(person)).toEqual([0, 0]);
  await login(person, elsewhere(), NEW_PASSWORD);
  expect(await counts(person)).toEqual([1, 1]);
});

test('one device is told of once a day, and five of an account at once: the history has every sign-in', async () => {
  const person = await join(server);
  const headers = elsewhere();
  await Promise.all([1, 2, 3].map(() => login(person, headers)));
  expect(await counts(person)).toEqual([1, 1]);
  // Another browser in the same network, and the same one in another network.
  await login(person, { ...headers, 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:130.0) Firefox/130.0' });
  expect((await told(person)).length).toBe(2);
  for (let i = 0; i < 8; i += 1) await login(person, elsewhere());
  expect(await counts(person)).toEqual([5, 5]);
  expect((await signIns(person)).filter(({ detail }) => 'newDevice' in detail)).toHaveLength(12);
  // A device that was not told of because there were too many uses nothing up.
  await sql(`update rate_limits set refilled_at = refilled_at - interval '5 hours' where key like 'new-device:%'`);
  const last = { ...headers, 'X-Forwarded-For': `10.9.${networks}.7` };
  await login(person, last);
  await login(person, last);
  expect(await counts(person)).toEqual([6, 6]);
  await sql(`update rate_limits set refilled_at = refilled_at - interval '1 day' where key like 'new-device:%'`);
  await login(person, headers);
  expect(await counts(person)).toEqual([7, 7]);
});

test('a wrong password, a suspended and a deleted account tell nothing', async () => {
  const person = await join(server);
  expect(problemOf(await login(person, elsewhere(), 'Wrong-Flag-27!')).status).toBe(401);
  await sql('update users set is_suspended = true where id = $1', [person.userId]);
  expect((await login(person, elsewhere())).body.loginAllowed).toBe(false);
  await sql('update users set is_suspended = false where id = $1', [person.userId]);
  await server.call('DELETE /account', { password: PASSWORD }, { as: person.as });
  expect((await login(person, elsewhere())).body).toMatchObject({ loginAllowed: false, deletion: expect.anything() });
  expect(await counts(person)).toEqual([0, 0]);
});

test('a session that is not committed is told to nobody, and does not count', async () => {
  const person = await join(server);
  await sql(`create function refuse() returns trigger language plpgsql as $$ begin raise exception 'refused'; end $$`);
  await sql(`create constraint trigger refuse after insert on sessions initially deferred for each row
    when (new.user_id = '${person.userId}') execute function refuse()`);
  const headers = elsewhere();
  expect((await login(person, headers)).status).toBe(500);
  expect(await counts(person)).toEqual([0, 0]);
  await sql('drop trigger refuse on sessions');
  expect((await login(person, headers)).status).toBe(200);
  expect(await counts(person)).toEqual([1, 1]);
});

test('without a verified address the number gets a text message; without either, the app alone tells', async () => {
  const byText = newcomer();
  byText.form.communicationMethod = 'text';
  const person = await join(server, byText);
  await login(person, elsewhere());
  const [message, ...others] = await mailed(person);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ subject: '', body: expect.stringContaining('/reset-password-email') });
  await sql('update users set phone_verified_at = null where id = $1', [person.userId]);
  await login(person, elsewhere());
  expect(await counts(person)).toEqual([2, 1]);
});

test('a person who wants no notifications gets the mail all the same', async () => {
  const person = await join(server);
  const off = await server.call('PUT /notifications/settings', { isEnabled: false }, { as: person.as });
  expect(off.status).toBe(200);
  await login(person, elsewhere());
  expect(await counts(person)).toEqual([1, 1]);
});
