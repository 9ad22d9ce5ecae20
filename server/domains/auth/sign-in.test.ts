import http from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestServer } from '#tests/support/server.ts';
import { hasShape, join, newcomer, PASSWORD, problemOf, startAccounts } from './people.fixtures.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const TOKEN = { 'X-Session': 'token' };
const login = (username: string, password: string, headers: Record<string, string>) =>
  server.call('POST /auth/login', { username, password }, { headers });
const refresh = (token: string) => server.call('POST /auth/token/refresh', { refresh: token }, { headers: TOKEN });
const me = (token: string) =>
  server.call('GET /users/me', undefined, { headers: { Authorization: `Bearer ${token}` } });

test('ACC-129, ACC-060: a person signs in with username or email, in any case', async () => {
  const { form, from, userId } = await join(server);
  for (const name of [form.username, form.username.toUpperCase(), form.email.toUpperCase()]) {
    const answer = await login(name, PASSWORD, { ...from, ...TOKEN });
    expect(hasShape('auth.login', answer)).toBe(true);
    expect(answer.body).toMatchObject({
      loginAllowed: true,
      userId,
      isRegistrationComplete: false,
      isAdmin: false,
      isEducator: false,
      isOrganization: false,
    });
    expect(answer.body.profiles).toHaveLength(1);
    expect((await me(answer.body.access)).body.userId).toBe(userId);
  }
});

test('D-59: a browser gets no refresh token in the answer, only in its cookie, and the cookie refreshes', async () => {
  const { form, from } = await join(server);
  const answer = await login(form.username, PASSWORD, from);
  expect(answer.body.refresh).toBeUndefined();
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
  const next = await server.call('POST /auth/token/refresh', {}, { headers: { cookie } });
  expect(hasShape('auth.refresh', next)).toBe(true);
  expect(next.body.refresh).toBeUndefined();
  expect(next.headers.get('set-cookie')).toMatch(/^sideline_refresh=/);
  expect(next.headers.get('set-cookie')!.split(';')[0]).not.toBe(cookie);
});

test('D-59: no script of a page gets the refresh token, whatever header it sends', async () => {
  const { form, from } = await join(server);
  const own = { origin: server.services.config.publicUrl };
  for (const browser of [own, { ...own, 'sec-fetch-site': 'same-origin' }]) {
    const answer = await login(form.username, PASSWORD, { ...from, ...TOKEN, ...browser });
    expect(answer.status).toBe(200);
    expect(answer.body.refresh).toBeUndefined();
    const cookie = answer.headers.get('set-cookie')!.split(';')[0]!;
    for (const headers of [
      { ...TOKEN, cookie },
      { ...TOKEN, ...browser, cookie },
    ]) {
      const next = await server.call('POST /auth/token/refresh', {}, { headers });
      expect(next.status).toBe(200);
      expect(next.body.refresh).toBeUndefined();
      expect(next.headers.get('set-cookie')).toMatch(/^sideline_refresh=.*HttpOnly/);
    }
  }
});

test('D-67: an unknown name and a wrong password get the same message', async () => {
  const { form, from } = await join(server);
  const wrong = await login(form.username, 'Wrong-Flag-27!', from);
  const unknown = await login('nobodyatall', 'Wrong-Flag-27!', from);
  expect(problemOf(wrong)).toEqual({ status: 401, code: 'auth.wrong_login', field: 'password' });
  expect(unknown.body).toEqual(wrong.body);
});

test('D-67: after ten failures even the right password waits; another account at the same address does not', async () => {
  const { form, from } = await join(server);
  const other = await join(server);
  for (let i = 0; i < 10; i += 1)
    expect((await login(i % 2 ? form.username : form.email, 'Wrong-Flag-27!', from)).status).toBe(401);
  expect(problemOf(await login(form.username, PASSWORD, from))).toEqual({
    status: 429,
    code: 'auth.too_many_logins',
    field: 'password',
  });
  expect((await login(other.form.username, PASSWORD, from)).status).toBe(200);
});

test('D-67: an unknown name is slowed down like a known one, and one address fails fifty times at most', async () => {
  const headers = { 'X-Forwarded-For': '10.7.0.1' };
  const startedAtMs = performance.now();
  for (let i = 0; i < 10; i += 1) expect((await login('nosuchname', 'Wrong-Flag-27!', headers)).status).toBe(401);
  expect((await login('nosuchname', 'Wrong-Flag-27!', headers)).status).toBe(429);
  let failed = 10;
  const fail = async () => (await login(`nosuchname${failed}`, 'Wrong-Flag-27!', headers)).status;
  let status = await fail();
  for (; status === 401; status = await fail()) failed += 1;
  expect(status).toBe(429);
  // One more is allowed for each 18 s that the test takes.
  const givenBack = Math.ceil((performance.now() - startedAtMs) / 18_000);
  expect(failed).toBeGreaterThanOrEqual(50);
  expect(failed).toBeLessThanOrEqual(50 + givenBack);
});

test('D-67: many successful sign-ins are not limited', async () => {
  const { form, from } = await join(server);
  for (let i = 0; i < 12; i += 1) expect((await login(form.username, PASSWORD, from)).status).toBe(200);
});

test('a suspended account cannot sign in, and its sessions end', async () => {
  const { form, from, userId, as, refreshToken } = await join(server);
  await server.services.database.db.updateTable('users').set({ is_suspended: true }).where('id', '=', userId).execute();
  const answer = await login(form.username, PASSWORD, { ...from, ...TOKEN });
  expect(hasShape('auth.login', answer)).toBe(true);
  expect(answer.body.loginAllowed).toBe(false);
  expect(answer.body.access).toBeUndefined();
  expect((await me(as.token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(401);
});

test('D-58: a refresh whose answer was lost is answered with the same successor, until that is used', async () => {
  const { refreshToken } = await join(server);
  const first = await refresh(refreshToken);
  const replayed = await refresh(refreshToken);
  expect(first.status).toBe(200);
  expect(replayed.body.refresh).toBe(first.body.refresh);
  const second = await refresh(first.body.refresh);
  expect(second.body.refresh).not.toBe(first.body.refresh);
  expect((await refresh(first.body.refresh)).body.refresh).toBe(second.body.refresh);
});

test('D-58: a token older than the one before ends the session for every holder', async () => {
  const { refreshToken, as } = await join(server);
  const first = await refresh(refreshToken);
  const second = await refresh(first.body.refresh);
  expect(problemOf(await refresh(refreshToken))).toMatchObject({ status: 401, code: 'session.over' });
  expect((await refresh(second.body.refresh)).status).toBe(401);
  expect((await me(second.body.access)).status).toBe(401);
  expect((await me(as.token)).status).toBe(401);
});

test('D-58: tabs that refresh at the same time get the same successor and stay signed in', async () => {
  const { refreshToken } = await join(server);
  const answers = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
  expect(new Set(answers.map(({ body }) => body.refresh)).size).toBe(1);
  expect((await refresh(answers[0]!.body.refresh)).status).toBe(200);
});

test('D-58: a made-up or changed refresh token opens nothing and ends nothing', async () => {
  const { refreshToken } = await join(server);
  const [id, , signature] = refreshToken.split('.');
  for (const token of ['', 'nonsense', `${id}.7.${signature}`, `${refreshToken}x`])
    expect((await refresh(token)).status).toBe(401);
  expect((await refresh(refreshToken)).status).toBe(200);
});

test('D-322: a session ends 30 days after its last refresh', async () => {
  const { refreshToken } = await join(server);
  server.setNow(new Date(Date.now() + 29 * 86_400_000));
  const kept = await refresh(refreshToken);
  expect(kept.status).toBe(200);
  server.setNow(new Date(Date.now() + 60 * 86_400_000));
  const late = await refresh(kept.body.refresh);
  server.setNow(new Date());
  expect(late.status).toBe(401);
});

test('D-71: Log Out ends the session on the server, forgets its device and clears the cookie', async () => {
  const { form, from } = await join(server);
  const signedIn = await login(form.username, PASSWORD, from);
  const cookie = signedIn.headers.get('set-cookie')!.split(';')[0]!;
  const sessionId = cookie.slice(cookie.indexOf('=') + 1).split('.')[0]!;
  const { db } = server.services.database;
  await db
    .insertInto('devices')
    .values({
      user_id: signedIn.body.userId,
      session_id: sessionId,
      registration_id: 'push-here',
      registration_hash: 'push-here',
    })
    .execute();
  const out = await server.call('POST /logout', {}, { headers: { cookie, Authorization: 'Bearer long-expired' } });
  expect(out.status).toBe(204);
  expect(out.headers.get('set-cookie')).toMatch(/^sideline_refresh=; Path=\/api; Max-Age=0; HttpOnly/);
  expect((await me(signedIn.body.access)).status).toBe(401);
  expect((await server.call('POST /auth/token/refresh', {}, { headers: { cookie } })).status).toBe(401);
  expect(await db.selectFrom('devices').select('id').where('session_id', '=', sessionId).execute()).toEqual([]);
});

test('D-71: a Log Out that arrives late, from a browser where another person is signed in by then, ends only its own session', async () => {
  const [ana, bea] = [await join(server), await join(server)];
  const [left, here] = [
    await login(ana.form.username, PASSWORD, ana.from),
    await login(bea.form.username, PASSWORD, bea.from),
  ];
  const cookie = here.headers.get('set-cookie')!.split(';')[0]!;
  server.setNow(new Date(Date.now() + 3_600_000));
  const out = await server.call(
    'POST /logout',
    {},
    { headers: { cookie, Authorization: `Bearer ${left.body.access}` } },
  );
  server.setNow(new Date());
  expect(out.status).toBe(204);
  expect(out.headers.get('set-cookie')).toBeNull();
  expect([(await me(left.body.access)).status, (await me(here.body.access)).status]).toEqual([401, 200]);
});

/** Without fetch: Node's fetch sets Sec-Fetch-Mode itself. */
const logoutByGet = (token: string, headers: Record<string, string>): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    http
      .get(`${server.url}/api/logout`, { headers: { Authorization: `Bearer ${token}`, ...headers } }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
      .once('error', reject);
  });

test('D-71: logout by GET works for our own pages only, never by a link or from another site', async () => {
  const { as } = await join(server);
  expect(await logoutByGet(as.token, {})).toBe(403);
  expect(await logoutByGet(as.token, { 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-Mode': 'no-cors' })).toBe(403);
  expect(await logoutByGet(as.token, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'navigate' })).toBe(403);
  expect((await me(as.token)).status).toBe(200);
  expect(await logoutByGet(as.token, { 'Sec-Fetch-Site': 'same-origin', 'Sec-Fetch-Mode': 'cors' })).toBe(204);
  expect((await me(as.token)).status).toBe(401);
});

test('public calls need no session, and an expired one does not fail them', async () => {
  const { form, from } = newcomer();
  const answer = await server.call(
    'POST /auth/check-email',
    { email: form.email },
    { headers: { ...from, Authorization: 'Bearer x.y.z' } },
  );
  expect(answer.body).toEqual({ emailTaken: false });
});
