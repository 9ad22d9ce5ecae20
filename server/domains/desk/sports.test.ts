import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { SportOfDesk, StateOfSport } from '#contract/desk.ts';
import { newId } from '#contract/ids.ts';
import { joinMarks, THIS_BUILD } from '#contract/tables.ts';
import type { JobWorks } from '#server/jobs/jobs.ts';
import { sportChangedWork } from '#server/jobs/sport-changed.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { hasShape, problemOf } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const reason = 'Three Creators are approved.';
const WITHIN = { timeout: 20_000 };
let desk: TestDesk;
/** What happens before a batch of the job: a server may be killed there. */
let beforeBatch: (data: { afterScope?: string }) => void = () => {};
/** A server that stops leaves each batch to a job of its own. */
let isStopping = false;
const works: Partial<JobWorks> = {
  'sport.changed': {
    run: async (data, signal) => {
      beforeBatch(data);
      await sportChangedWork(desk.server.services).run(data, isStopping ? AbortSignal.abort() : signal);
    },
  },
};
beforeAll(async () => {
  desk = await startDesk(works);
});
beforeEach(() => {
  beforeBatch = () => {};
  isStopping = false;
});
afterAll(() => desk.server.close());

const list = (query = '', as = desk.operator) => desk.call(`GET /admin/sports?limit=100${query}`, undefined, as);
const read = async (id: string): Promise<SportOfDesk> =>
  (await list()).body.results.find((sport: SportOfDesk) => sport.id === id);
interface Options {
  as?: TestPerson;
  key?: string;
  was?: StateOfSport;
}
/** Changes a sport as an operator who sees it as it is. */
const set = async (id: string, next: Partial<StateOfSport>, { as = desk.operator, key, was }: Options = {}) => {
  const { sportType, isActive } = await read(id);
  const seen = was ?? { sportType, isActive };
  return desk.call(`PUT /admin/sports/${id}`, { ...seen, ...next, was: seen, reason }, as, key);
};
const actsOn = async (id: string) => (await desk.acts(id)).map(({ act }) => act);
const noticesOf = ({ userId }: TestPerson) =>
  desk.db
    .selectFrom('notifications')
    .select(['kind', 'title', 'text', 'link', 'recipient_type'])
    .where('user_id', '=', userId)
    .where('kind', 'like', 'sport_%')
    .orderBy('sent_at')
    .execute();
const stateIn = async ({ userId }: TestPerson, sport: string) =>
  desk.db
    .selectFrom('subscriptions')
    .select(['type', 'version'])
    .where('user_id', '=', userId)
    .where('sport_id', '=', sport)
    .executeTakeFirst();
const join = (id: string, as: TestPerson) => desk.call(`POST /subscriptions/${id}/create`, {}, as);

test('D-178: the list shows each sport with its people and contents, and only sports of the state that is asked for', async () => {
  await desk.publish(desk.ana, { pricing: 'free' });
  await desk.db
    .insertInto('applications')
    .values({
      id: newId(),
      scope: desk.ana.scope,
      user_id: desk.ana.userId,
      sport_id: 'soccer',
      application_type: 'coaching',
      status: 'approved',
      data: '{}',
      answers: '[]',
      created_at: new Date(),
      decided_at: new Date(),
    })
    .execute();
  // The same person twice is one Creator; who was suspended is none.
  await desk.subscribe(desk.ana, 'soccer', 'educator');
  const away = await desk.server.addPerson();
  await desk.subscribe(away, 'soccer', 'educator');
  await desk.db.updateTable('users').set({ is_suspended: true }).where('id', '=', away.userId).execute();
  for (const type of ['subscribed', 'trial', 'trial-free', 'trial-free', 'expired', 'waitlist'])
    await desk.subscribe(await desk.server.addPerson(), 'soccer', type);
  const answer = await list();
  expect(hasShape('desk.sports', answer)).toBe(true);
  expect(answer.body.count).toBe(24);
  const names = answer.body.results.map(({ name }: SportOfDesk) => name);
  expect(names).toEqual(names.toSorted());
  expect(await read('soccer')).toEqual({
    id: 'soccer',
    name: 'Soccer',
    sportType: 'Launched',
    isActive: true,
    approvedCreators: 1,
    creatorsWithContent: 1,
    publishedItems: 1,
    waiting: 1,
    inBeta: 0,
    onTrial: 3,
    subscribed: 1,
    canGoBack: false,
    canDeactivate: false,
  });
  const idsOf = async (state: string) =>
    (await list(`&state=${state}`)).body.results.map(({ id }: SportOfDesk) => id as string);
  expect(await idsOf('WaitList')).toContain('rowing');
  expect(await idsOf('Beta')).toHaveLength(8);
  expect(await idsOf('inactive')).toEqual([]);
  expect((await list('&offset=23&state=all')).body.results).toHaveLength(1);
  for (const as of [desk.mia, desk.former, desk.ana]) expect((await list('', as)).status).toBe(404);
});

test('D-178 D-341: a Beta begins; who waits and its Creators are told once, their places stay until they choose, and devices get the type', async () => {
  const [waiting, creator, other] = [await desk.server.addPerson(), await desk.server.addPerson(), desk.leo];
  await join('rowing', waiting);
  await desk.subscribe(creator, 'rowing', 'educator');
  await join('golf', other);
  const organization = await desk.addOrganization(desk.ana);
  await desk.db
    .insertInto('sport_interests')
    .values({ id: newId(), scope: organization, user_id: null, sport_id: 'rowing', involvement: '[]' } as never)
    .execute();
  const tables = encodeURIComponent(joinMarks(THIS_BUILD));
  const cursor = (await desk.call(`GET /sync?tables=${tables}`, undefined, waiting)).body.cursor as string;
  const pulled = async () =>
    JSON.stringify(
      (await desk.call(`GET /sync?cursor=${cursor}`, undefined, waiting)).body.changes[0]?.rows.subscriptions ?? [],
    );
  const organizationRow = () =>
    desk.db.selectFrom('sport_interests').select('version').where('scope', '=', organization).executeTakeFirstOrThrow();
  const before = await organizationRow();
  const untouched = await stateIn(other, 'golf');
  const key = newId();
  const answer = await set('rowing', { sportType: 'Beta' }, { key });
  expect(hasShape('desk.setSport', answer)).toBe(true);
  expect(answer.body).toMatchObject({ id: 'rowing', sportType: 'Beta', isActive: true, waiting: 1 });
  // A repeat whose answer was lost is one act.
  expect(
    (await set('rowing', { sportType: 'Beta' }, { key, was: { sportType: 'WaitList', isActive: true } })).status,
  ).toBe(200);
  expect(await desk.acts('rowing')).toEqual([{ actor_id: desk.operator.userId, act: 'sport.beta_started', reason }]);
  const notice = {
    kind: 'sport_beta_started',
    title: 'Rowing Beta',
    text: 'Rowing is now a Beta sport.',
    link: '/sport-page?sportId=rowing&sportName=Rowing',
  };
  await expect.poll(() => noticesOf(waiting), WITHIN).toEqual([{ ...notice, recipient_type: 'learner' }]);
  expect(await noticesOf(creator)).toEqual([{ ...notice, recipient_type: 'educator' }]);
  expect(await noticesOf(other)).toEqual([]);
  // Who waits may not open the app for months: it is mailed too, once, with the page of the sport.
  for (const told of [waiting, creator]) {
    const mails = await desk.noticeMailsTo(told);
    expect(mails).toEqual([expect.stringContaining('Rowing is now a Beta sport.')]);
    expect(mails[0]).toContain('Open the page of the sport to join the Beta.');
    expect(mails[0]).toContain('/sport-page?sportId=rowing');
  }
  expect(await desk.noticeMailsTo(other)).toEqual([]);
  expect((await stateIn(waiting, 'rowing'))!.type).toBe('waitlist');
  expect(await pulled()).toContain('"sportType":"Beta"');
  expect((await organizationRow()).version).toBeGreaterThan(before.version);
  expect(await stateIn(other, 'golf')).toEqual(untouched);
  // The place does not count as a Beta, and joining is one tap.
  expect((await join('rowing', waiting)).body.subscription.subscriptionType).toBe('beta-free');
});

test('decision 0126: of two operators who start the Beta at once, one does; the other reads that it was changed', async () => {
  const second = await desk.server.addPerson({ isSuperadmin: true });
  const was = { sportType: 'WaitList', isActive: true } as const;
  const answers = await Promise.all(
    [desk.operator, second].map((as) => set('judo', { sportType: 'Beta' }, { as, was })),
  );
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(problemOf(answers.find(({ status }) => status === 409)!).code).toBe('desk.sport_changed');
  expect(await actsOn('judo')).toEqual(['sport.beta_started']);
});

test('decision 0126: a sport goes one step at a time, and nobody but an operator changes it', async () => {
  for (const [id, next] of [
    ['boxing', { sportType: 'Launched' }],
    ['boxing', {}],
    ['tennis', { sportType: 'WaitList' }],
    ['boxing', { sportType: 'Beta', isActive: false }],
  ] as const)
    expect(problemOf(await set(id, next))).toMatchObject({ status: 409, code: 'desk.sport_step' });
  expect((await desk.call('PUT /admin/sports/boxing', { sportType: 'Beta' }, desk.operator)).status).toBe(400);
  const [was, known] = [{ sportType: 'WaitList', isActive: true } as const, { sportType: 'Beta', isActive: true }];
  for (const as of [desk.mia, desk.former, desk.ana])
    expect((await set('boxing', { sportType: 'Beta' }, { as, was })).status).toBe(404);
  const nowhere = await desk.call('PUT /admin/sports/chess', { ...known, was, reason }, desk.operator);
  expect(nowhere.status).toBe(404);
  expect(await actsOn('boxing')).toEqual([]);
});

test('decision 0126: what was started is taken back while nobody is in it; what people have joined is not', async () => {
  expect((await read('cricket')).canGoBack).toBe(true);
  expect((await set('cricket', { sportType: 'WaitList' })).body.sportType).toBe('WaitList');
  expect((await set('cricket', { sportType: 'Beta' })).status).toBe(200);
  const person = await desk.server.addPerson();
  await join('cricket', person);
  expect((await read('cricket')).canGoBack).toBe(false);
  expect(problemOf(await set('cricket', { sportType: 'WaitList' }))).toMatchObject({
    status: 409,
    code: 'desk.sport_in_use',
  });
  expect((await stateIn(person, 'cricket'))!.type).toBe('beta-free');
  for (const type of ['subscribed', 'trial', 'trial-free']) {
    const payer = await desk.server.addPerson();
    await desk.subscribe(payer, 'basketball', type);
    expect(problemOf(await set('basketball', { sportType: 'Beta' }))).toMatchObject({ code: 'desk.sport_in_use' });
    await desk.db.deleteFrom('subscriptions').where('user_id', '=', payer.userId).execute();
  }
  await desk.subscribe(await desk.server.addPerson(), 'basketball', 'expired');
  expect((await set('basketball', { sportType: 'Beta' })).body.sportType).toBe('Beta');
  expect(await actsOn('cricket')).toEqual(['sport.beta_undone', 'sport.beta_started']);
  expect(await actsOn('basketball')).toEqual(['sport.launch_undone']);
});

test('decision 0126: a sport that nobody has joined is hidden and opened again; who waits keeps the place', async () => {
  const person = await desk.server.addPerson();
  await join('badminton', person);
  expect((await set('badminton', { isActive: false })).body).toMatchObject({ isActive: false, waiting: 1 });
  const names = async () =>
    (await desk.call('GET /sports', undefined, desk.mia)).body.results.map(({ id }: { id: string }) => id);
  expect(await names()).not.toContain('badminton');
  expect((await list('&state=inactive')).body.results).toHaveLength(1);
  expect((await join('badminton', desk.mia)).status).toBe(404);
  // Roles that a device queued are refused, so the device keeps them and says so.
  const items = [
    { sportId: 'badminton', sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }] },
  ];
  const saveRoles = () => desk.call('POST /sports/roles-participation/create', items, desk.mia);
  expect((await saveRoles()).status).toBe(404);
  expect((await set('badminton', { isActive: true })).body.isActive).toBe(true);
  expect((await saveRoles()).status).toBe(200);
  expect((await stateIn(person, 'badminton'))!.type).toBe('waitlist');
  // Opened with a waitlist although it was a Beta before.
  expect((await set('gymnastics', { isActive: false })).status).toBe(200);
  expect((await set('gymnastics', { isActive: true, sportType: 'WaitList' })).body).toMatchObject({
    isActive: true,
    sportType: 'WaitList',
  });
  expect((await set('lacrosse', { isActive: false })).status).toBe(200);
  expect((await set('lacrosse', { isActive: true })).body).toMatchObject({ isActive: true, sportType: 'Beta' });
  expect(await actsOn('badminton')).toEqual(['sport.deactivated', 'sport.waitlist_opened']);
  expect(await actsOn('gymnastics')).toEqual(['sport.deactivated', 'sport.waitlist_opened']);
  expect(await actsOn('lacrosse')).toEqual(['sport.deactivated', 'sport.activated']);
});

test('decision 0126: a sport with members, a Creator or contents is not hidden', async () => {
  const refuses = async (sport: string) => {
    expect((await read(sport)).canDeactivate).toBe(false);
    expect(problemOf(await set(sport, { isActive: false }))).toMatchObject({ code: 'desk.sport_in_use' });
    expect((await read(sport)).isActive).toBe(true);
  };
  await desk.subscribe(await desk.server.addPerson(), 'swimming', 'subscribed');
  await refuses('swimming');
  await desk.subscribe(desk.ana, 'volleyball', 'educator');
  await refuses('volleyball');
  const channelId = await desk.addChannel(desk.ana, 'ice-hockey');
  await desk.publish(desk.ana, { channelId });
  await refuses('ice-hockey');
});

test('decision 0126: who joins at the moment of the change is seen: the type waits for them, and they for the type', async () => {
  const { pool } = desk.server.services.database;
  const waits = (count: number) => expect.poll(() => lockWaiters(pool), WITHIN).toBe(count);
  const [first, last] = [await desk.server.addPerson(), await desk.server.addPerson()];
  // A person whose Beta is being written.
  const client = await pool.connect();
  await client.query('begin');
  await client.query(`select 1 from sports where id = 'rugby' for share`);
  await client.query(
    `insert into subscriptions (id, scope, user_id, sport_id, type) values ($1, $2, $3, 'rugby', 'beta-free')`,
    [newId(), first.scope, first.userId],
  );
  const back = set('rugby', { sportType: 'WaitList' });
  await waits(1);
  await client.query('commit');
  expect(problemOf(await back).code).toBe('desk.sport_in_use');
  // The operator is first: who joins then gets what the sport is by then.
  await client.query('begin');
  await client.query(`update sports set sport_type = 'Beta' where id = 'sport-climbing'`);
  const joined = join('sport-climbing', last);
  await waits(1);
  await client.query('commit');
  client.release();
  expect((await joined).body.subscription).toMatchObject({ subscriptionType: 'beta-free', sportType: 'Beta' });
});

test('decision 0126: many people are told in batches; a server that is killed in the middle goes on, and nobody is told twice', async () => {
  const people = await Promise.all(Array.from({ length: 430 }, () => desk.server.addPerson()));
  await desk.db
    .insertInto('subscriptions')
    .values(
      people.map(({ userId, scope }) => ({
        id: newId(),
        scope,
        user_id: userId,
        sport_id: 'snowboarding',
        type: 'waitlist',
      })),
    )
    .execute();
  const batches: string[] = [];
  isStopping = true;
  beforeBatch = ({ afterScope }) => {
    if (afterScope !== undefined && batches.push(afterScope) === 1) throw new Error('killed');
  };
  expect((await set('snowboarding', { sportType: 'Beta' })).status).toBe(200);
  const told = async () =>
    (
      await desk.db
        .selectFrom('notifications')
        .select('user_id')
        .where('kind', '=', 'sport_beta_started')
        .where('sport_id', '=', 'snowboarding')
        .execute()
    ).map(({ user_id }) => user_id);
  await expect.poll(async () => (await told()).length, WITHIN).toBe(430);
  expect(new Set(await told()).size).toBe(430);
  // The second of three batches ran twice.
  expect(batches).toEqual([batches[0], batches[0], expect.any(String)]);
  // A job that was committed, and whose end was lost, runs again.
  const { rows } = await desk.server.services.database.pool.query<{ id: string }>(
    `select id from operator_acts where subject_id = 'snowboarding'`,
  );
  await sportChangedWork(desk.server.services).run({ actId: rows[0]!.id }, new AbortController().signal);
  expect(await told()).toHaveLength(430);
});

test('decision 0126: who has not been told of a Beta that was taken back is not told of it', async () => {
  const person = await desk.server.addPerson();
  await desk.subscribe(person, 'table-tennis', 'waitlist');
  let isHeld = true;
  beforeBatch = () => {
    if (isHeld) throw new Error('not yet');
  };
  await set('table-tennis', { sportType: 'Beta' });
  await set('table-tennis', { sportType: 'WaitList' });
  const former = (await stateIn(person, 'table-tennis'))!.version;
  isHeld = false;
  await expect.poll(async () => (await stateIn(person, 'table-tennis'))!.version, WITHIN).toBeGreaterThan(former);
  const left = async () =>
    (
      await desk.server.services.database.pool.query(
        `select 1 from jobs.job where name = 'sport.changed' and state < 'completed'`,
      )
    ).rows.length;
  await expect.poll(left, WITHIN).toBe(0);
  expect(await noticesOf(person)).toEqual([]);
});
