import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeaturedOfDesk } from '#contract/desk.ts';
import type { ExploreItem } from '#contract/explore.ts';
import { FEATURED_FOUND_MAX, FEATURED_MAX } from '#contract/limits.ts';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const reason = 'A strong start for beginners.';
let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(() => desk.db.deleteFrom('featured').execute());

// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes
const codeOf = ({ status, body }: { status: number; body: any }) => `${status} ${body?.errors?.[0]?.code ?? ''}`.trim();
const list = (as = desk.operator) => desk.call('GET /admin/featured', undefined, as);
const find = (search: string, as = desk.operator) =>
  desk.call(`GET /admin/featured/search?search=${encodeURIComponent(search)}`, undefined, as);
const setFeatured = (id: string, featured = true, as = desk.operator, key = newId()) =>
  desk.call(`PUT /admin/featured/${id}`, { featured, reason }, as, key);
const order = (ids: string[], was: string[], as = desk.operator, key = newId()) =>
  desk.call('PUT /admin/featured', { ids, was, reason }, as, key);
const idsOf = ({ body }: { body: { results: { id: string }[] } }) => body.results.map(({ id }) => id);

/** A channel with a published content. */
const addShown = async (
  owner: TestPerson = desk.ana,
  facts: Parameters<TestDesk['publish']>[1] & { sport?: string; scope?: string } = {},
): Promise<string> => {
  const channelId = facts.channelId ?? (await desk.addChannel(owner, facts.sport, facts.scope));
  const { id, answer } = await desk.publish(owner, { pricing: 'free', ...facts, channelId });
  expect(answer.status).toBe(200);
  // As the job does that publishes.
  await desk.db.updateTable('publications').set({ is_live: true }).where('id', '=', id).execute();
  return channelId;
};
/** A playlist of a channel, with its contents. */
const addPlaylist = async (channelId: string, title: string): Promise<string> => {
  const id = newId();
  const { scope } = desk.ana;
  await desk.db.insertInto('playlists').values({ id, scope, channel_id: channelId, title }).execute();
  await desk.db
    .updateTable('publications')
    .set({ playlist_id: id })
    .where('channel_id', '=', channelId)
    .where('is_live', '=', true)
    .execute();
  return id;
};
/** What a Member sees as featured of these, in its order. */
const shownOf = async (ids: string[], pricing = 'all') => {
  const { status, body } = await desk.call(`GET /explore-page/featured/${pricing}`, undefined, desk.mia);
  expect(status).toBe(200);
  return (body.results as ExploreItem[]).map(({ id }) => id).filter((id) => ids.includes(id));
};
const because = async (id: string) =>
  ((await list()).body.results as FeaturedOfDesk[]).find((row) => row.id === id)?.hiddenBecause;

test('D-197: a channel and a playlist are featured with a reason, in the order of Explore, with what they are', async () => {
  const channel = await addShown(desk.ana, { title: 'Half turn' });
  await addShown(desk.ana, { channelId: channel, pricing: 'member_only' });
  const other = await addShown(desk.ana, { sport: 'golf' });
  const playlist = await addPlaylist(other, 'Swing');
  const answer = await setFeatured(playlist);
  expect(hasShape('desk.setFeatured', answer)).toBe(true);
  expect(idsOf(await setFeatured(channel))).toEqual([playlist, channel]);
  const read = await list();
  expect(hasShape('desk.featured', read)).toBe(true);
  expect(read.body.results).toEqual([
    {
      id: playlist,
      kind: 'playlist',
      title: 'Swing',
      coverImage: null,
      channelId: other,
      channelName: `Channel ${other.slice(-6)}`,
      sportId: 'golf',
      sportName: 'Golf',
      educatorName: 'Ana Test',
      organizationName: null,
      freeItems: 1,
      memberOnlyItems: 0,
      isFeatured: true,
      hiddenBecause: null,
    },
    expect.objectContaining({ id: channel, kind: 'channel', freeItems: 1, memberOnlyItems: 1, hiddenBecause: null }),
  ]);
  expect(await shownOf([channel, playlist])).toEqual([playlist, channel]);
  expect(await shownOf([channel, playlist], 'member_only')).toEqual([channel]);
  const acts = { actor_id: desk.operator.userId, reason };
  expect(await desk.acts(channel)).toEqual([{ ...acts, act: 'featured.added' }]);
  const log = (await desk.call('GET /admin/acts?about=featured', undefined, desk.operator)).body.results;
  expect(log).toMatchObject([
    { act: 'featured.added', subject: { kind: 'featured', id: channel, name: `Channel ${channel.slice(-6)}` } },
    { act: 'featured.added', subject: { kind: 'featured', id: playlist, name: 'Swing' } },
  ]);

  expect(idsOf(await setFeatured(playlist, false))).toEqual([channel]);
  expect(await shownOf([channel, playlist])).toEqual([channel]);
  expect((await desk.acts(playlist)).map(({ act }) => act)).toEqual(['featured.added', 'featured.removed']);
});

test('decision 0130: what is featured already, or no longer, stays without an act; repeats have one effect', async () => {
  const channel = await addShown();
  const key = newId();
  const [first, second] = await Promise.all([
    setFeatured(channel, true, desk.operator, key),
    setFeatured(channel, true, desk.operator, key),
  ]);
  expect(second.body).toEqual(first.body);
  expect(idsOf(await setFeatured(channel))).toEqual([channel]);
  expect(await desk.acts(channel)).toHaveLength(1);
  await setFeatured(channel, false);
  expect(idsOf(await setFeatured(channel, false))).toEqual([]);
  expect(await desk.acts(channel)).toHaveLength(2);
  expect(codeOf(await setFeatured(newId()))).toBe('404 access.not_found');
  expect(codeOf(await setFeatured(newId(), false))).toBe('404 access.not_found');
});

test('decision 0130: only operators read and change what is featured', async () => {
  const channel = await addShown();
  for (const as of [desk.mia, desk.ana, desk.former]) {
    expect((await list(as)).status).toBe(404);
    expect((await find('channel', as)).status).toBe(404);
    expect((await setFeatured(channel, true, as)).status).toBe(404);
    expect((await order([], [], as)).status).toBe(404);
  }
  expect(idsOf(await list())).toEqual([]);
});

test('decision 0130: a search finds what Explore shows by its name, its channel or its Creator, and says what is featured', async () => {
  const word = `Quartz${newId().slice(-6)}`;
  const named = async (name: string) => {
    const id = await addShown();
    await desk.db.updateTable('channels').set({ name }).where('id', '=', id).execute();
    return id;
  };
  const [b, a, percent] = [await named(`${word} B`), await named(`${word} A`), await named(`100% ${word}`)];
  const playlist = await addPlaylist(b, 'Zigzag');
  const unpublished = await named(`${word} unpublished`);
  await desk.db.updateTable('publications').set({ is_live: false }).where('channel_id', '=', unpublished).execute();
  const hidden = await named(`${word} hidden`);
  await desk.db.updateTable('channels').set({ active: false }).where('id', '=', hidden).execute();
  await setFeatured(a);
  const answer = await find(word);
  expect(hasShape('desk.findFeaturable', answer)).toBe(true);
  expect(idsOf(answer)).toEqual([percent, a, b, playlist]);
  expect(answer.body.results.map(({ isFeatured }: FeaturedOfDesk) => isFeatured)).toEqual([false, true, false, false]);
  expect(idsOf(await find(`  ${word.toUpperCase()}  zigzag `))).toEqual([playlist]);
  expect(idsOf(await find(`${word} ana`))).toHaveLength(4);
  expect(idsOf(await find(`${word} %`))).toEqual([percent]);
  expect(idsOf(await find(`${word} _`))).toEqual([]);
  for (const wrong of ['', '   ', 'x'.repeat(101)]) expect((await find(wrong)).status, wrong).toBe(400);
  for (let n = 0; n < FEATURED_FOUND_MAX; n += 1) await named(`${word} ${n}`);
  expect(idsOf(await find(word))).toHaveLength(FEATURED_FOUND_MAX);
});

test('D-197: no more are featured than a page of Explore has room for; one that is taken out makes room', async () => {
  const ids: string[] = [];
  for (let n = 0; n < FEATURED_MAX; n += 1) ids.push(await addShown());
  await desk.db
    .insertInto('featured')
    .values(ids.slice(1).map((channel_id, position) => ({ channel_id, position })))
    .execute();
  const another = await addShown();
  // Two operators at once: one of them has the last place.
  const both = await Promise.all([setFeatured(ids[0]!), setFeatured(another)]);
  expect(both.map(codeOf).toSorted()).toEqual(['200', '409 desk.featured_full']);
  expect(idsOf(await list())).toHaveLength(FEATURED_MAX);
  const late = both[0]!.status === 200 ? another : ids[0]!;
  expect(codeOf(await setFeatured(late))).toBe('409 desk.featured_full');
  expect(await desk.acts(late)).toEqual([]);
  expect((await setFeatured(ids[1]!, false)).status).toBe(200);
  expect(idsOf(await setFeatured(late)).at(-1)).toBe(late);
  expect(codeOf(await order(Array.from({ length: FEATURED_MAX + 1 }, newId), []))).toBe('400 request.invalid');
});

test('decision 0130: the order is changed with a reason; a second operator who saw another one changes nothing and is told', async () => {
  const [a, b, c] = [await addShown(), await addShown(), await addShown()];
  const ids = [a, b, c];
  for (const id of ids) await setFeatured(id);
  const answer = await order([c, a, b], ids);
  expect(hasShape('desk.orderFeatured', answer)).toBe(true);
  expect(idsOf(answer)).toEqual([c, a, b]);
  expect(await shownOf(ids)).toEqual([c, a, b]);
  const name = (id: string) => `Channel ${id.slice(-6)}`;
  const [act] = (await desk.call('GET /admin/acts?about=featured', undefined, desk.operator)).body.results;
  expect(act).toMatchObject({
    act: 'featured.ordered',
    reason,
    subject: { kind: 'featured', id: 'order', name: 'order' },
    change: { before: ids.map(name).join(', '), after: [c, a, b].map(name).join(', ') },
  });
  const second = await desk.server.addPerson({ isSuperadmin: true });
  expect(codeOf(await order([b, a, c], ids, second))).toBe('409 desk.featured_changed');
  // Already so: nothing to do.
  expect((await order([c, a, b], ids, second)).status).toBe(200);
  // Features one more meanwhile: an order without it would lose it.
  const added = await addShown();
  await setFeatured(added, true, second);
  expect(codeOf(await order([a, b, c], [c, a, b]))).toBe('409 desk.featured_changed');
  expect(idsOf(await list())).toEqual([c, a, b, added]);
  for (const wrong of [[c, a, b], [c, a, b, b], [c, a, b, newId()], []])
    expect(codeOf(await order(wrong, [c, a, b, added]))).toBe('400 request.invalid');
  expect(await desk.acts('order')).toHaveLength(1);
  // What a Creator deletes leaves the list, and the others keep their order.
  await desk.db.deleteFrom('channels').where('id', '=', a).execute();
  expect(idsOf(await list())).toEqual([c, b, added]);
});

test('decision 0130: one operator waits for another who changes the list at this moment', async () => {
  const { pool } = desk.server.services.database;
  const [a, b] = [await addShown(), await addShown()];
  await setFeatured(a);
  const other = await pool.connect();
  try {
    await other.query('begin');
    await other.query(`select pg_advisory_xact_lock(hashtextextended('featured', 0))`);
    await other.query('insert into featured (channel_id, position) values ($1, 1)', [b]);
    const answers = [order([a], [a]), setFeatured(b)];
    await expect.poll(() => lockWaiters(pool)).toBe(2);
    await other.query('commit');
    expect((await Promise.all(answers)).map(codeOf)).toEqual(['409 desk.featured_changed', '200']);
  } finally {
    // Without its connection, an open transaction ends.
    other.release(true);
  }
  expect(idsOf(await list())).toEqual([a, b]);
  expect(await desk.acts(b)).toEqual([]);
});

test('D-197 D-286: what is unpublished, removed, hidden, or whose Creator is suspended or gone is never shown as featured, and the desk says why', async () => {
  const creator = await desk.server.addPerson({ isEducator: true });
  const scope = await desk.addOrganization(creator);
  const [own, ofClub] = [await addShown(creator), await addShown(desk.ana, { sport: 'tennis' })];
  const club = await desk.addChannel(creator, 'rugby', scope);
  await desk.db
    .updateTable('publications')
    .set({ channel_id: club })
    .where('channel_id', '=', await addShown(creator))
    .execute();
  const playlist = await addPlaylist(own, 'First steps');
  const all = [own, playlist, ofClub, club];
  for (const id of all) expect((await setFeatured(id)).status).toBe(200);
  expect(await shownOf(all)).toEqual(all);
  expect((await list()).body.results.at(-1)).toMatchObject({ id: club, organizationName: 'Klub', hiddenBecause: null });

  const suspend = (suspended: boolean) =>
    desk.call(`PUT /admin/people/${creator.userId}/suspended`, { suspended, reason }, desk.operator);
  expect((await suspend(true)).status).toBe(200);
  expect(await shownOf(all)).toEqual([ofClub]);
  for (const id of [own, playlist, club]) expect(await because(id), id).toBe('creator');
  expect(codeOf(await setFeatured(playlist))).toBe('200');
  await setFeatured(playlist, false);
  expect(codeOf(await setFeatured(playlist))).toBe('409 desk.featured_hidden');
  expect(idsOf(await find('First steps'))).toEqual([]);
  expect((await suspend(false)).status).toBe(200);
  await setFeatured(playlist);
  expect(await shownOf(all)).toEqual([own, ofClub, club, playlist]);

  // Suspended by a command on the database, which hides no channels.
  const byCommand = (is_suspended: boolean) =>
    desk.db.updateTable('users').set({ is_suspended }).where('id', '=', creator.userId).execute();
  await byCommand(true);
  expect(await shownOf(all)).toEqual([ofClub]);
  expect(await because(own)).toBe('creator');
  await byCommand(false);

  const leave = (deleted_at: Date | null) =>
    desk.db
      .updateTable('users')
      .set({ deleted_at, deletion: deleted_at && '{}' })
      .where('id', '=', creator.userId)
      .execute();
  await leave(new Date());
  expect(await shownOf(all)).toEqual([ofClub]);
  expect(await because(club)).toBe('creator');
  await leave(null);

  const setChannel = (active: boolean) =>
    desk.db.updateTable('channels').set({ active }).where('id', '=', own).execute();
  await setChannel(false);
  expect(await shownOf(all)).toEqual([ofClub, club]);
  expect(await because(own)).toBe('channel');
  expect(await because(playlist)).toBe('channel');
  await setChannel(true);

  const setSport = (is_active: boolean) =>
    desk.db.updateTable('sports').set({ is_active }).where('id', '=', 'tennis').execute();
  await setSport(false);
  expect(await shownOf(all)).toEqual([own, club, playlist]);
  expect(await because(ofClub)).toBe('sport');
  await setSport(true);

  const { id: publishedId } = await desk.db
    .selectFrom('publications')
    .select('id')
    .where('channel_id', '=', club)
    .executeTakeFirstOrThrow();
  const set = (facts: { is_live?: boolean; is_deleted?: boolean }) =>
    desk.db.updateTable('publications').set(facts).where('id', '=', publishedId).execute();
  for (const facts of [{ is_live: false }, { is_live: true, is_deleted: true }]) {
    await set(facts);
    expect(await shownOf(all)).toEqual([own, ofClub, playlist]);
    expect(await because(club)).toBe('contents');
  }
  await set({ is_deleted: false });
  expect(await shownOf(all)).toEqual([own, ofClub, club, playlist]);
});
