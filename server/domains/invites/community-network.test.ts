import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { housekeepingWork } from '#server/jobs/housekeeping.ts';
import type { TestServer } from '#tests/support/server.ts';
import { problemOf, startAccounts } from '../auth/people.fixtures.ts';
import { issueStandardCode } from './index.ts';

/* What people who join behind one address have there, once the link of a community's code was opened. Source: decision 0132. */

let server: TestServer;
beforeAll(async () => {
  server = await startAccounts();
});
afterAll(() => server.close());

const db = () => server.services.database.db;
let networks = 0;
const clubhouse = () => {
  networks += 1;
  return { 'X-Forwarded-For': `192.0.2.${networks}` };
};
let people = 0;
/** @returns The code of the problem of the answer; undefined if the code was sent. */
const ask = async (headers: Record<string, string>) => {
  people += 1;
  const destinationValue = `newcomer${people}@example.net`;
  return problemOf(
    await server.call(
      'POST /auth/confirmation-code/send',
      { communicationMethod: 'email', destinationValue },
      { headers },
    ),
  )?.code;
};
const open = (code: string, headers: Record<string, string>) =>
  server.call(`GET /invitation-links/${code}`, undefined, { headers });
const empty = (like: string) =>
  sql`insert into rate_limits (key, tokens, refilled_at) values (${like}, 0, now() + interval '1 hour')
    on conflict (key) do update set tokens = 0, refilled_at = excluded.refilled_at`.execute(db());
/** The limit of a network is used up, as after ten newcomers. */
const usedUp = async (): Promise<Record<string, string>> => {
  const headers = clubhouse();
  await empty(`code:from:${headers['X-Forwarded-For']}`);
  expect(await ask(headers)).toBe('auth.code_limit');
  return headers;
};
const creatorWithCode = async () => {
  const creator = await server.addPerson({ isEducator: true });
  await issueStandardCode(db(), creator.userId, new Date());
  const { results } = (await server.call('GET /affiliate-codes/my', undefined, { as: creator })).body;
  return { creator, id: results[0].id as string, code: results[0].codeValue as string };
};

test('D-219 a network in which the link of a Creator’s code was opened has room for the newcomers of a club, and no other network has', async () => {
  const { code } = await creatorWithCode();
  const [club, other] = [await usedUp(), await usedUp()];
  await open(code, club);
  for (let newcomer = 0; newcomer < 12; newcomer += 1) expect(await ask(club), `${newcomer}`).toBeUndefined();
  expect(await ask(other)).toBe('auth.code_limit');
  const { rows } = await sql`select key from rate_limits where key like ${`%guests%`} order by key`.execute(db());
  expect(rows).toEqual([
    { key: `code:from:guests-of:${code}` },
    { key: `code:from:guests:${club['X-Forwarded-For']}` },
  ]);
});

test('the room is bounded in each network and for each code, and codes to one address stay five an hour', async () => {
  const { code } = await creatorWithCode();
  const [club, later] = [await usedUp(), await usedUp()];
  await open(code, club);
  await open(code, later);
  expect(await ask(club)).toBeUndefined();
  await empty(`code:from:guests:${club['X-Forwarded-For']}`);
  expect(await ask(club), 'the network had what a club needs').toBe('auth.code_limit');
  expect(await ask(later)).toBeUndefined();
  await empty(`code:from:guests-of:${code}`);
  expect(await ask(later), 'the code had its part in other networks').toBe('auth.code_limit');
  const second = await creatorWithCode();
  await open(second.code, later);
  expect(await ask(later), 'the code of another community counts for itself').toBeUndefined();
  const same = { communicationMethod: 'email', destinationValue: 'one.person@example.net' };
  const answers = [];
  for (let again = 0; again < 6; again += 1)
    answers.push((await server.call('POST /auth/confirmation-code/send', same, { headers: later })).status);
  expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
});

test('a code that is paused, an invitation to a friend, a code that nobody has and a day that is over give no room', async () => {
  const { creator, id, code } = await creatorWithCode();
  const pause = (status: string) =>
    server.call(`PATCH /affiliate-codes/my/update-status/${id}`, { status }, { as: creator });
  const club = await usedUp();
  await open(code, club);
  await pause('Suspended');
  expect(await ask(club), 'paused after it was opened').toBe('auth.code_limit');
  await pause('Active');
  expect(await ask(club)).toBeUndefined();
  await sql`update community_networks set opened_at = opened_at - interval '25 hours'`.execute(db());
  expect(await ask(club), 'a day later').toBe('auth.code_limit');
  await open(code, club);
  expect(await ask(club), 'opened again').toBeUndefined();

  const invited = await server.call('POST /invites/friend/email', { email: 'a.friend@example.net' }, { as: creator });
  const home = await usedUp();
  await open(invited.body.code, home);
  await open('ZZZZZZZZZ', home);
  await pause('Suspended');
  await open(code, home);
  await pause('Active');
  expect(await ask(home)).toBe('auth.code_limit');
  const noted = await sql`select 1 from community_networks where network = ${home['X-Forwarded-For']}`.execute(db());
  expect(noted.rows, 'nor are they noted').toEqual([]);
});

test('guardians of a club’s children are asked beyond the limit of one network, and networks are forgotten after a day', async () => {
  const { code } = await creatorWithCode();
  const headers = clubhouse();
  const network = headers['X-Forwarded-For'];
  await empty(`guardian:from:${network}`);
  const child = await server.addPerson({ adultOn: `${new Date().getUTCFullYear() + 3}-01-02` });
  const askGuardian = async () =>
    problemOf(
      await server.call('POST /account-settings/guardian', { email: 'parent@example.net' }, { as: child, headers }),
    )?.code;
  expect(await askGuardian()).toBe('guardian.limit');
  await open(code, headers);
  expect(await askGuardian()).toBeUndefined();
  await sql`update community_networks set opened_at = now() - interval '25 hours' where network = ${network}`.execute(
    db(),
  );
  await housekeepingWork(server.services).run({}, new AbortController().signal);
  expect((await sql`select 1 from community_networks where network = ${network}`.execute(db())).rows).toEqual([]);
});
