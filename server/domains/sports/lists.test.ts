import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, startAccounts } from '../auth/people.fixtures.ts';
import { addChannel, addPublication } from './sports.fixtures.ts';

let server: TestServer;
let creator: TestPerson;
beforeAll(async () => {
  server = await startAccounts();
  creator = await server.addPerson({ isEducator: true });
});
afterAll(() => server.close());

const titles = (body: { results: { title: string }[] }) => body.results.map(({ title }) => title);
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);

test('SPO-020, SPO-021, SPO-027, SPO-032, SPO-038, D-330: 24 sports, eight of each kind, in their order; hidden ones are left out', async () => {
  const ana = await server.addPerson();
  const answer = await server.call('GET /sports', undefined, { as: ana });
  expect(hasShape('sports.list', answer)).toBe(true);
  expect(answer.body.count).toBe(24);
  expect(answer.body.results[0]).toEqual({
    id: 'soccer',
    name: 'Soccer',
    sportType: 'Launched',
    isActive: true,
    activeEducatorsWithContent: 0,
  });
  const kinds = answer.body.results.map(({ sportType }: { sportType: string }) => sportType);
  for (const kind of ['Launched', 'Beta', 'WaitList'])
    expect(kinds.filter((each: string) => each === kind)).toHaveLength(8);
  const few = await server.call('GET /sports?limit=3', undefined, { as: ana });
  expect(few.body.results).toEqual(answer.body.results.slice(0, 3));
  const { db } = server.services.database;
  await db.updateTable('sports').set({ is_active: false }).where('id', '=', 'judo').execute();
  expect((await server.call('GET /sports', undefined, { as: ana })).body.count).toBe(23);
  expect((await server.call('GET /sports/by-name/judo', undefined, { as: ana })).status).toBe(404);
  await db.updateTable('sports').set({ is_active: true }).where('id', '=', 'judo').execute();
});

test('SPO-021, SPO-028: a sport is found by name, by slug and by a part of its name', async () => {
  const ana = await server.addPerson();
  expect((await server.call('GET /sports/by-name/Ice%20Hockey', undefined, { as: ana })).body.id).toBe('ice-hockey');
  expect((await server.call('GET /sports/by-name/ice-hockey', undefined, { as: ana })).body.name).toBe('Ice Hockey');
  const found = await server.call('GET /sports/search?search=SK', undefined, { as: ana });
  expect(found.body.results.map(({ name }: { name: string }) => name)).toEqual([
    'Basketball',
    'Figure Skating',
    'Alpine Skiing',
  ]);
  expect((await server.call('GET /sports/search?search=sk&sportType=beta', undefined, { as: ana })).body.count).toBe(1);
  expect((await server.call('GET /sports/search?sportType=wait_list', undefined, { as: ana })).body.count).toBe(8);
});

test('SPO-031, SPO-037, D-180: a search with additional data has the person’s subscription; only Members search to subscribe', async () => {
  const ana = await server.addPerson();
  await server.call('POST /subscriptions/soccer/create', {}, { as: ana });
  const search = (query: string, as = ana) => server.call(`GET /sports/search?search=occe&${query}`, undefined, { as });
  const [own] = (await search('additionalData=true&userRole=learner')).body.results;
  expect(own).toMatchObject({ id: 'soccer', activeEducatorsWithContent: 0 });
  expect(own.subscription).toMatchObject({ sportId: 'soccer', subscriptionType: 'trial-free' });
  const bea = await server.addPerson({ isLearner: false, isEducator: true });
  const [other] = (await search('additionalData=true', bea)).body.results;
  expect(other).toMatchObject({ id: 'soccer', subscription: null });
  expect((await search('')).body.results[0]).not.toHaveProperty('subscription');
  const refused = await search('userRole=learner', bea);
  expect([refused.status, refused.body.errors[0].code]).toEqual([403, 'access.denied']);
  expect((await search('userRole=educator', bea)).status).toBe(200);
  expect((await search('userRole=educator')).status).toBe(403);
});

test('PRO-070, SPO-029, D-331: eleven roles with their levels and rules', async () => {
  const answer = await server.call('GET /sport-role-participation-levels?sportId=soccer', undefined, {
    as: await server.addPerson(),
  });
  expect(hasShape('sports.roleLevels', answer)).toBe(true);
  expect(answer.body.count).toBe(11);
  expect(answer.body.results[1]).toMatchObject({
    id: 'coach',
    name: 'Coach',
    sportRoleRule: 'levels_required',
  });
  expect(answer.body.results[0].levels.map(({ id }: { id: string }) => id)).toEqual([
    'recreational',
    'school',
    'club',
    'college-university',
    'semi-professional',
    'professional',
    'national-team',
    'masters',
    'retired',
  ]);
});

test('EXP-026, EXP-031, SPO-033, D-181, D-196, D-198: contents of a sport by kind, price and each order; an average counts from three ratings on', async () => {
  const ana = await server.addPerson();
  const channel = await addChannel(server, creator, 'golf');
  await addPublication(server, creator, channel, {
    title: 'old',
    publishedAt: daysAgo(3),
    views: 9,
    ratings: { count: 4, stars: 4 },
  });
  await addPublication(server, creator, channel, {
    title: 'new',
    publishedAt: daysAgo(1),
    views: 2,
    pricing: 'member_only',
    ratings: { count: 1, stars: 5 },
  });
  await addPublication(server, creator, channel, {
    title: 'pdf',
    publishedAt: daysAgo(2),
    views: 5,
    type: 'text',
    ratings: { count: 40, stars: 4 },
  });
  await addPublication(server, creator, channel, { title: 'not ready', isLive: false });
  const list = async (path: string) =>
    (await server.call(`GET /channels/contents/${path}`, undefined, { as: ana })).body;
  expect(titles(await list('all/sports/golf/all/newest'))).toEqual(['new', 'pdf', 'old']);
  expect(titles(await list('all/sports/golf/all/most_viewed'))).toEqual(['old', 'pdf', 'new']);
  expect(titles(await list('all/sports/golf/all/highest_rated'))).toEqual(['pdf', 'old', 'new']);
  expect(titles(await list('text/sports/golf/all/newest'))).toEqual(['pdf']);
  expect(titles(await list('all/sports/golf/free/newest'))).toEqual(['pdf', 'old']);
  const page = await server.call('GET /channels/contents/all/sports/golf/all/newest?limit=1&offset=1', undefined, {
    as: ana,
  });
  expect(hasShape('sports.contents', page)).toBe(true);
  expect(page.body.count).toBe(3);
  expect(page.body.results[0]).toMatchObject({
    title: 'pdf',
    sportName: 'Golf',
    avgTotal: 4,
    views: 5,
    locked: false,
    content: { type: 'text', duration: null, pagesCount: 3 },
    channel: { id: channel, name: expect.any(String), logoImage: null },
    pricingCategory: 'free',
    coverImage: null,
    publishedAt: expect.any(String),
    educatorName: 'Ana Test',
  });
});

test('D-181: playlists of a sport by price and each order; none without a published content, none of a hidden channel', async () => {
  const ana = await server.addPerson();
  const { db } = server.services.database;
  const [channel, hidden] = [
    await addChannel(server, creator, 'cricket'),
    await addChannel(server, creator, 'cricket'),
  ];
  const add = async (channel_id: string, title: string, items: Parameters<typeof addPublication>[3][]) => {
    const id = newId();
    await db.insertInto('playlists').values({ id, scope: creator.scope, channel_id, title }).execute();
    for (const item of items) {
      const published = await addPublication(server, creator, channel_id, item);
      await db.updateTable('publications').set({ playlist_id: id }).where('id', '=', published).execute();
    }
    return id;
  };
  await add(channel, 'old', [{ publishedAt: daysAgo(4), views: 9, ratings: { count: 9, stars: 4 } }]);
  const paid = { publishedAt: daysAgo(1), views: 1, pricing: 'member_only', ratings: { count: 9, stars: 5 } };
  await add(channel, 'new', [{ publishedAt: daysAgo(3) }, paid]);
  await add(channel, 'empty', []);
  await add(channel, 'not ready', [{ isLive: false }]);
  await add(hidden, 'hidden', [{}]);
  await db.updateTable('channels').set({ active: false }).where('id', '=', hidden).execute();
  const list = async (path: string) => {
    const answer = await server.call(`GET /channels/playlists/sports/cricket/${path}`, undefined, { as: ana });
    expect(hasShape('sports.playlists', answer)).toBe(true);
    return answer.body;
  };
  expect(titles(await list('all/newest'))).toEqual(['new', 'old']);
  expect(titles(await list('all/most_viewed'))).toEqual(['old', 'new']);
  expect(titles(await list('all/highest_rated'))).toEqual(['new', 'old']);
  expect(titles(await list('member_only/newest'))).toEqual(['new']);
  expect((await list('all/newest')).results[0]).toMatchObject({ itemCount: 2, avgTotal: 5, sportName: 'Cricket' });
  expect((await list('free/newest')).results[0]).toMatchObject({ title: 'new', itemCount: 1 });
});

test('SUB-070, D-284, D-285: Member-Only content is locked except for subscribers and its owner; a hidden channel shows nothing', async () => {
  const [ana, ben] = [await server.addPerson(), await server.addPerson()];
  const channel = await addChannel(server, creator, 'swimming');
  await addPublication(server, creator, channel, { title: 'free', publishedAt: daysAgo(1) });
  await addPublication(server, creator, channel, { title: 'members', pricing: 'member_only' });
  await server.call('POST /subscriptions/swimming/create', {}, { as: ben });
  const locked = async (as: TestPerson) =>
    (await server.call('GET /channels/contents/all/sports/swimming/all/newest', undefined, { as })).body.results.map(
      (row: { locked: boolean }) => row.locked,
    );
  expect(await locked(ana)).toEqual([true, false]);
  expect(await locked(ben)).toEqual([false, false]);
  expect(await locked(creator)).toEqual([false, false]);
  await server.services.database.db.updateTable('channels').set({ active: false }).where('id', '=', channel).execute();
  expect(await locked(ben)).toEqual([]);
});

test('EXP-001, D-265, D-315: home has a section for each sport that the person subscribes to or named, ten newest each, and none for waitlists', async () => {
  const ana = await server.addPerson();
  const channel = await addChannel(server, creator, 'tennis');
  for (let n = 1; n <= 12; n += 1)
    await addPublication(server, creator, channel, { title: `t${n}`, publishedAt: daysAgo(n), pricing: 'member_only' });
  await server.call('POST /subscriptions/tennis/create', {}, { as: ana });
  await server.call('POST /subscriptions/rowing/create', {}, { as: ana });
  await server.call(
    'POST /sports/roles-participation/create',
    [{ sportId: 'rugby', sportRoleParticipationLevelMapping: [{ roleId: 'fan', participationLevelIds: [] }] }],
    { as: ana },
  );
  const home = await server.call('GET /home', undefined, { as: ana });
  expect(hasShape('home.read', home)).toBe(true);
  expect(home.body.sections.map(({ sport }: { sport: { id: string } }) => sport.id)).toEqual(['tennis', 'rugby']);
  const [tennis, rugby] = home.body.sections;
  expect(tennis.contents.map(({ title }: { title: string }) => title)).toEqual([
    't1',
    't2',
    't3',
    't4',
    't5',
    't6',
    't7',
    't8',
    't9',
    't10',
  ]);
  expect(tennis.contents[0].locked).toBe(false);
  expect(tennis.subscription).toMatchObject({ sportId: 'tennis', subscriptionType: 'trial-free' });
  expect(tennis.sport.activeEducatorsWithContent).toBe(1);
  expect(rugby).toMatchObject({ subscription: null, contents: [] });
});

test('EXP-004, D-200: home suggests eight sports without a subscription, launched ones first', async () => {
  const ana = await server.addPerson();
  await server.call('POST /subscriptions/soccer/create', {}, { as: ana });
  const { suggestedSports } = (await server.call('GET /home', undefined, { as: ana })).body;
  expect(suggestedSports).toHaveLength(8);
  expect(suggestedSports.map(({ sportType }: { sportType: string }) => sportType)).toEqual([
    ...Array<string>(7).fill('Launched'),
    'Beta',
  ]);
  expect(suggestedSports.map(({ id }: { id: string }) => id)).not.toContain('soccer');
});

test('D-299: home is for members whose registration is complete', async () => {
  expect(
    (await server.call('GET /home', undefined, { as: await server.addPerson({ isComplete: false }) })).status,
  ).toBe(403);
  expect((await server.call('GET /home')).status).toBe(401);
});
