import { readdir, readFile } from 'node:fs/promises';
import { getPriority } from 'node:os';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type * as argon2 from '@node-rs/argon2';
import { HASHES } from '#server/calls/bounds.ts';
import type { TestServer } from '#tests/support/server.ts';
import {
  join,
  newcomer,
  newestCode,
  otherCode,
  PASSWORD,
  problemOf,
  register,
  sendCode,
  startAccounts,
  verifyCode,
} from './people.fixtures.ts';

/* Guessing over many accounts, codes and networks, and what it costs everybody else. Source: decision 0105. */

/** How many comparisons were under way at the same time in Node's pool threads; each is the real one. */
const hashed = vi.hoisted(() => ({ now: 0, peak: 0 }));
vi.mock('@node-rs/argon2', async (load) => {
  const real = await load<typeof argon2>();
  const verify: typeof real.verify = async (...given) => {
    hashed.now += 1;
    hashed.peak = Math.max(hashed.peak, hashed.now);
    return real.verify(...given).finally(() => (hashed.now -= 1));
  };
  return { ...real, verify };
});

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

let networks = 0;
const elsewhere = () => {
  networks += 1;
  return { 'X-Forwarded-For': `198.18.${Math.floor(networks / 250)}.${networks % 250}` };
};
const WRONG = 'Wrong-Flag-27!';
const login = (username: string, password: string, headers: Record<string, string> = elsewhere()) =>
  server.call('POST /auth/login', { username, password }, { headers });
/** Sets a bucket, which fills again only after a token was taken from it, however long a test takes. */
const setTokens = (key: string, tokens: number) =>
  server.services.database.pool.query(
    `insert into rate_limits (key, tokens, refilled_at) values ($1, $2, now() + interval '1 day')
     on conflict (key) do update set tokens = $2, refilled_at = excluded.refilled_at`,
    [key, tokens],
  );
const tokensOf = async (like: string): Promise<number[]> =>
  (await server.services.database.pool.query(`select tokens from rate_limits where key like $1`, [like])).rows.map(
    ({ tokens }) => Number(tokens),
  );

/** Processes that this one has started, each of which leads a session of its own, at a lower priority than this one. */
const lowPrioritySessions = async (): Promise<number> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
      // Its fields from the third one: the second one, the name, may hold spaces.
      const fields = stat
        .slice(stat.lastIndexOf(')') + 2)
        .split(' ')
        .map(Number);
      const [parent, session, nice] = [fields[1], fields[3], fields[16]!];
      return parent === process.pid && session === Number(pid) && nice > getPriority();
    }),
  );
  return found.filter(Boolean).length;
};

describe('the lines of password hashes', () => {
  test('few are hashed at once; where a line is full, one more is refused with a wait and has used up no try', async () => {
    const owner = await join(server);
    const { hashes } = server.services.bounds;
    const place = await hashes.take('strangers');
    const waiting = Array.from({ length: HASHES.waitingMax }, () => hashes.take('strangers'));
    const refused = await login(owner.form.username, PASSWORD);
    expect(problemOf(refused)).toMatchObject({ status: 503, code: 'server.busy' });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await tokensOf(`login:account:${owner.userId}`)).toEqual([10]);
    const newPerson = newcomer();
    await verifyCode(
      server,
      newPerson,
      await sendCode(server, newPerson),
      await newestCode(server, newPerson.form.email),
    );
    expect((await register(server, newPerson)).status).toBe(503);
    place();
    for (const next of waiting) (await next)();
    expect((await login(owner.form.username, PASSWORD)).status).toBe(200);
    expect((await register(server, newPerson)).status).toBe(201);
  });

  test('a known device has a line of its own: it signs in while strangers fill theirs', async () => {
    const owner = await join(server);
    const signedIn = await login(owner.form.username, PASSWORD);
    const cookie = signedIn.headers
      .getSetCookie()
      .find((line) => line.startsWith('sideline_device='))!
      .split(';')[0]!;
    const { hashes } = server.services.bounds;
    const place = await hashes.take('strangers');
    const waiting = Array.from({ length: HASHES.waitingMax }, () => hashes.take('strangers'));
    expect((await login(owner.form.username, PASSWORD, { ...elsewhere(), cookie })).status).toBe(200);
    place();
    for (const next of waiting) (await next)();
  });

  test('passwords of strangers are hashed in one process of low priority; the pool threads, which also read files, stay free', async () => {
    hashed.peak = 0;
    const answers = await Promise.all(Array.from({ length: 24 }, (_, index) => login(`somebody${index}`, WRONG)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 401));
    expect(hashed.peak).toBe(0);
    if (process.platform === 'linux') expect(await lowPrioritySessions()).toBe(1);
  });
});

test('while many fail on all accounts together, a network has five failures, and others still sign in', async () => {
  const owner = await join(server);
  await setTokens('login:all', 0);
  const from = elsewhere();
  for (let i = 0; i < 5; i += 1) expect((await login(`nobody${i}`, WRONG, from)).status).toBe(401);
  expect(problemOf(await login('nobody9', WRONG, from))).toMatchObject({ status: 429, code: 'auth.too_many_logins' });
  expect((await login(owner.form.username, PASSWORD)).status).toBe(200);
  await setTokens('login:all', 1_000);
  expect((await login('nobody9', WRONG, from)).status).toBe(401);
});

test('tries of one /64 of IPv6 count together, over any names', async () => {
  const tryFrom = async (host: number) =>
    (await login(`guessed${host}`, WRONG, { 'X-Forwarded-For': `2001:db8:91:1::${host}` })).status;
  expect(await tryFrom(1)).toBe(401);
  const buckets = await server.services.database.pool.query<{ key: string; tokens: number }>(
    `select key, tokens from rate_limits where key like 'login:from:2001:db8:91:%' order by tokens`,
  );
  // Those of the /64 and of the /48 around it.
  expect(buckets.rows.map(({ tokens }) => Number(tokens))).toEqual([49, 399]);
  await setTokens(buckets.rows[0]!.key, 2);
  expect([await tryFrom(2), await tryFrom(3), await tryFrom(4)]).toEqual([401, 401, 429]);
});

test('wrong codes count over all codes of a destination, right ones do not, and a known device has a count of its own', async () => {
  const owner = await join(server);
  const signedIn = await login(owner.form.username, PASSWORD);
  const device = signedIn.headers
    .getSetCookie()
    .find((line) => line.startsWith('sideline_device='))!
    .split(';')[0]!;
  const ask = async (headers: Record<string, string>) => {
    const request = { communicationMethod: 'email', destinationValue: owner.form.email };
    return (await server.call('POST /auth/password-reset/request', request, { headers })).body.codeId as string;
  };
  const enter = (confirmationCodeId: string, confirmationCodeFromUser: string, headers: Record<string, string>) =>
    server.call('POST /auth/password-reset/verify', { confirmationCodeId, confirmationCodeFromUser }, { headers });
  const newest = async (codeId: string) => {
    const sent = () =>
      server.services.database.db
        .selectFrom('confirmation_codes')
        .select('sent_at')
        .where('id', '=', codeId)
        .executeTakeFirstOrThrow();
    await expect.poll(async () => (await sent()).sent_at).not.toBeNull();
    return newestCode(server, owner.form.email);
  };
  for (let sends = 0; sends < 4; sends += 1) {
    const codeId = await ask(elsewhere());
    const code = otherCode(await newest(codeId));
    for (let tries = 0; tries < 5; tries += 1)
      expect((await enter(codeId, code, elsewhere())).body).toEqual({ correct: false });
  }
  const fifth = await ask(elsewhere());
  expect(problemOf(await enter(fifth, otherCode(await newest(fifth)), elsewhere()))).toMatchObject({
    status: 429,
    code: 'request.too_often',
  });
  const own = { ...elsewhere(), cookie: device };
  const ownCode = await ask(own);
  expect((await enter(ownCode, await newest(ownCode), own)).body).toMatchObject({ correct: true });
  expect(await tokensOf(`code:reset:wrong:${owner.form.email}:%`)).toEqual([20]);
});

test('a password that is tried by repeating a registration counts like one of a sign-in', async () => {
  const owner = await join(server);
  const again = (password: string) =>
    register(server, { ...owner, from: elsewhere() }, { password1: password, password2: password });
  for (let i = 0; i < 10; i += 1) expect((await again(`${i}${WRONG}`)).status).not.toBe(429);
  expect(problemOf(await again(PASSWORD))).toMatchObject({ status: 429, code: 'auth.too_many_logins' });
});
