import { afterAll, beforeAll, expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { isPublic } from '#contract/facts.ts';
import { newId } from '#contract/ids.ts';
import { OPERATOR_LINK_LIFE_MS, OPERATOR_SESSION_LIFE_MS } from '#contract/limits.ts';
import { isOpenToOperators } from '#contract/operators.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());

const REASON = 'She cannot find her folder.';
/** With an access token of now. */
const fresh = async (person: TestPerson): Promise<TestPerson> => ({
  ...person,
  token: await desk.services.tokens.sign(person, desk.services.now()),
});
const ask = async (person: TestPerson, as = desk.operator) =>
  desk.call('POST /auth/impersonate', { userId: person.userId, reason: REASON }, await fresh(as));
const tokensOf = (link: string) => Object.fromEntries(new URL(link).searchParams);
const exchange = async (tokens: Record<string, string>, as = desk.operator) =>
  desk.server.call('POST /auth/impersonate/exchange', tokens, {
    as: await fresh(as),
    headers: { 'X-Session': 'token' },
  });
/** Logs the operator in to the account of a person. */
const logIn = async (person: TestPerson) => {
  const answer = await exchange(tokensOf((await ask(person)).body.link));
  expect(answer.status).toBe(200);
  return { ...answer.body, as: { ...person, token: answer.body.access } as TestPerson };
};
/** A point in time that no other test of this file uses: limits and sessions of the one before are over. */
let clock = Date.now();
const startLater = () => {
  clock += 3 * OPERATOR_SESSION_LIFE_MS;
  desk.server.setNow(new Date(clock));
};
const wait = (ms: number) => {
  clock += ms;
  desk.server.setNow(new Date(clock));
};

test('D-237, D-297: an operator opens the account of a person by a link; the act is kept, the person and every operator are told', async () => {
  const asked = await ask(desk.mia);
  expect(hasShape('desk.makeLogin', asked)).toBe(true);
  const { pathname, searchParams } = new URL(asked.body.link);
  expect([pathname, [...searchParams.keys()]]).toEqual([
    '/log-in-as-admin',
    ['access', 'refresh', 'userId', 'profileId'],
  ]);
  expect(await desk.notificationsOf(desk.mia)).toEqual([]);

  const answer = await exchange(tokensOf(asked.body.link));
  expect(hasShape('desk.exchangeLogin', answer)).toBe(true);
  const inside = { ...desk.mia, token: answer.body.access };
  expect((await desk.call('GET /users/me', undefined, inside)).body.userId).toBe(desk.mia.userId);

  expect(await desk.acts(desk.mia.userId)).toEqual([
    { actor_id: desk.operator.userId, act: 'person.login_asked', reason: REASON },
    { actor_id: desk.operator.userId, act: 'person.logged_in', reason: REASON },
  ]);
  expect(await desk.notificationsOf(desk.mia)).toEqual([
    expect.objectContaining({ kind: 'operator_signed_in', text: expect.stringContaining(REASON) }),
  ]);
  await desk.services.background.idle();
  const { email, username } = await desk.db
    .selectFrom('users')
    .select(['email', 'username'])
    .where('id', '=', desk.operator.userId)
    .executeTakeFirstOrThrow();
  const mails = await desk.db.selectFrom('dev_messages').select(['destination', 'body']).execute();
  // Of two operators one was dismissed.
  expect(mails).toEqual([{ destination: email, body: expect.stringContaining(REASON) }]);
  expect(mails[0]!.body).toContain(`${username} logged in as`);
  expect(await desk.noticeMailsTo(desk.mia)).toEqual([expect.stringContaining(REASON)]);

  const history = await desk.call('GET /account-history', undefined, desk.mia);
  expect(history.body.results[0]).toMatchObject({ kind: 'operator_sign_in' });
  const { results } = (await desk.call('GET /sessions', undefined, desk.mia)).body;
  const other = results.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
  expect(other).toMatchObject({ device: 'An operator of Sideline', network: null });
  // The person ends it.
  expect((await desk.call(`DELETE /sessions/${other.id}`, undefined, desk.mia)).status).toBe(204);
  expect((await desk.call('GET /users/me', undefined, inside)).status).toBe(401);
});

test('D-237: a link counts once, for a minute, for its person, and only for the operator who made it', async () => {
  const second = await desk.server.addPerson({ isSuperadmin: true });
  const once = tokensOf((await ask(desk.leo)).body.link);
  for (const [tokens, as, code] of [
    [once, second, 'desk.login_over'],
    [{ ...once, userId: desk.mia.userId }, desk.operator, 'desk.login_over'],
    [{ ...once, profileId: newId() }, desk.operator, 'desk.login_over'],
    [{ ...once, access: 'x' }, desk.operator, 'desk.login_over'],
    [once, desk.leo, 'access.not_found'],
    [once, desk.former, 'access.not_found'],
  ] as const)
    expect((await exchange(tokens, as)).body).toMatchObject({ errors: [{ code }] });
  expect((await exchange(once)).status).toBe(200);
  expect((await exchange(once)).body).toMatchObject({ errors: [{ code: 'desk.login_over' }] });

  startLater();
  const late = tokensOf((await ask(desk.leo)).body.link);
  wait(OPERATOR_LINK_LIFE_MS + 1);
  expect((await exchange(late)).status).toBe(410);
  expect(
    await desk.db.selectFrom('sessions').select('id').where('user_id', '=', desk.leo.userId).execute(),
  ).toHaveLength(2);
});

test('D-237, decision 0114: nobody logs in as an operator, as somebody suspended or deleted, and only operators do', async () => {
  const suspended = await desk.server.addPerson();
  await desk.db.updateTable('users').set({ is_suspended: true }).where('id', '=', suspended.userId).execute();
  const deleted = await desk.server.addPerson();
  await desk.db
    .updateTable('users')
    .set({ deleted_at: new Date(), deletion: '{}' })
    .where('id', '=', deleted.userId)
    .execute();
  for (const person of [desk.operator, suspended, deleted]) expect((await ask(person)).status).toBe(409);
  for (const as of [desk.mia, desk.former]) expect((await ask(desk.leo, as)).status).toBe(404);
  // Suspended after the link was made.
  const zoe = await desk.server.addPerson();
  const tokens = tokensOf((await ask(zoe)).body.link);
  await desk.db.updateTable('users').set({ is_suspended: true }).where('id', '=', zoe.userId).execute();
  expect((await exchange(tokens)).status).toBe(409);
});

test('decision 0114: the operator helps, and changes nothing of account and money, nor speaks for the person', async () => {
  const { as } = await logIn(desk.ana);
  expect((await desk.call('POST /library/folders', { id: newId(), title: 'Found again' }, as)).status).toBe(200);
  for (const [line, body] of [
    ['PUT /account-settings', { firstName: 'Eve' }],
    ['DELETE /sessions', undefined],
    ['POST /auth/impersonate', { userId: desk.leo.userId, reason: REASON }],
    ['POST /help-support/messages', {}],
  ] as const) {
    const answer = await desk.call(line, body, as);
    expect([line, answer.status >= 400]).toEqual([line, true]);
  }
  const closed = await desk.call('DELETE /sessions', undefined, as);
  expect(closed.body).toMatchObject({ errors: [{ code: 'access.not_in_person' }] });
  // The person still may.
  expect((await desk.call('DELETE /sessions', undefined, await fresh(desk.ana))).status).toBe(204);
});

test('decision 0114: which changes are open to an operator in the account of a person', () => {
  const changes = allCalls.filter(({ method, may }) => method !== 'GET' && !isPublic(may));
  const areas = (isOpen: boolean) => [
    ...new Set(changes.filter((call) => isOpenToOperators(call) === isOpen).map(({ id }) => id.split('.')[0])),
  ];
  expect(areas(true).toSorted()).toMatchInlineSnapshot(`
    [
      "captions",
      "channels",
      "dashboard",
      "files",
      "library",
      "notifications",
      "playlists",
      "profiles",
      "publications",
      "search",
      "upload",
      "users",
      "watch",
    ]
  `);
  expect(areas(false)).toEqual(
    expect.arrayContaining(['account', 'payments', 'wallet', 'subscriptions', 'storage', 'organizations', 'desk']),
  );
});

test('decision 0114: a view by an operator does not count', async () => {
  const published = await desk.publish(await fresh(desk.ana), { pricing: 'free' });
  const { as } = await logIn(desk.leo);
  const watch = async (viewer: TestPerson) => {
    const watchedAt = new Date(clock).toISOString();
    const seen = await desk.call(`POST /views/${published.id}/increment`, { watchedMs: 60_000, watchedAt }, viewer);
    expect([seen.status, seen.body]).toEqual([204, '']);
    return desk.db.selectFrom('views').selectAll().where('user_id', '=', desk.leo.userId).execute();
  };
  expect(await watch(as)).toEqual([]);
  expect(await watch(await fresh(desk.leo))).toHaveLength(1);
});

test('decision 0114: the session ends after an hour, however often it is renewed, and with the operator’s office', async () => {
  startLater();
  const renew = (refresh: string) => desk.server.call('POST /auth/token/refresh', { refresh });
  const { refresh, endsAt } = await logIn(desk.mia);
  expect(Date.parse(endsAt)).toBe(clock + OPERATOR_SESSION_LIFE_MS);
  wait(OPERATOR_SESSION_LIFE_MS / 2);
  const renewed = await renew(refresh);
  expect(renewed.status).toBe(200);
  wait(OPERATOR_SESSION_LIFE_MS / 2);
  expect((await renew(renewed.body.refresh)).status).toBe(401);

  const short = await desk.server.addPerson({ isSuperadmin: true });
  const tokens = tokensOf((await ask(desk.leo, short)).body.link);
  const inside = await exchange(tokens, short);
  await desk.db.updateTable('users').set({ is_superadmin: false }).where('id', '=', short.userId).execute();
  expect((await renew(inside.body.refresh)).status).toBe(401);
});
