import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, problemOf, startAccounts } from '../auth/people.fixtures.ts';

/* A list of people who are invited. Source: decision 0132. */

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const db = () => server.services.database.db;
let count = 0;
const friend = (): string => `listed${(count += 1)}@example.net`;
const member = (email: string) => ({ email, recipientType: 'learner' });
const send = (people: object[], as: TestPerson, options: object = {}) =>
  server.call('POST /invites/list', { people }, { as, ...options });
const list = async (as: TestPerson) => (await server.call('GET /invitation-codes?limit=100', undefined, { as })).body;
const messagesAsked = async (email: string): Promise<number> => {
  const { rows } = await sql`select 1 from jobs.job j join shareable_codes c on c.id::text = j.data ->> 'id'
    where j.name = 'invite.send' and c.email = ${email}`.execute(db());
  return rows.length;
};

test('a Creator invites a list: each row has its role, its own answer and one message; what refuses one row refuses no other', async () => {
  const [ana, ben] = [await server.addPerson({ isEducator: true }), await server.addPerson()];
  const { email: taken } = await db()
    .selectFrom('users')
    .select('email')
    .where('id', '=', ben.userId)
    .executeTakeFirstOrThrow();
  const [one, two] = [friend(), friend()];
  const answer = await send(
    [
      member(one),
      { email: two, recipientType: 'educator' },
      member(taken),
      member(one.toUpperCase()),
      { phoneNumber: '+999123456', recipientType: 'learner' },
      { phoneNumber: '+14155550177', recipientType: 'learner' },
    ],
    ana,
  );
  expect(hasShape('invites.inviteMany', answer)).toBe(true);
  expect(answer.body.results).toEqual([
    { to: one, code: null, message: null },
    { to: two, code: null, message: null },
    { to: taken, code: 'invite.has_account', message: 'This person has an account already.' },
    { to: one, code: 'invite.exists', message: expect.stringContaining('invited this person already') },
    { to: '+999123456', code: 'request.invalid', message: expect.any(String) },
    { to: '+14155550177', code: null, message: null },
  ]);
  const { results } = await list(ana);
  expect(
    results.map((row: Record<string, string>) => [row['email'] ?? row['phoneNumber'], row['recipientType']]),
  ).toEqual(
    expect.arrayContaining([
      [one, 'learner'],
      [two, 'educator'],
      ['+14155550177', 'learner'],
    ]),
  );
  expect(results).toHaveLength(3);
  expect([await messagesAsked(one), await messagesAsked(two)]).toEqual([1, 1]);
});

test('a part whose answer was lost is answered the same under its key; under another key nobody gets a second message', async () => {
  const ana = await server.addPerson({ isEducator: true });
  const [one, two, three] = [friend(), friend(), friend()];
  const key = newId();
  const first = await send([member(one), member(two)], ana, { key });
  const again = await send([member(one), member(two)], ana, { key });
  expect(again.body).toEqual(first.body);
  const other = await send([member(one), member(three)], ana);
  expect(other.body.results.map(({ code }: { code: string | null }) => code)).toEqual(['invite.exists', null]);
  for (const email of [one, two, three]) expect(await messagesAsked(email), email).toBe(1);
  const [left, right] = await Promise.all([
    send([member('race@example.net')], ana),
    send([member('race@example.net')], ana),
  ]);
  expect([left, right].map(({ body }) => body.results[0].code).toSorted()).toEqual(['invite.exists', null].toSorted());
  expect(await messagesAsked('race@example.net')).toBe(1);
});

test('only approved Creators and organizations send lists; a list of more than 25 is sent in parts', async () => {
  const [ana, mia] = [await server.addPerson({ isEducator: true }), await server.addPerson()];
  expect(problemOf(await send([member(friend())], mia))).toMatchObject({ status: 403 });
  expect(
    problemOf(
      await send(
        Array.from({ length: 26 }, () => member(friend())),
        ana,
      ),
    ),
  ).toMatchObject({ status: 400 });
  expect(
    problemOf(await send([{ email: friend(), phoneNumber: '+14155550123', recipientType: 'learner' }], ana)),
  ).toMatchObject({ status: 400 });
});

test('a list has 500 people a day apart from single invitations, and 20 text messages with them; the rest is refused with words', async () => {
  const ana = await server.addPerson({ isEducator: true });
  const people = Array.from({ length: 25 }, () => member(friend()));
  expect((await send(people, ana)).body.results.every(({ code }: { code: unknown }) => code === null)).toBe(true);
  const empty = (key: string, tokens: number) =>
    sql`update rate_limits set tokens = ${tokens}, refilled_at = now() where key = ${key}`.execute(db());
  const { rows } = await sql<{ tokens: number }>`select tokens from rate_limits
    where key = ${`invite:listed-of:${ana.userId}`}`.execute(db());
  expect(rows[0]!.tokens).toBeGreaterThan(474);
  expect(rows[0]!.tokens).toBeLessThan(476);
  await empty(`invite:listed-of:${ana.userId}`, 1);
  const [yes, no] = [friend(), friend()];
  const answer = await send([member(yes), member(no)], ana);
  expect(answer.body.results).toEqual([
    { to: yes, code: null, message: null },
    { to: no, code: 'invite.list_limit', message: expect.stringMatching(/500 invitations by lists today/) },
  ]);
  expect(await messagesAsked(no)).toBe(0);
  const single = await server.call('POST /invites/friend/email', { email: no }, { as: ana });
  expect(single.status, 'single invitations have their own limit').toBe(200);
  await sql`insert into rate_limits (key, tokens) values (${`invite:texts-of:${ana.userId}`}, 0)`.execute(db());
  const text = await server.call('POST /invites/friend/text', { phoneNumber: '+14155550178' }, { as: ana });
  expect(problemOf(text)).toMatchObject({ status: 429, code: 'invite.text_limit' });
});
