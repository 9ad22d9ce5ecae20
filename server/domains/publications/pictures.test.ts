import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { announceWork } from '#server/jobs/announce.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
});
afterAll(() => community.server.close());

const read = async (line: string, as = mia) => (await community.server.call(line, undefined, { as })).body;
const POSTER = '/pictures/poster-of-the-content-itself.jpg';

/** A live, Member-Only publication whose row has no cover; its content has a picture of its own. */
const publishWithoutCover = async (channelId: string) => {
  const contentId = await community.addContent(ana);
  const { id } = await community.publish(ana, { channelId, contentId });
  await community.db.updateTable('contents').set({ thumbnail: POSTER }).where('id', '=', contentId).execute();
  await community.db.updateTable('publications').set({ cover_image: null }).where('id', '=', id).execute();
  return { id, contentId };
};

test('a publication without a cover shows the picture of its content in lists, on Home, on the watch page and in notifications, also when it is locked', async () => {
  const channelId = await community.addChannel(ana);
  const { id } = await publishWithoutCover(channelId);
  await community.db
    .insertInto('follows')
    .values({ user_id: mia.userId, channel_id: channelId, scope: mia.scope })
    .execute();
  await community.db
    .insertInto('sport_interests')
    .values({ id: newId(), scope: mia.scope, user_id: mia.userId, sport_id: 'soccer', involvement: '[]' })
    .execute();

  const inChannel = (await read(`GET /channels/${channelId}/contents`)).results[0];
  const inSport = (await read('GET /channels/contents/all/sports/soccer/all/newest')).results.find(
    (item: { id: string }) => item.id === id,
  );
  const detail = await read(`GET /published-contents/${id}/detail`);
  for (const shown of [inChannel, inSport, detail]) expect(shown).toMatchObject({ coverImage: POSTER, locked: true });
  expect(JSON.stringify((await read('GET /home')).sections)).toContain(POSTER);

  await announceWork(community.services).run({ publicationId: id }, new AbortController().signal);
  const { image } = await community.db
    .selectFrom('notifications')
    .select('image')
    .where('user_id', '=', mia.userId)
    .where('cause', '=', `new_content:${id}`)
    .executeTakeFirstOrThrow();
  expect(image).toBe(POSTER);
});

test('a chosen cover is shown instead of the picture of the content', async () => {
  const channelId = await community.addChannel(ana);
  const { contentId } = await community.publish(ana, { channelId });
  await community.db.updateTable('contents').set({ thumbnail: POSTER }).where('id', '=', contentId).execute();
  const [item] = (await read(`GET /channels/${channelId}/contents`)).results;
  expect(item.coverImage).toMatch(/^\/pictures\//);
  expect(item.coverImage).not.toBe(POSTER);
});

test('a playlist without a cover has the picture of its first item', async () => {
  const channelId = await community.addChannel(ana);
  const playlistId = newId();
  await community.server.call('POST /playlists', { id: playlistId, channelId, title: 'Wall work' }, { as: ana });
  const playlist = async () => (await read(`GET /channels/${channelId}/playlists`)).results[0];
  expect(await playlist()).toMatchObject({ coverImage: null, itemCount: 0 });

  const first = await publishWithoutCover(channelId);
  const second = await community.publish(ana, { channelId });
  for (const [at, { id }] of [first, second].entries())
    await community.db
      .updateTable('publications')
      .set({ playlist_id: playlistId, playlist_position: at })
      .where('id', '=', id)
      .execute();
  expect(await playlist()).toMatchObject({ coverImage: POSTER, itemCount: 2 });
});
