import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { adultOn } from '#contract/profiles-fields.ts';
import { guardianMailWork } from '#server/jobs/guardian-mail.ts';
import { addRows } from '#tests/api/rows.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { problemOf, startAccounts } from '../auth/people.fixtures.ts';

const DAY_MS = 86_400_000;
let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const db = () => server.services.database.db;
const inDays = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const codeOf = (answer: Parameters<typeof problemOf>[0]) => problemOf(answer)?.code;

/** A person who is 18 in so many days; by default a minor for long. */
const young = (days = 900) => server.addPerson({ isEducator: true, adultOn: inDays(days) });
const ask = (as: TestPerson, email = `parent${newId()}@example.org`) =>
  server.call('POST /account-settings/guardian', { email }, { as });
const consentOf = async (as: TestPerson) =>
  (await server.call('GET /account-settings/guardian', undefined, { as })).body;
const requestOf = (as: TestPerson) =>
  db()
    .selectFrom('guardian_requests')
    .selectAll()
    .where('user_id', '=', as.userId)
    .where('state', '<>', 'replaced')
    .executeTakeFirstOrThrow();

/** Sends the mail of the person's request and takes the token from it. */
const linkOf = async (as: TestPerson, about: 'ask' | 'agreed' = 'ask'): Promise<string> => {
  const { id, guardian_email } = await requestOf(as);
  await guardianMailWork(server.services).run({ requestId: id, about }, new AbortController().signal);
  const { body } = await db()
    .selectFrom('dev_messages')
    .select('body')
    .where('destination', '=', guardian_email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /guardian-consent#([\w-]{43})/.exec(body)![1]!;
};
const read = (token: string) => server.call('POST /guardian-consent/request', { token });
const answer = (token: string, given: string) => server.call('POST /guardian-consent/answer', { token, answer: given });
const agree = async (as: TestPerson): Promise<string> => {
  await ask(as);
  const token = await linkOf(as);
  expect((await answer(token, 'agree')).status).toBe(200);
  return token;
};

/** What is public or paid, each with what makes it. */
const publicActs = async (as: TestPerson) => {
  const rows = await addRows(server, as);
  const own = await server.addPerson({ isEducator: true });
  const others = await addRows(server, own);
  const stars = { contentItemRatings: { Relevance: 4, Helpful: 4, Engaging: 4 } };
  return {
    setActive: () => server.call(`PUT /channels/${rows.channel}/active`, { active: true }, { as }),
    rate: () => server.call(`PUT /ratings/${others.publication}`, stars, { as }),
    subscribe: () => server.call('POST /subscriptions/tennis/create', {}, { as }),
  };
};

test('D-250 a person without a date of birth, or under 18 without consent, can do nothing public or paid; an adult can', async () => {
  const unknown = await publicActs(await server.addPerson({ isEducator: true, adultOn: null }));
  const minor = await publicActs(await young(2));
  const adult = await publicActs(await young(0));
  for (const act of Object.keys(adult) as (keyof typeof adult)[]) {
    expect(codeOf(await unknown[act]()), act).toBe('age.unknown');
    expect(codeOf(await minor[act]()), act).toBe('age.consent_needed');
    expect(String(codeOf(await adult[act]())), act).not.toMatch(/^age\./);
  }
});

test('D-250 hiding a channel and joining a Beta, which is free, need no consent', async () => {
  const person = await young();
  const rows = await addRows(server, person);
  const hide = await server.call(`PUT /channels/${rows.channel}/active`, { active: false }, { as: person });
  expect(hide.status).toBe(200);
  const beta = await db().selectFrom('sports').select('id').where('sport_type', '=', 'Beta').executeTakeFirstOrThrow();
  expect((await server.call(`POST /subscriptions/${beta.id}/create`, {}, { as: person })).status).toBe(200);
});

test('D-250 the database and the device agree on the day of the eighteenth birthday, leap days included', async () => {
  const born = ['2008-02-29', '2008-02-28', '2008-03-01', '2004-02-29', '1999-12-31', '2000-01-01', '1900-01-01'];
  const { rows } = await sql<{ day: string }>`select to_char(adult_day(b::date), 'YYYY-MM-DD') as day
    from unnest(${sql.val(born)}::text[]) with ordinality as t(b, n) order by n`.execute(db());
  expect(rows.map(({ day }) => day)).toEqual(born.map(adultOn));
});

test('D-250 D-75 a date of birth is copied to the check of every call, and a minor starts hidden', async () => {
  const person = await server.addPerson({ adultOn: null });
  const { id } = await db()
    .selectFrom('profiles')
    .select('id')
    .where('user_id', '=', person.userId)
    .executeTakeFirstOrThrow();
  const dateOfBirth = `${new Date().getUTCFullYear() - 15}-01-01`;
  const path = `/${person.userId}/profiles/sports/${id}`;
  expect((await server.call(`PUT ${path}/personal-info`, { dateOfBirth }, { as: person })).status).toBe(200);
  const me = (await server.call('GET /users/me', undefined, { as: person })).body;
  expect(me).toMatchObject({ adultOn: adultOn(dateOfBirth), hasGuardianConsent: false });
  expect(codeOf(await server.call(`PUT ${path}/visibility-settings`, { aboutMe: true }, { as: person }))).toBe(
    'age.consent_needed',
  );
  await agree(person);
  expect((await server.call(`PUT ${path}/visibility-settings`, { aboutMe: true }, { as: person })).status).toBe(200);
});

test('a guardian agrees by the link of the mail, without an account: once, by POST, and only the hash is stored', async () => {
  const person = await young();
  expect(await consentOf(person)).toMatchObject({ isNeeded: true, state: 'none', guardianEmail: null });
  const parent = `parent${newId()}@example.org`;
  expect((await ask(person, parent)).body).toMatchObject({ state: 'asked', guardianEmail: parent });
  const token = await linkOf(person);
  const stored = await requestOf(person);
  expect(JSON.stringify(stored)).not.toContain(token);
  expect((await server.call(`GET /guardian-consent/answer?token=${token}&answer=agree`)).status).toBe(404);
  expect((await read(token)).body).toMatchObject({ kind: 'answer', firstName: 'Ana', answered: null });
  expect((await consentOf(person)).state).toBe('asked');
  expect(codeOf(await answer(token, 'withdraw'))).toBe('guardian.link_over');

  expect((await answer(token, 'agree')).body).toEqual({ answered: 'agree' });
  // The first answer was lost on the way.
  expect((await answer(token, 'agree')).status).toBe(200);
  expect(codeOf(await answer(token, 'refuse'))).toBe('guardian.link_over');
  expect(await consentOf(person)).toMatchObject({ state: 'given' });
  const events = await db().selectFrom('account_events').select('kind').where('user_id', '=', person.userId).execute();
  expect(events.map(({ kind }) => kind).toSorted()).toEqual(['guardian_agreed', 'guardian_asked']);
  expect(codeOf(await (await publicActs(person)).setActive())).toBeUndefined();
  expect(codeOf(await ask(person))).toBe('guardian.given');
});

test('a guardian takes the consent back: the profile and the channels are hidden, and the link works once', async () => {
  const person = await young();
  await agree(person);
  const { setActive } = await publicActs(person);
  expect((await setActive()).status).toBe(200);
  const token = await linkOf(person, 'agreed');
  expect((await read(token)).body).toMatchObject({ kind: 'withdraw', answered: null });
  expect(codeOf(await answer(token, 'agree'))).toBe('guardian.link_over');
  expect((await answer(token, 'withdraw')).body).toEqual({ answered: 'withdraw' });
  expect((await answer(token, 'withdraw')).status).toBe(200);
  expect((await consentOf(person)).state).toBe('withdrawn');
  const channels = await db().selectFrom('channels').select('active').where('scope', '=', person.scope).execute();
  expect(channels.some(({ active }) => active)).toBe(false);
  expect(codeOf(await setActive())).toBe('age.consent_needed');
  // The same guardian, or another, may be asked again.
  expect((await ask(person)).status).toBe(200);
});

test('a guardian who refuses is not asked again for a while, under no spelling of the address', async () => {
  const person = await young();
  const name = `parent${newId()}`;
  await ask(person, `${name}@example.org`);
  expect((await answer(await linkOf(person), 'refuse')).status).toBe(200);
  expect((await consentOf(person)).state).toBe('refused');
  for (const email of [`${name}@example.org`, `${name}+again@example.org`])
    expect(codeOf(await ask(person, email))).toBe('guardian.refused');
  expect((await ask(person)).status).toBe(200);
});

test('nobody is their own guardian, adults need none, and mails are limited', async () => {
  const person = await young();
  const { email } = await db()
    .selectFrom('users')
    .select('email')
    .where('id', '=', person.userId)
    .executeTakeFirstOrThrow();
  for (const own of [email, email.toUpperCase(), email.replace('@', '+mum@')])
    expect(codeOf(await ask(person, own))).toBe('guardian.own_address');
  for (const status of [200, 200, 200]) expect((await ask(person)).status).toBe(status);
  expect(codeOf(await ask(person))).toBe('guardian.limit');
  expect(codeOf(await ask(await young(0)))).toBe('guardian.not_needed');
  expect(codeOf(await ask(await server.addPerson({ adultOn: null })))).toBe('age.unknown');
});

test('a link ends with a newer mail, after a week, and at 18', async () => {
  const person = await young();
  await ask(person);
  const first = await linkOf(person);
  await ask(person);
  const second = await linkOf(person);
  expect(codeOf(await read(first))).toBe('guardian.link_over');
  expect((await read(second)).status).toBe(200);
  server.setNow(new Date(Date.now() + 7 * DAY_MS + 1000));
  expect(codeOf(await answer(second, 'agree'))).toBe('guardian.link_over');
  server.setNow(new Date());
  expect((await answer(second, 'agree')).status).toBe(200);
  const withdraw = await linkOf(person, 'agreed');
  await db()
    .updateTable('users')
    .set({ adult_on: inDays(0) })
    .where('id', '=', person.userId)
    .execute();
  expect(codeOf(await read(withdraw))).toBe('guardian.link_over');
  expect(await consentOf(person)).toMatchObject({ isNeeded: false });
  expect(codeOf(await read('x'.repeat(43)))).toBe('guardian.link_over');
});
