import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
let channelId: string;
let playlistId: string;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
});
afterAll(() => community.server.close());

const call = (line: string, body?: unknown, as = ana) => community.server.call(line, body, { as });
const publish = async (channel = channelId) => (await community.publish(ana, { channelId: channel })).id;
const contents = async (playlist = playlistId): Promise<string[]> =>
  (await call(`GET /playlists/${playlist}/contents`, undefined, mia)).body.results.map(({ id }: { id: string }) => id);
const add = (ids: string[], playlist = playlistId) => call(`POST /playlists/${playlist}/contents`, { ids });
const newPlaylist = async (title: string, channel = channelId) => {
  const id = newId();
  expect((await call('POST /playlists', { id, channelId: channel, title })).status).toBe(200);
  return id;
};

beforeEach(async () => {
  channelId = await community.addChannel(ana);
  playlistId = await newPlaylist('Wall work');
});

describe('contents of a playlist', () => {
  test('are added in the order of the list, once; contents of another channel are passed over', async () => {
    const [one, two, other] = [await publish(), await publish(), await publish(await community.addChannel(ana))];
    expect((await add([two, one, two])).status).toBe(204);
    expect((await add([one, other])).status).toBe(204);
    expect(await contents()).toEqual([two, one]);
    const second = await newPlaylist('Receiving');
    await add([one], second);
    expect([await contents(), await contents(second)]).toEqual([[two], [one]]);
  });

  test('have the order that they were put in; those left out follow in their former order', async () => {
    const ids = [await publish(), await publish(), await publish(), await publish()];
    const [a, b, c, d] = ids as [string, string, string, string];
    await add(ids);
    expect((await call(`PUT /playlists/${playlistId}/contents/update-position`, [c, a, c])).status).toBe(204);
    expect(await contents()).toEqual([c, a, b, d]);
    const pulled = (await call('GET /sync')).body.changes[0].rows.publications as {
      id: string;
      playlistPosition: number;
    }[];
    expect([c, a, b, d].map((id) => pulled.find((row) => row.id === id)?.playlistPosition)).toEqual([0, 1, 2, 3]);
  });

  test('are taken out and stay on the channel', async () => {
    const [one, two] = [await publish(), await publish()];
    await add([one, two]);
    expect((await call(`DELETE /playlists/${playlistId}/contents/${one}`)).status).toBe(204);
    expect(await contents()).toEqual([two]);
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.count).toBe(2);
  });
});

describe('a content of a playlist that is moved', () => {
  const move = (id: string, afterId: string | null, as = ana, playlist = playlistId) =>
    call(`PUT /playlists/${playlist}/contents/${id}/position`, { afterId }, as);
  let ids: [string, string, string, string];
  beforeEach(async () => {
    ids = [await publish(), await publish(), await publish(), await publish()];
    await add(ids);
  });

  test('goes after the one that is named, in the order that the playlist has by then', async () => {
    const [a, b, c, d] = ids;
    // Two devices, one of them offline while the order was abcd.
    expect((await move(d, a)).status).toBe(204);
    expect((await move(c, null)).status).toBe(204);
    expect((await move(a, b)).status).toBe(204);
    expect(await contents()).toEqual([c, d, b, a]);
    const pulled = (await call('GET /sync')).body.changes[0].rows.publications as {
      id: string;
      playlistPosition: number;
    }[];
    expect([c, d, b, a].map((id) => pulled.find((row) => row.id === id)?.playlistPosition)).toEqual([0, 1, 2, 3]);
  });

  test('at the same time as another one: both moves are kept', async () => {
    const [a, b, c, d] = ids;
    const { pool } = community.server.services.database;
    // Holds what both need, until both have begun.
    const holder = await pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select raise_scope($1)', [`user:${ana.userId}`]);
      const answers = Promise.all([move(d, null), move(b, c)]);
      await expect.poll(() => lockWaiters(pool)).toBe(2);
      await holder.query('commit');
      expect((await answers).map(({ status }) => status)).toEqual([204, 204]);
    } finally {
      holder.release();
    }
    expect(await contents()).toEqual([d, a, c, b]);
  });

  test('comes last if the named one has left the playlist, and is left alone if it has left itself', async () => {
    const [a, b, c, d] = ids;
    await call(`DELETE /playlists/${playlistId}/contents/${b}`);
    expect((await move(a, b)).status).toBe(204);
    expect(await contents()).toEqual([c, d, a]);
    const second = await newPlaylist('Receiving');
    await add([b], second);
    expect((await move(b, null)).status).toBe(204);
    expect([await contents(), await contents(second)]).toEqual([[c, d, a], [b]]);
    expect((await move(newId(), null)).status).toBe(404);
  });
});

test('two deliveries of one new playlist at the same time make one, and both are answered', async () => {
  const { pool } = community.server.services.database;
  const body = { id: newId(), channelId, title: 'Corner kicks' };
  // Holds what both need, until both have begun.
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select raise_scope($1)', [`user:${ana.userId}`]);
    const answers = Promise.all([call('POST /playlists', body), call('POST /playlists', body)]);
    const waiting = () => lockWaiters(pool);
    await expect.poll(waiting).toBe(2);
    await holder.query('commit');
    const [one, two] = await answers;
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(two.body).toEqual(one.body);
  } finally {
    holder.release();
  }
  const { rows } = await pool.query('select id from playlists where channel_id = $1 and title = $2', [
    channelId,
    body.title,
  ]);
  expect(rows).toEqual([{ id: body.id }]);
});

describe('a playlist', () => {
  test('EXP-027 is read with its channel, its Creator and its sport; without a cover it has that of its first item', async () => {
    const [one, two] = [await publish(), await publish()];
    await add([two, one]);
    const item = (await call(`GET /playlists/${playlistId}/contents`)).body.results[0];
    const read = async (as: TestPerson) => (await call(`GET /playlists/${playlistId}`, undefined, as)).body;
    expect(item.coverImage).toMatch(/^\/pictures\//);
    expect(await read(mia)).toEqual({
      id: playlistId,
      scope: ana.scope,
      channelId,
      title: 'Wall work',
      coverImage: item.coverImage,
      position: 0,
      itemCount: 2,
      channelName: expect.any(String),
      educatorName: 'Ana Test',
      educatorUsername: expect.any(String),
      sportId: 'soccer',
      sportName: 'Soccer',
      isOwner: false,
    });
    expect(await read(ana)).toMatchObject({ isOwner: true });
  });

  test('of an unpublished channel is read by its owner only', async () => {
    await call(`PUT /channels/${channelId}/active`, { active: false });
    expect((await call(`GET /playlists/${playlistId}`, undefined, mia)).status).toBe(404);
    expect((await call(`GET /playlists/${playlistId}`)).status).toBe(200);
  });

  test('gets a cover, loses it again, and keeps its title', async () => {
    const cover = await community.addPicture(ana.scope);
    const change = (body: unknown) => call(`PUT /playlists/${playlistId}`, body);
    expect((await change({ coverImage: cover })).body).toMatchObject({
      title: 'Wall work',
      coverImage: `/pictures/${cover.slice(0, 32)}.jpg`,
    });
    expect((await change({ title: 'Rebounds' })).body.coverImage).toMatch(/^\/pictures\//);
    expect((await change({ coverImage: null })).body).toMatchObject({ title: 'Rebounds', coverImage: null });
    expect((await change({ coverImage: 'a'.repeat(64) })).body.errors[0].code).toBe('file.missing');
    const theirs = await community.addPicture(mia.scope);
    expect((await change({ coverImage: theirs })).body.errors[0].code).toBe('file.missing');
  });

  test('is deleted; its items stay on the channel, and devices are informed of both', async () => {
    const one = await publish();
    await add([one]);
    const { cursor } = (await call('GET /sync')).body;
    expect((await call(`DELETE /playlists/${playlistId}`)).status).toBe(204);
    expect((await call(`GET /playlists/${playlistId}`)).status).toBe(404);
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.count).toBe(1);
    const [change] = (await call(`GET /sync?cursor=${cursor}`)).body.changes;
    expect(change.gone).toEqual({ playlists: [playlistId] });
    expect(change.rows.publications).toMatchObject([{ id: one, playlistId: null }]);
  });

  test('is changed by its owner only', async () => {
    const one = await publish();
    await add([one]);
    const tariq = await community.server.addPerson({ isEducator: true });
    const answers = [
      await call(`PUT /playlists/${playlistId}`, { title: 'Mine' }, tariq),
      await call(`DELETE /playlists/${playlistId}`, undefined, tariq),
      await call(`POST /playlists/${playlistId}/contents`, { ids: [one] }, tariq),
      await call(`DELETE /playlists/${playlistId}/contents/${one}`, undefined, tariq),
      await call(`PUT /playlists/${playlistId}/contents/update-position`, [one], tariq),
      await call(`PUT /playlists/${playlistId}/contents/${one}/position`, { afterId: null }, tariq),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect(await contents()).toEqual([one]);
  });
});
