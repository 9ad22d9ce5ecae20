import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestAnswer, TestServer } from '#tests/support/server.ts';
import { join, newcomer, newestCode, PASSWORD, problemOf, startAccounts } from './people.fixtures.ts';

/* Strangers who guess, and the owner of the account who goes on. Source: D-56, D-67. */

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<typeof join>>;
let strangers = 0;
/** An address of a network that nobody has used before. */
const elsewhere = () => {
  strangers += 1;
  return { 'X-Forwarded-For': `192.0.${Math.floor(strangers / 250)}.${strangers % 250}` };
};
const login = (username: string, password: string, headers: Record<string, string>) =>
  server.call('POST /auth/login', { username, password }, { headers });
const askReset = (destinationValue: string, headers: Record<string, string>, communicationMethod = 'email') =>
  server.call('POST /auth/password-reset/request', { communicationMethod, destinationValue }, { headers });
const askSignUp = (destinationValue: string, communicationMethod = 'email', headers = elsewhere()) =>
  server.call('POST /auth/confirmation-code/send', { communicationMethod, destinationValue }, { headers });
const messagesTo = (destination: string) =>
  server.services.database.db
    .selectFrom('dev_messages')
    .selectAll()
    .where('destination', '=', destination)
    .orderBy('id', 'desc')
    .execute();
/** The cookies that a browser keeps of an answer. */
const cookiesOf = (answer: Pick<TestAnswer, 'headers'>): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0]!)
    .join('; ');
/** A browser in which the person has signed in, and signed out. */
const knownBrowser = async ({ form, from }: Person) => {
  const signedIn = await login(form.username, PASSWORD, from);
  const cookie = cookiesOf(signedIn);
  const out = await server.call(
    'POST /logout',
    {},
    { headers: { cookie, Authorization: `Bearer ${signedIn.body.access}` } },
  );
  expect(out.status).toBe(204);
  return { cookie: cookie.split('; ').find((each) => each.startsWith('sideline_device='))! };
};
const attack = async ({ form }: Person, tries = 12) => {
  for (let i = 0; i < tries; i += 1) await login(form.username, 'Wrong-Flag-27!', elsewhere());
};

describe('wrong passwords of strangers', () => {
  test('the owner signs in on a device that has signed in before; a stranger and a new device wait', async () => {
    const owner = await join(server);
    const browser = await knownBrowser(owner);
    await attack(owner);
    expect(problemOf(await login(owner.form.username, PASSWORD, elsewhere()))).toMatchObject({ status: 429 });
    expect((await login(owner.form.username, PASSWORD, { ...owner.from, ...browser })).status).toBe(200);
  });

  test('the device itself has ten tries, and its cookie helps with no other account', async () => {
    const [owner, other] = [await join(server), await join(server)];
    const browser = await knownBrowser(owner);
    await attack(other);
    expect((await login(other.form.username, PASSWORD, { ...elsewhere(), ...browser })).status).toBe(429);
    await attack(owner);
    for (let i = 0; i < 10; i += 1)
      expect((await login(owner.form.username, 'Wrong-Flag-27!', { ...elsewhere(), ...browser })).status).toBe(401);
    expect((await login(owner.form.username, PASSWORD, { ...elsewhere(), ...browser })).status).toBe(429);
  });

  test('a changed cookie is no known device', async () => {
    const owner = await join(server);
    const { cookie } = await knownBrowser(owner);
    await attack(owner);
    const [device, signature] = [cookie.slice(0, -23), cookie.slice(-22)];
    for (const forged of [
      `${device}.${signature.split('').toReversed().join('')}`,
      `sideline_device=${'A'.repeat(22)}.${signature}`,
      `sideline_device=${signature}`,
    ])
      expect((await login(owner.form.username, PASSWORD, { ...elsewhere(), cookie: forged })).status).toBe(429);
  });

  test('several people of one browser are all known to it', async () => {
    const [ana, bea] = [await join(server), await join(server)];
    const first = await knownBrowser(ana);
    const second = await login(bea.form.username, PASSWORD, { ...bea.from, ...first });
    const both = { cookie: cookiesOf(second) };
    for (const person of [ana, bea]) {
      await attack(person);
      expect((await login(person.form.username, PASSWORD, { ...elsewhere(), ...both })).status).toBe(200);
    }
  });

  test('the waits grow while they go on', async () => {
    const owner = await join(server);
    const waits: string[] = [];
    for (let quarter = 0; quarter < 3; quarter += 1) {
      server.setNow(new Date(Date.now() + quarter * 15 * 60_000));
      await attack(owner, 10);
      // The database's clock refills the buckets: make the time pass there.
      waits.push((await login(owner.form.username, PASSWORD, elsewhere())).body.errors[0].message);
      await server.services.database.pool.query(
        `update rate_limits set refilled_at = refilled_at - interval '15 minutes'`,
      );
    }
    server.setNow(new Date());
    expect(waits[0]).toContain('15 minutes');
    expect(waits.at(-1)).toContain('30 minutes');
  });

  test('a new password by a reset gets the owner in while the attack goes on', async () => {
    const owner = await join(server);
    await attack(owner);
    const codeId = (await askReset(owner.form.email, owner.from)).body.codeId;
    await expect.poll(async () => (await messagesTo(owner.form.email))[0]?.subject).toContain('new password');
    const { body } = await server.call(
      'POST /auth/password-reset/verify',
      { confirmationCodeId: codeId, confirmationCodeFromUser: await newestCode(server, owner.form.email) },
      { headers: owner.from },
    );
    const passwords = { password1: 'Penalty-Kick-3!', password2: 'Penalty-Kick-3!' };
    const completed = await server.call('POST /auth/password-reset/complete', {
      resetToken: body.resetToken,
      ...passwords,
    });
    expect(completed.status).toBe(204);
    const headers = { ...owner.from, cookie: cookiesOf(completed) };
    expect((await login(owner.form.username, passwords.password1, headers)).status).toBe(200);
  });
});

describe('codes that strangers ask for', () => {
  test('sign-up codes to an address with an account are a hint, and use up nobody’s reset', async () => {
    const owner = await join(server);
    // The fifth was the owner's own.
    for (let i = 0; i < 4; i += 1) expect((await askSignUp(owner.form.email)).status).toBe(200);
    expect((await askSignUp(owner.form.email)).status).toBe(429);
    const [newest] = await messagesTo(owner.form.email);
    expect(newest!.subject).toBe('You have a Sideline account');
    expect(newest!.body).not.toMatch(/\b\d{6}\b/);
    expect((await askReset(owner.form.email, owner.from)).status).toBe(200);
    await expect.poll(async () => (await messagesTo(owner.form.email))[0]?.subject).toContain('new password');
  });

  test('a known device has resets of its own', async () => {
    const owner = await join(server);
    const browser = await knownBrowser(owner);
    for (let i = 0; i < 6; i += 1) await askReset(owner.form.email, elsewhere());
    expect((await askReset(owner.form.email, elsewhere())).status).toBe(429);
    expect((await askReset(owner.form.email, { ...owner.from, ...browser })).status).toBe(200);
  });

  test('only text messages that are sent count for the prefix of their number', async () => {
    const prefix = '+99855';
    for (let i = 0; i < 5; i += 1)
      expect((await askReset(`${prefix}000${100 + i}`, elsewhere(), 'text')).status).toBe(200);
    const counted = async () =>
      (await server.services.database.pool.query(`select tokens from rate_limits where key = 'code:prefix:${prefix}'`))
        .rows;
    expect(await counted()).toEqual([]);
    expect((await askSignUp(`${prefix}0002000`, 'text')).status).toBe(200);
    expect(await counted()).toHaveLength(1);
  });
});

test('people of one /64 of IPv6 share a limit, and a /48 has a larger one', async () => {
  const send = (host: string) =>
    askSignUp(`v6-${host.replaceAll(':', '-')}@example.org`, 'email', { 'X-Forwarded-For': `2001:db8:77:${host}` });
  for (let i = 0; i < 10; i += 1) expect((await send(`1::${i}`)).status).toBe(200);
  expect((await send('1:ffff::9')).status).toBe(429);
  for (let net = 2; net < 9; net += 1)
    for (let i = 0; i < 10; i += 1) expect((await send(`${net}::${i}`)).status).toBe(200);
  expect((await send('9::1')).status).toBe(429);
  expect((await askSignUp('v6-else@example.org', 'email', { 'X-Forwarded-For': '2001:db8:78::1' })).status).toBe(200);
});

test('with https the cookies have the prefix, a former one counts once, and Log Out empties the browser’s cache', async () => {
  const owner = await join(server);
  const { config } = server.services;
  const address = config.publicUrl;
  const signedIn = await login(owner.form.username, PASSWORD, owner.from);
  const former = cookiesOf(signedIn).split('; ')[0]!;
  config.publicUrl = 'https://club.example.org';
  try {
    const renewed = await server.call('POST /auth/token/refresh', {}, { headers: { cookie: former } });
    expect(renewed.status).toBe(200);
    const [cookie, dropped] = renewed.headers.getSetCookie();
    expect(cookie).toMatch(
      /^__Secure-sideline_refresh=[\w.-]+; Path=\/api; Max-Age=\d+; HttpOnly; SameSite=Strict; Secure$/,
    );
    expect(dropped).toMatch(/^sideline_refresh=; Path=\/api; Max-Age=0;/);
    const both = `${former}; ${cookie!.split(';')[0]}`;
    const again = await server.call('POST /auth/token/refresh', {}, { headers: { cookie: both } });
    expect(again.status).toBe(200);
    const out = await server.call(
      'POST /logout',
      {},
      { headers: { cookie: again.headers.getSetCookie()[0]!.split(';')[0]! } },
    );
    expect(out.headers.getSetCookie()[0]).toMatch(/^__Secure-sideline_refresh=; Path=\/api; Max-Age=0/);
    expect(out.headers.get('clear-site-data')).toBe('"cache"');
  } finally {
    config.publicUrl = address;
  }
});

test('a newcomer’s browser is known from the first day', async () => {
  const person = newcomer();
  const joined = await join(server, person);
  expect(joined.userId).toBeTruthy();
  const signedIn = await login(person.form.username, PASSWORD, person.from);
  expect(signedIn.headers.getSetCookie().some((each) => /^sideline_device=.*Path=\/api\/auth;/.test(each))).toBe(true);
});

test('a network that checks a list of names, mails and numbers is refused, and others are answered', async () => {
  const from = elsewhere();
  const check = (headers: Record<string, string>, index: number) => {
    const { username, email, phoneNumber } = newcomer().form;
    const calls = [
      ['check-username', { username }],
      ['check-email', { email }],
      ['check-phone', { phoneNumber }],
    ] as const;
    const [name, body] = calls[index % 3]!;
    return server.call(`POST /auth/${name}`, body, { headers });
  };
  // 60 at once, and one more every ten seconds.
  const statuses = (await Promise.all(Array.from({ length: 90 }, (_, index) => check(from, index)))).map(
    ({ status }) => status,
  );
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(60);
  for (const index of [0, 1, 2]) expect((await check(elsewhere(), index)).status).toBe(200);
});
