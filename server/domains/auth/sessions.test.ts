import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PROPERTY_TIMEOUT_MS, RUNS, runs } from '#tests/support/property-runs.ts';
import type { TestServer } from '#tests/support/server.ts';
import { confirm, hasShape, join, newcomer, PASSWORD, problemOf, register, startAccounts } from './people.fixtures.ts';
import { openSession } from './sessions.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

type Person = Awaited<ReturnType<typeof join>>;
const DAY_MS = 86_400_000;
const db = () => server.services.database.db;
const newAttempt = () => crypto.randomUUID();
const send = (token: string, attempt?: string) =>
  server.call(
    'POST /auth/token/refresh',
    { refresh: token, ...(attempt && { attempt }) },
    { headers: { 'X-Session': 'token' } },
  );
const me = (token: string) =>
  server.call('GET /users/me', undefined, { headers: { Authorization: `Bearer ${token}` } });
const noticesOf = (sessionId: string) =>
  db().selectFrom('notifications').select('title').where('cause', '=', `session_reused:${sessionId}`).execute();
const mailsTo = (destination: string) =>
  db().selectFrom('dev_messages').selectAll().where('destination', '=', destination).orderBy('id', 'desc').execute();

/** A browser: it stores the attempt before it sends, and drops it with the answer. */
class Holder {
  token: string;
  attempt: string | undefined;
  constructor(token: string) {
    this.token = token;
  }
  /** @returns The status; the answer is lost on its way if `isLost`. */
  async refresh(isLost = false): Promise<number> {
    this.attempt ??= newAttempt();
    const { status, body } = await send(this.token, this.attempt);
    if (isLost || status !== 200) return status;
    this.token = body.refresh as string;
    this.attempt = undefined;
    return status;
  }
}

const open = async (person: Person): Promise<{ id: string; holder: Holder }> => {
  const { refresh } = await openSession(server.services, db(), person.userId, { userAgent: 'Test' });
  return { id: refresh.split('.')[0]!, holder: new Holder(refresh) };
};

const FATES = ['through', 'answer lost', 'only the cookie arrives', 'twice at once', 'twice'] as const;

test(
  'P21 D-58 a browser whose answers are lost or whose requests arrive twice stays signed in, and nobody is notified',
  async () => {
    const person = await join(server);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...FATES), { minLength: 2, maxLength: 6 }), async (fates) => {
        const { id, holder } = await open(person);
        for (const fate of fates) {
          holder.attempt ??= newAttempt();
          const { token, attempt } = holder;
          if (fate === 'answer lost') expect(await holder.refresh(true)).toBe(200);
          if (fate === 'only the cookie arrives') {
            // The page was closed before it read the answer: the attempt is still there.
            holder.token = (await send(token, attempt)).body.refresh as string;
          }
          if (fate === 'twice') expect((await send(token, attempt)).status).toBe(200);
          if (fate === 'twice at once') {
            const answers = await Promise.all([send(token, attempt), send(token, attempt)]);
            expect(answers.map(({ status }) => status)).toEqual([200, 200]);
            expect(answers[0]!.body.refresh).toBe(answers[1]!.body.refresh);
          }
          expect(await holder.refresh()).toBe(200);
        }
        expect(await noticesOf(id)).toEqual([]);
      }),
      runs,
    );
  },
  PROPERTY_TIMEOUT_MS,
);

const MOVES = ['owner', 'owner, answer lost', 'thief', 'both at once'] as const;

test(
  'P22 D-58 a session in two hands goes on for one of them only until the other one uses it: then it ends for both, and the person is notified once',
  async () => {
    const person = await join(server);
    const play = fc.record({
      before: fc.nat({ max: 2 }),
      /** The token is copied while an answer to its owner is lost. */
      isPending: fc.boolean(),
      thiefSendsAttempts: fc.boolean(),
      moves: fc.array(fc.constantFrom(...MOVES), { maxLength: 6 }),
    });
    let thefts = 0;
    await fc.assert(
      fc.asyncProperty(play, async ({ before, isPending, thiefSendsAttempts, moves }) => {
        thefts += 1;
        const { id, holder: owner } = await open(person);
        for (let i = 0; i < before; i += 1) expect(await owner.refresh()).toBe(200);
        if (isPending) expect(await owner.refresh(true)).toBe(200);
        let stolen = owner.token;
        const thief = async (): Promise<number> => {
          const { status, body } = await send(stolen, thiefSendsAttempts ? newAttempt() : undefined);
          if (status === 200) stolen = body.refresh as string;
          return status;
        };
        const hands = new Set<string>(isPending ? ['owner'] : []);
        // However it began, at the end both have used it.
        for (const move of [...moves, 'owner' as const, 'thief' as const]) {
          const wasOver = hands.size === 2;
          const answers =
            move === 'thief'
              ? [await thief()]
              : move === 'both at once'
                ? await Promise.all([owner.refresh(), thief()])
                : [await owner.refresh(move === 'owner, answer lost')];
          for (const hand of move === 'both at once' ? ['owner', 'thief'] : [move.split(',')[0]!]) hands.add(hand);
          const isOver = hands.size === 2;
          if (wasOver) expect(answers.filter((status) => status !== 401)).toEqual([]);
          else if (isOver) expect(answers).toContain(401);
          else expect(answers).toEqual([200]);
        }
        expect(await noticesOf(id)).toEqual([{ title: 'A session was ended' }]);
      }),
      runs,
    );
    // A failing play is repeated to shrink it, so thefts are counted, not runs.
    expect(thefts).toBeGreaterThanOrEqual(RUNS);
    await expect
      .poll(async () => (await mailsTo(person.form.email)).filter(({ body }) => body.includes('two places')).length)
      .toBe(thefts);
  },
  PROPERTY_TIMEOUT_MS,
);

test('D-58: a client of an older build, which sends no attempt, gets the same successor for a lost answer', async () => {
  const { refreshToken } = await join(server);
  const first = await send(refreshToken);
  expect((await send(refreshToken)).body.refresh).toBe(first.body.refresh);
  expect((await send(first.body.refresh, newAttempt())).status).toBe(200);
});

test('D-58: an attempt is at least 16 characters that a URL may hold', async () => {
  const { refreshToken } = await join(server);
  for (const attempt of ['short', 'x'.repeat(101), 'has spaces in the middle'])
    expect(problemOf(await send(refreshToken, attempt))).toMatchObject({ status: 400, field: 'attempt' });
});

test('D-58: a session ends 180 days after its sign-in, however often it is refreshed', async () => {
  const holder = new Holder((await join(server)).refreshToken);
  for (const day of [29, 58, 87, 116, 145, 174, 179]) {
    server.setNow(new Date(Date.now() + day * DAY_MS));
    expect(await holder.refresh(), `day ${day}`).toBe(200);
  }
  server.setNow(new Date(Date.now() + 181 * DAY_MS));
  const late = await holder.refresh();
  server.setNow(new Date());
  expect(late).toBe(401);
});

test('D-58: who joined by text message is told by text message that a session was used in two places', async () => {
  const wanted = newcomer();
  const person = await join(server, { ...wanted, form: { ...wanted.form, communicationMethod: 'text' } });
  const taken = person.refreshToken;
  expect((await send(taken, newAttempt())).status).toBe(200);
  expect(problemOf(await send(taken, newAttempt()))).toMatchObject({ status: 401, code: 'session.over' });
  await expect.poll(async () => (await mailsTo(person.form.phoneNumber))[0]?.body).toContain('used in two places');
  expect(await mailsTo(person.form.email), 'an address that nobody verified').toEqual([]);
});

test('D-57: a contact that was not verified blocks nobody, resets nothing, and the person who verifies it wins', async () => {
  // Claims somebody's address, and proves only a number of their own.
  const wanted = newcomer();
  const claimant = await join(server, { ...wanted, form: { ...wanted.form, communicationMethod: 'text' } });
  const { email } = claimant.form;
  const owner = newcomer();
  owner.form.email = email;
  const check = await server.call('POST /auth/check-email', { email }, { headers: owner.from });
  expect(check.body).toEqual({ emailTaken: false });
  const reset = () =>
    server.call(
      'POST /auth/password-reset/request',
      { communicationMethod: 'email', destinationValue: email },
      { headers: owner.from },
    );
  const resetCode = async () => {
    const { codeId } = (await reset()).body as { codeId: string };
    return db().selectFrom('confirmation_codes').select('user_id').where('id', '=', codeId).executeTakeFirstOrThrow();
  };
  expect((await resetCode()).user_id, 'a claim resets nothing').toBeNull();

  await confirm(server, owner);
  const joined = await register(server, owner);
  expect(joined.status).toBe(201);
  expect((await resetCode()).user_id).toBe(joined.body.userId);
  const signIn = await server.call(
    'POST /auth/login',
    { username: email, password: PASSWORD },
    { headers: owner.from },
  );
  expect(signIn.body.userId).toBe(joined.body.userId);
  const third = newcomer();
  third.form.email = email;
  const again = await server.call('POST /auth/check-email', { email }, { headers: third.from });
  expect(again.body).toEqual({ emailTaken: true });
});

const ANDROID = 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/126.0.0.0 Mobile Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605 Version/17.5 Mobile/15E Safari/604.1';
const signInOn = async ({ form }: Person, userAgent: string, address: string) => {
  const answer = await server.call(
    'POST /auth/login',
    { username: form.username, password: PASSWORD },
    { headers: { 'User-Agent': userAgent, 'X-Forwarded-For': address, 'X-Session': 'token' } },
  );
  const { access, refresh } = answer.body as { access: string; refresh: string };
  return { token: access, refresh, id: refresh.split('.')[0]! };
};
const asHolder = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

test('a person sees where they are signed in, with short names and addresses, and nobody else’s sessions', async () => {
  const [person, other] = [await join(server), await join(server)];
  const [phone, tablet] = [
    await signInOn(person, ANDROID, '203.0.113.77'),
    await signInOn(person, IPHONE, '2001:db8:17:4::9'),
  ];
  const list = await server.call('GET /sessions', undefined, asHolder(phone.token));
  expect(hasShape('account.sessions', list)).toBe(true);
  expect(list.body.count).toBe(3);
  const shown = list.body.results.map(({ id, device, network, isCurrent }: Record<string, unknown>) => ({
    id,
    device,
    network,
    isCurrent,
  }));
  expect(shown[0]).toEqual({ id: phone.id, device: 'Chrome on Android', network: '203.0.113.…', isCurrent: true });
  expect(shown).toContainEqual({
    id: tablet.id,
    device: 'Safari on iPhone',
    network: '2001:db8:17:…',
    isCurrent: false,
  });
  const theirs = await server.call('GET /sessions', undefined, asHolder(other.as.token));
  expect(theirs.body.results.map(({ id }: { id: string }) => id)).toEqual([other.as.sessionId]);
});

test('a person signs out one session: it ends at once and its device learns why; a stranger’s is not found', async () => {
  const [person, other] = [await join(server), await join(server)];
  const [here, lost] = [await signInOn(person, IPHONE, '203.0.113.1'), await signInOn(person, ANDROID, '203.0.113.2')];
  const end = (id: string, token = here.token) => server.call(`DELETE /sessions/${id}`, undefined, asHolder(token));
  expect(problemOf(await end(other.as.sessionId))).toMatchObject({ status: 404, code: 'access.not_found' });
  expect((await me(other.as.token)).status).toBe(200);

  expect((await end(lost.id)).status).toBe(204);
  expect((await me(lost.token)).status).toBe(401);
  expect(problemOf(await send(lost.refresh, newAttempt()))).toMatchObject({ status: 401, code: 'session.ended' });
  expect((await end(lost.id)).status, 'again').toBe(204);
  expect((await me(here.token)).status).toBe(200);
  const events = await db()
    .selectFrom('account_events')
    .select('detail')
    .where('user_id', '=', person.userId)
    .where('kind', '=', 'session_ended')
    .execute();
  expect(events).toEqual([{ detail: { device: 'Chrome on Android' } }]);
});

test('a person signs out every other session, and stops their pushes; this one and those of others stay', async () => {
  const [person, other] = [await join(server), await join(server)];
  const [here, lost] = [await signInOn(person, IPHONE, '203.0.113.1'), await signInOn(person, ANDROID, '203.0.113.2')];
  await db()
    .insertInto('devices')
    .values(
      [here, lost].map(({ id }) => ({
        user_id: person.userId,
        session_id: id,
        registration_id: id,
        registration_hash: id,
      })),
    )
    .execute();
  expect((await server.call('DELETE /sessions', undefined, asHolder(here.token))).status).toBe(204);
  const statuses = [here.token, lost.token, person.as.token, other.as.token].map(
    async (token) => (await me(token)).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 401, 200]);
  const devices = await db().selectFrom('devices').select('session_id').where('user_id', '=', person.userId).execute();
  expect(devices).toEqual([{ session_id: here.id }]);
  const list = await server.call('GET /sessions', undefined, asHolder(here.token));
  expect(list.body.count).toBe(1);
});
