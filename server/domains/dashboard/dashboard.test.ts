import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

/** A Thursday. */
const NOW = new Date('2031-05-15T12:00:00Z');

let community: TestCommunity;
let ana: TestPerson;
let ben: TestPerson;
let mia: TestPerson;
let soccer: string;
let tennis: string;
let playlist: string;
let video: string;
let audio: string;
let text: string;
beforeAll(async () => {
  community = await startCommunity();
  community.server.setNow(NOW);
  ana = await community.server.addPerson({ isEducator: true });
  ben = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
  [soccer, tennis] = [await community.addChannel(ana, 'soccer'), await community.addChannel(ana, 'tennis')];
  for (const sport of ['soccer', 'tennis']) await community.subscribe(mia, sport);
  video = await publish(soccer, 'video', '2031-05-12T09:00:00Z', 'free');
  audio = await publish(soccer, 'audio', '2031-05-13T09:00:00Z');
  text = await publish(tennis, 'text', '2031-05-14T09:00:00Z');
  await community.db
    .updateTable('users')
    .set({ created_at: new Date('2031-01-01T00:00:00Z') })
    .execute();
  playlist = newId();
  await community.db
    .insertInto('playlists')
    .values({ id: playlist, scope: ana.scope, channel_id: soccer, title: 'First touch' })
    .execute();
  await community.db.updateTable('publications').set({ playlist_id: playlist }).where('id', '=', video).execute();
});
afterAll(() => community.server.close());

const publish = async (
  channelId: string,
  type: string,
  at: string,
  pricing: 'free' | 'member_only' = 'member_only',
) => {
  const contentId = await community.addContent(ana, { type, duration: type === 'text' ? null : 100 });
  const { id } = await community.publish(ana, { channelId, contentId, pricing, title: type });
  await community.db
    .updateTable('publications')
    .set({ published_at: new Date(at) })
    .where('id', '=', id)
    .execute();
  return id;
};
const call = (line: string, body?: unknown, as = ana) => community.server.call(line, body, { as });
const read = async (path: string, as = ana) => (await call(`GET ${path}`, undefined, as)).body;
const titles = async (query: string): Promise<string[]> =>
  (await read(`/dashboard/last-published?${query}`)).results.map(({ title }: { title: string }) => title);
/** A view of Mia that is counted on a day. */
const watch = async (id: string, at: string) => {
  community.server.setNow(new Date(at));
  const answer = await call(`POST /views/${id}/increment`, { watchedMs: 60_000, watchedAt: at }, mia);
  community.server.setNow(NOW);
  expect(answer.status).toBe(204);
};
const stopAt = (id: string, positionMs: number, watchedAt: string, as = mia) =>
  call(`PUT /watch-places/${id}`, { positionMs, watchedAt }, as);

test('DAS-013 DAS-014 what was published last: newest, most viewed or highest rated, by channel or playlist and by pricing', async () => {
  await watch(video, '2031-05-12T10:00:00Z');
  await watch(video, '2031-05-14T10:00:00Z');
  await watch(text, '2031-05-14T11:00:00Z');
  const stars = (Relevance: number) => ({ contentItemRatings: { Relevance, Helpful: 5, Engaging: 5 } });
  expect((await call(`POST /ratings/${audio}`, stars(5), mia)).status).toBe(200);
  expect((await call(`POST /ratings/${video}`, stars(2), mia)).status).toBe(200);

  const { count, results } = await read('/dashboard/last-published');
  expect(count).toBe(3);
  expect(results[2]).toEqual({
    id: video,
    title: 'video',
    coverImage: expect.stringMatching(/^\/pictures\//),
    content: { id: expect.any(String), type: 'video', duration: 100, pagesCount: null },
    pricingCategory: 'free',
    publishedAt: '2031-05-12T09:00:00.000Z',
    channel: soccer,
    channelName: expect.stringMatching(/^Channel /),
    channelCoverImage: null,
    educatorName: expect.any(String),
    sportId: 'soccer',
    views: 2,
    avgTotal: 4,
  });
  expect(await titles('')).toEqual(['text', 'audio', 'video']);
  expect(await titles('sortBy=most_viewed')).toEqual(['video', 'text', 'audio']);
  expect(await titles('sortBy=highest_rated')).toEqual(['audio', 'video', 'text']);
  expect(await titles('pricing=free')).toEqual(['video']);
  expect(await titles('pricing=member_only')).toEqual(['text', 'audio']);
  expect(await titles(`mediaId=${tennis}`)).toEqual(['text']);
  expect(await titles(`mediaId=${playlist}`)).toEqual(['video']);
  expect((await call('GET /dashboard/last-published?sortBy=oldest')).status).toBe(400);
});

test('DAS-012 DAS-015 D-274 the statistics of all, of a channel and of a playlist', async () => {
  for (const channelId of [soccer, tennis]) await call(`POST /channels/${channelId}/follow`, {}, mia);
  await call(`POST /channels/${soccer}/follow`, {}, ben);
  const all = { rating: 4.5, followers: 3, views: 3, channels: 2, playlist: 1, video: 1, audio: 1, text: 1 };
  expect(await read('/dashboard/statistics')).toEqual(all);
  expect(await read(`/dashboard/statistics?mediaId=${tennis}`)).toEqual({
    rating: null,
    followers: 1,
    views: 1,
    channels: 1,
    playlist: 0,
    video: 0,
    audio: 0,
    text: 1,
  });
  expect(await read(`/dashboard/statistics?mediaId=${playlist}`)).toEqual({
    rating: 4,
    followers: 2,
    views: 2,
    channels: 1,
    playlist: 1,
    video: 1,
    audio: 0,
    text: 0,
  });
  // What is unpublished is no longer counted as an item; what members saw of it stays.
  await community.db.updateTable('publications').set({ is_live: false }).where('id', '=', text).execute();
  expect(await read('/dashboard/statistics')).toEqual({ ...all, text: 0 });
  expect(await titles('')).toEqual(['audio', 'video']);
  await community.db.updateTable('publications').set({ is_live: true }).where('id', '=', text).execute();
});

test('views and followers by day, week, month and year, with the periods before', async () => {
  await watch(audio, '2031-04-20T10:00:00Z');
  const day = await read('/dashboard/series?period=day');
  expect(day.dates).toHaveLength(14);
  expect([day.dates[0], day.dates.at(-1)]).toEqual(['2031-05-02', '2031-05-15']);
  expect(day.now.views).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 2, 0]);
  expect(day.before.views).toEqual([0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
  expect(day.now.followers.at(-1)).toBe(3);
  expect(day.now.followers.at(-2)).toBe(0);
  const week = await read('/dashboard/series?period=week');
  expect([week.dates.length, week.dates.at(-1)]).toEqual([12, '2031-05-12']);
  expect(week.now.views.slice(-5)).toEqual([1, 0, 0, 0, 3]);
  const month = await read(`/dashboard/series?period=month&mediaId=${soccer}`);
  expect([month.dates[0], month.dates.at(-1)]).toEqual(['2030-06-01', '2031-05-01']);
  expect(month.now.views.slice(-2)).toEqual([1, 2]);
  const year = await read(`/dashboard/series?period=year&mediaId=${playlist}`);
  expect(year.dates).toEqual(['2027-01-01', '2028-01-01', '2029-01-01', '2030-01-01', '2031-01-01']);
  expect(year.now.views).toEqual([0, 0, 0, 0, 2]);
  expect((await call('GET /dashboard/series?period=hour')).status).toBe(400);
});

test('an item takes its views along to another playlist', async () => {
  const other = newId();
  await community.db
    .insertInto('playlists')
    .values({ id: other, scope: ana.scope, channel_id: soccer, title: 'Second touch' })
    .execute();
  await community.db.updateTable('publications').set({ playlist_id: other }).where('id', '=', video).execute();
  const viewsOf = async (id: string) => (await read(`/dashboard/series?period=year&mediaId=${id}`)).now.views.at(-1);
  expect([await viewsOf(playlist), await viewsOf(other)]).toEqual([0, 2]);
  await community.db.updateTable('publications').set({ playlist_id: playlist }).where('id', '=', video).execute();
});

test('watch time and retention count what each member reaches for the first time, and nothing of the owner', async () => {
  await stopAt(video, 35_000, '2031-05-13T10:00:00Z');
  // Back, and then further than before.
  await stopAt(video, 5_000, '2031-05-13T11:00:00Z');
  await stopAt(video, 90_000, '2031-05-14T11:00:00Z');
  await stopAt(video, 95_000, '2031-04-28T11:00:00Z', ben);
  await stopAt(video, 70_000, '2031-05-14T11:00:00Z', ana);
  // Beyond the end.
  await stopAt(audio, 900_000, '2031-05-14T11:00:00Z');
  const { now, before } = await read('/dashboard/series?period=day');
  expect(now.watchedMs.slice(-3)).toEqual([35_000, 155_000, 0]);
  expect(before.watchedMs[10]).toBe(95_000);
  expect(await read(`/dashboard/retention/${video}?period=day`)).toEqual({
    now: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
    before: [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0],
  });
  expect(await read(`/dashboard/retention/${video}?period=week`)).toEqual({
    now: [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 0],
    before: [],
  });
  expect((await read(`/dashboard/retention/${audio}?period=week`)).now[10]).toBe(1);
  expect(await read(`/dashboard/retention/${text}?period=week`)).toEqual({ now: [], before: [] });
});

test('the revenue by sport, in cents, without what was transferred', async () => {
  const add = (day: string, amount_cents: number, type: string, channel: string | null, sport: string | null) =>
    community.db
      .insertInto('revenue_entries')
      .values({ id: newId(), scope: ana.scope, day, amount_cents, type, channel_id: channel, sport_id: sport })
      .execute();
  await add('2031-05-01', 700, 'views_base', soccer, 'soccer');
  await add('2031-05-09', 55, 'content_base', soccer, 'soccer');
  await add('2031-04-09', 20, 'content_base', tennis, 'tennis');
  await add('2029-08-09', 9, 'content_base', tennis, 'tennis');
  // Of a channel that is gone.
  await add('2031-04-10', 4, 'views_base', null, 'tennis');
  await add('2031-05-02', 3, 'standard_marketing_fee', null, 'soccer');
  await add('2031-05-02', -500, 'withdrawal', null, null);
  const { revenues } = await read('/dashboard/series?period=month');
  expect(
    revenues.map(({ sportName, now, before }: { sportName: string; now: number[]; before: number[] }) => ({
      sportName,
      now: now.slice(-2),
      before: before.filter((amount) => amount !== 0),
    })),
  ).toEqual([
    { sportName: 'Soccer', now: [0, 755], before: [] },
    { sportName: 'Tennis', now: [24, 0], before: [9] },
    { sportName: null, now: [0, 3], before: [] },
  ]);
  const ofPlaylist = await read(`/dashboard/series?period=month&mediaId=${playlist}`);
  expect(ofPlaylist.revenues).toMatchObject([{ sportName: 'Soccer' }]);
});

test('D-144 DAS-010 the widgets are arranged for the person, while the feature is on', async () => {
  const first = ['lastPublished', 'statistics', 'storage', 'revenues'];
  expect(await read('/dashboard/widgets')).toEqual({ order: first, hidden: [] });
  const widgets = { order: first.toReversed(), hidden: ['storage'] };
  expect((await call('PUT /dashboard/widgets', widgets)).body).toEqual(widgets);
  expect(await read('/dashboard/widgets')).toEqual(widgets);
  expect((await read('/users/me')).dashboardWidgets).toEqual(widgets);
  // A widget that a former app does not know comes last.
  expect((await call('PUT /dashboard/widgets', { order: first.slice(1), hidden: [] })).body.order).toEqual([
    ...first.slice(1),
    'lastPublished',
  ]);
  for (const order of [
    [...first.slice(1), 'statistics'],
    [...first, 'other'],
  ])
    expect((await call('PUT /dashboard/widgets', { order, hidden: [] })).status).toBe(400);
  const set = (is_enabled: boolean) =>
    community.db
      .updateTable('feature_flags')
      .set({ is_enabled })
      .where('name', '=', 'DashboardWidgetSettings')
      .execute();
  await set(false);
  for (const method of ['GET', 'PUT'])
    expect(await call(`${method} /dashboard/widgets`, method === 'PUT' ? widgets : undefined)).toMatchObject({
      status: 403,
      body: { errors: [{ code: 'feature.off' }] },
    });
  await set(true);
});

test('DAS-011 the dashboard is a Creator’s, of own channels only; an administrator reads that of the organization', async () => {
  const calls = ['last-published', 'statistics', 'series?period=day', 'widgets', `retention/${video}?period=day`];
  for (const each of calls) expect((await call(`GET /dashboard/${each}`, undefined, mia)).status, each).toBe(403);
  for (const mediaId of [soccer, playlist, newId()])
    for (const each of ['last-published?', 'statistics?', 'series?period=day&'])
      expect((await call(`GET /dashboard/${each}mediaId=${mediaId}`, undefined, ben)).status, each).toBe(404);
  expect((await call(`GET /dashboard/retention/${video}?period=day`, undefined, ben)).status).toBe(404);
  expect(await read('/dashboard/statistics', ben)).toMatchObject({ channels: 0, views: 0, rating: null });

  const scope = await community.addOrganization(ben);
  await community.addChannel(ben, 'golf', scope);
  const get = (as: TestPerson) => community.server.call('GET /dashboard/statistics', undefined, { as, scope });
  expect((await get(ben)).body).toMatchObject({ channels: 1 });
  expect((await get(ana)).status).toBe(403);
});

test('followers who leave, and channels that are deleted, leave right sums', async () => {
  await call(`DELETE /channels/${tennis}/follow`, undefined, mia);
  expect(await read('/dashboard/statistics')).toMatchObject({ channels: 2, followers: 2 });
  const lost = await community.db.selectFrom('follower_days').select('lost').where('channel_id', '=', tennis).execute();
  expect(lost.map((day) => day.lost).toSorted()).toEqual([0, 1]);
  await community.db.deleteFrom('channels').where('id', '=', tennis).execute();
  const { rows } = await sql`select channel_id from channel_followers where followers <> (
    select count(*) from follows f where f.channel_id = channel_followers.channel_id)`.execute(community.db);
  expect(rows).toEqual([]);
  expect(await read('/dashboard/statistics')).toMatchObject({ channels: 1, followers: 2, text: 0 });
});
