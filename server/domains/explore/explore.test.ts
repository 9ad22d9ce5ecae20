import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ExploreItem } from '#contract/explore.ts';
import { newId } from '#contract/ids.ts';
import type { TestPerson, TestServer } from '#tests/support/server.ts';
import { hasShape, startAccounts } from '../auth/people.fixtures.ts';
import { addChannel, addPublication } from '../sports/sports.fixtures.ts';

let server: TestServer;
let creator: TestPerson;
let member: TestPerson;
beforeAll(async () => {
  server = await startAccounts();
  creator = await server.addPerson({ isEducator: true });
  member = await server.addPerson();
});
afterAll(() => server.close());

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000);
const database = () => server.services.database.db;

const addPlaylist = async (channelId: string, title: string, ids: readonly string[]): Promise<string> => {
  const id = newId();
  await database().insertInto('playlists').values({ id, scope: creator.scope, channel_id: channelId, title }).execute();
  if (ids.length > 0)
    await database().updateTable('publications').set({ playlist_id: id }).where('id', 'in', ids).execute();
  return id;
};

const read = async (path: string, as = member) => {
  const answer = await server.call(`GET /explore-page/${path}`, undefined, { as });
  expect(answer.status).toBe(200);
  return answer.body as { count: number; results: ExploreItem[] };
};
const idsOf = (body: { results: ExploreItem[] }) => body.results.map(({ id }) => id);
/** The places of these rows in a section, in its order; the rows of other tests are left out. */
const orderIn = async (path: string, ids: readonly string[]) =>
  idsOf(await read(path)).filter((id) => ids.includes(id));

test('EXP-008, EXP-009, EXP-011, EXP-030, EXP-032, D-195, D-196: New lists channels and playlists by their newest content at the price, newest or oldest first', async () => {
  const [a, b] = [await addChannel(server, creator, 'golf'), await addChannel(server, creator, 'tennis')];
  const old = await addPublication(server, creator, a, { title: 'old', publishedAt: daysAgo(9) });
  await addPublication(server, creator, a, { title: 'paid', publishedAt: daysAgo(1), pricing: 'member_only' });
  await addPublication(server, creator, b, { title: 'middle', publishedAt: daysAgo(5) });
  const playlist = await addPlaylist(a, 'Swing', [old]);
  const mine = [a, b, playlist];
  expect(await orderIn('new/all', mine)).toEqual([a, b, playlist]);
  expect(await orderIn('new/all?sort=oldest', mine)).toEqual([playlist, b, a]);
  expect((await orderIn('new/free', mine)).slice(0, 1)).toEqual([b]);
  expect(await orderIn('new/member_only', mine)).toEqual([a]);
  const answer = await server.call('GET /explore-page/new/all', undefined, { as: member });
  expect(hasShape('explore.section', answer)).toBe(true);
  const row = (id: string) => answer.body.results.find((each: { id: string }) => each.id === id);
  expect(row(a)).toMatchObject({
    kind: 'channel',
    sportName: 'Golf',
    itemCount: 2,
    channelData: { id: a, educatorName: 'Ana Test' },
    contentData: { title: 'paid', locked: true },
  });
  expect(row(playlist)).toMatchObject({
    kind: 'playlist',
    title: 'Swing',
    itemCount: 1,
    channelData: { id: a },
    contentData: { id: old, title: 'old', locked: false },
  });
});

test('EXP-008, D-198: Highest Rated lists what has three ratings or more, by the Bayesian mean', async () => {
  const [few, best, good] = [
    await addChannel(server, creator, 'judo'),
    await addChannel(server, creator, 'judo'),
    await addChannel(server, creator, 'judo'),
  ];
  await addPublication(server, creator, few, { ratings: { count: 2, stars: 5 } });
  // Three ratings of 5 weigh less than forty of 4.6.
  await addPublication(server, creator, good, { ratings: { count: 3, stars: 5 } });
  await addPublication(server, creator, best, { ratings: { count: 40, stars: 4.6 } });
  expect(await orderIn('highest_rated/all', [few, best, good])).toEqual([best, good]);
  expect(await orderIn('highest_rated/member_only', [few, best, good])).toEqual([]);
});

test('EXP-008, D-197: Featured has what was picked, in its order, and is filled up by the highest rated', async () => {
  const [rated, first, second] = [
    await addChannel(server, creator, 'boxing'),
    await addChannel(server, creator, 'boxing'),
    await addChannel(server, creator, 'boxing'),
  ];
  await addPublication(server, creator, rated, { ratings: { count: 9, stars: 5 } });
  await addPublication(server, creator, first);
  const inPlaylist = await addPublication(server, creator, second);
  const playlist = await addPlaylist(second, 'Footwork', [inPlaylist]);
  await database()
    .insertInto('featured')
    .values([
      { playlist_id: playlist, position: 1 },
      { channel_id: first, position: 0 },
    ])
    .execute();
  const order = await orderIn('featured/all', [rated, first, second, playlist]);
  expect(order).toEqual([first, playlist, rated]);
});

test('EXP-009, D-286, D-289: Explore never shows what is unpublished, removed, not ready, hidden or empty', async () => {
  const [hidden, empty, closed, shown] = [
    await addChannel(server, creator, 'rowing'),
    await addChannel(server, creator, 'rowing'),
    await addChannel(server, creator, 'sport-climbing'),
    await addChannel(server, creator, 'rowing'),
  ];
  const five = { ratings: { count: 5, stars: 5 } };
  const ofHidden = await addPublication(server, creator, hidden, five);
  await addPublication(server, creator, empty, { ...five, isLive: false });
  const removed = await addPublication(server, creator, empty, five);
  await addPublication(server, creator, closed, five);
  const kept = await addPublication(server, creator, shown, five);
  const lists = [
    await addPlaylist(hidden, 'of a hidden channel', [ofHidden]),
    await addPlaylist(empty, 'with a removed content', [removed]),
    await addPlaylist(shown, 'without content', []),
  ];
  await database().updateTable('channels').set({ active: false }).where('id', '=', hidden).execute();
  await database().updateTable('publications').set({ is_deleted: true }).where('id', '=', removed).execute();
  await database().updateTable('sports').set({ is_active: false }).where('id', '=', 'sport-climbing').execute();
  await database()
    .insertInto('featured')
    .values([hidden, empty, closed].map((channel_id, position) => ({ channel_id, position })))
    .execute();
  for (const section of ['featured', 'highest_rated', 'new'])
    for (const as of [member, creator]) {
      const body = await read(`${section}/all`, as);
      expect(idsOf(body).filter((id) => [hidden, empty, closed, shown, ...lists].includes(id))).toEqual([shown]);
      expect(JSON.stringify(body)).not.toMatch(new RegExp(`${ofHidden}|${removed}`));
    }
  expect((await read('new/all')).results.find(({ id }) => id === shown)!.contentData.id).toBe(kept);
  await database().updateTable('sports').set({ is_active: true }).where('id', '=', 'sport-climbing').execute();
});

test('EXP-010: a page of a section has 25 rows, and the pages together have each row once', async () => {
  for (let n = 0; n < 28; n += 1)
    await addPublication(server, creator, await addChannel(server, creator, 'cycling'), { publishedAt: daysAgo(n) });
  const first = await read('new/free');
  expect(first.results).toHaveLength(25);
  const ids = idsOf(first);
  for (let offset = 25; offset < first.count; offset += 25) ids.push(...idsOf(await read(`new/free?offset=${offset}`)));
  expect(new Set(ids).size).toBe(first.count);
  expect(ids).toHaveLength(first.count);
  const tooMany = await server.call('GET /explore-page/new/free?limit=26', undefined, { as: member });
  expect(tooMany.status).toBe(400);
});

test('EXP-038: a Member subscribes to a launched, a Beta and a waitlist sport, sees Home, explores, follows, searches, watches and rates', async () => {
  const ana = await server.addPerson();
  // oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
  const ask = async (line: string, body?: unknown): Promise<any> => {
    const answer = await server.call(line, body, { as: ana });
    expect([answer.status, line]).toEqual([expect.toBeOneOf([200, 201, 204]), line]);
    return answer.body;
  };
  const { results: sports } = await ask('GET /sports');
  const ids = ['Launched', 'Beta', 'WaitList'].map(
    (type) => sports.find(({ sportType }: { sportType: string }) => sportType === type).id as string,
  );
  const kinds = [];
  for (const id of ids) kinds.push((await ask(`POST /subscriptions/${id}/create`, {})).subscription.subscriptionType);
  expect(kinds).toEqual(['trial-free', 'beta-free', 'waitlist']);
  const channel = await addChannel(server, creator, ids[0]!);
  const title = 'Quartz passing';
  const lesson = await addPublication(server, creator, channel, { title, pricing: 'member_only' });
  const home = await ask('GET /home');
  expect(home.sections.map(({ sport }: { sport: { id: string } }) => sport.id).toSorted()).toEqual(
    ids.slice(0, 2).toSorted(),
  );
  const shown = home.sections.flatMap(({ contents }: { contents: { id: string; locked: boolean }[] }) => contents);
  expect(shown).toContainEqual(expect.objectContaining({ id: lesson, locked: false }));
  expect(idsOf(await read('new/all', ana))).toContain(channel);
  await ask(`POST /channels/${channel}/follow`, {});
  expect((await ask('GET /channels/followed')).results).toMatchObject([{ id: channel }]);
  expect((await ask('GET /search/content?q=quartz')).results).toMatchObject([{ id: lesson }]);
  expect(await ask(`GET /published-contents/${lesson}/detail`)).toMatchObject({ id: lesson, title });
  const stars = { Relevance: 5, Helpful: 4, Engaging: 3 };
  await ask(`POST /ratings/${lesson}`, { contentItemRatings: stars });
  expect(await ask(`GET /ratings/${lesson}`)).toMatchObject({ contentItemRatings: stars });
});
