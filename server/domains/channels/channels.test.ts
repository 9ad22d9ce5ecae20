import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from './channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
});
afterAll(() => community.server.close());

const call = (line: string, body?: unknown, as = ana, key?: string) =>
  community.server.call(line, body, { as, ...(key ? { key } : {}) });

describe('own channels', () => {
  test('PUB-003 own channels have the order they were put in, omitted ones come last, and another person’s do not move', async () => {
    const person = await community.server.addPerson({ isEducator: true });
    const stranger = await community.server.addPerson({ isEducator: true });
    const ids = [
      await community.addChannel(person),
      await community.addChannel(person),
      await community.addChannel(person),
    ];
    const theirs = await community.addChannel(stranger);
    const order = async (as = person) =>
      (await call('GET /channels/my', undefined, as)).body.results.map((channel: { id: string }) => channel.id);
    expect((await call('PUT /channels/update-position', [theirs, ids[2], ids[0]], person)).status).toBe(204);
    expect(await order()).toEqual([ids[2], ids[0], ids[1]]);
    expect(await order(stranger)).toEqual([theirs]);
  });
});

describe('following', () => {
  test('following twice counts once; the owner is notified once and has one more follower', async () => {
    const tariq = await community.server.addPerson({ isEducator: true });
    const channelId = await community.addChannel(tariq);
    const first = await call(`POST /channels/${channelId}/follow`, {}, mia);
    expect(first).toMatchObject({
      status: 200,
      body: { following: true, follow: { id: channelId, scope: mia.scope } },
    });
    expect((await call(`POST /channels/${channelId}/follow`, {}, mia)).body).toEqual(first.body);
    expect((await call('GET /channels/my', undefined, tariq)).body.results).toMatchObject([
      { id: channelId, followers: 1 },
    ]);
    expect((await call(`GET /channels/${channelId}`, undefined, mia)).body).toMatchObject({
      following: true,
      isOwner: false,
    });
    expect((await call(`DELETE /channels/${channelId}/follow`, undefined, mia)).body).toEqual({ following: false });
    expect((await call(`DELETE /channels/${channelId}/follow`, undefined, mia)).body).toEqual({ following: false });
    await call(`POST /channels/${channelId}/follow`, {}, mia);
    expect(await community.notificationsOf(tariq)).toMatchObject([
      { kind: 'new_member', recipient_type: 'educator', link: `/channels/${channelId}` },
    ]);
  });

  test('a person cannot follow their own channel or their organization’s', async () => {
    const nora = await community.server.addPerson({ isEducator: true });
    const own = await community.addChannel(nora);
    const ofClub = await community.addChannel(nora, 'soccer', await community.addOrganization(nora));
    for (const id of [own, ofClub])
      expect((await call(`POST /channels/${id}/follow`, {}, nora)).body.errors[0].code).toBe('channel.own');
  });

  test('two Creators who follow each other at the same moment are both followed', async () => {
    const people = await Promise.all([1, 2].map(() => community.server.addPerson({ isEducator: true })));
    const channels = await Promise.all(people.map((person) => community.addChannel(person)));
    const answers = await Promise.all(
      people.map((person, index) => call(`POST /channels/${channels[1 - index]}/follow`, {}, person)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  });
});

describe('channels of others', () => {
  test('PRO-032 PUB-007 PUB-044 PUB-045 an unpublished channel is visible only to its owner', async () => {
    const channelId = await community.addChannel(ana);
    expect((await call(`PUT /channels/${channelId}/active`, { active: false })).body).toMatchObject({
      id: channelId,
      active: false,
    });
    expect((await call(`GET /channels/${channelId}`, undefined, mia)).status).toBe(404);
    expect((await call(`GET /channels/${channelId}/playlists`, undefined, mia)).status).toBe(404);
    expect((await call(`GET /channels/${channelId}`)).body).toEqual({
      id: channelId,
      scope: ana.scope,
      communityId: expect.any(String),
      name: expect.any(String),
      description: '',
      logoImage: null,
      coverImage: null,
      active: false,
      hasContent: false,
      sportId: 'soccer',
      sportName: 'Soccer',
      channelLevel: 0,
      parentChannel: null,
      position: 0,
      totalRating: null,
      followers: 0,
      educatorName: 'Ana Test',
      educatorUsername: expect.any(String),
      following: false,
      isOwner: true,
      ownerId: ana.userId,
    });
    expect((await call(`POST /channels/${channelId}/follow`, {}, mia)).status).toBe(404);
  });

  test('PRO-063 channels of my sports that I do not follow are recommended; the others are listed as followed', async () => {
    const [viewer, owner] = [
      await community.server.addPerson(),
      await community.server.addPerson({ isEducator: true }),
    ];
    const [first, second, other] = [
      await community.addChannel(owner, 'golf'),
      await community.addChannel(owner, 'golf'),
      await community.addChannel(owner, 'volleyball'),
    ];
    await community.subscribe(viewer, 'golf');
    await call(`POST /channels/${first}/follow`, {}, viewer);
    const ids = async (line: string) =>
      (await call(line, undefined, viewer)).body.results.map(({ id }: { id: string }) => id);
    expect(await ids('GET /channels/recommended')).toEqual([second]);
    expect(await ids('GET /channels/recommended?sport=volleyball')).toEqual([other]);
    expect(await ids('GET /channels/followed')).toEqual([first]);
    expect(await ids('GET /channels/followed?sport=volleyball')).toEqual([]);
    expect(await ids('GET /channels/followed?page=2')).toEqual([]);
  });

  test('WAT-023 contents of a channel by type, pricing and order, each marked if it is locked for me', async () => {
    const [owner, viewer] = [
      await community.server.addPerson({ isEducator: true }),
      await community.server.addPerson(),
    ];
    const channelId = await community.addChannel(owner);
    const free = await community.publish(owner, { channelId, pricing: 'free' });
    const closed = await community.publish(owner, {
      channelId,
      contentId: await community.addContent(owner, { type: 'audio' }),
    });
    await community.db
      .updateTable('publication_stats')
      .set({ views: 9 })
      .where('publication_id', '=', free.id)
      .execute();
    const list = async (query: string, as = viewer) =>
      (await call(`GET /channels/${channelId}/contents${query}`, undefined, as)).body;
    expect((await list('')).results.map(({ id, locked }: { id: string; locked: boolean }) => [id, locked])).toEqual([
      [closed.id, true],
      [free.id, false],
    ]);
    expect((await list('', owner)).results.map(({ locked }: { locked: boolean }) => locked)).toEqual([false, false]);
    expect((await list('?sort=most_viewed')).results[0].id).toBe(free.id);
    expect((await list('?contentType=audio')).results).toHaveLength(1);
    expect(await list('?pricing=free&limit=1')).toMatchObject({ count: 1, results: [{ id: free.id, views: 9 }] });
    expect(await list('?limit=1&offset=1')).toMatchObject({ count: 2, results: [{ id: free.id }] });
  });

  test('PUB-064 playlists keep their order and count visible contents; a title is unique per channel', async () => {
    const channelId = await community.addChannel(ana);
    const id = newId();
    expect((await call('POST /playlists', { id, channelId, title: 'Wall work' })).body).toMatchObject({
      id,
      position: 0,
    });
    expect((await call('POST /playlists', { id, channelId, title: 'Wall work' })).body).toMatchObject({ id });
    expect(
      (await call('POST /playlists', { id: newId(), channelId, title: 'wall Work' })).body.errors[0],
    ).toMatchObject({ code: 'channel.playlist_taken', message: 'wall Work already exists' });
    const published: string[] = [];
    for (const title of ['One', 'Two']) {
      const [contentId, coverImage] = [await community.addContent(ana), await community.addPicture(ana.scope)];
      published.push(
        (
          await call(`POST /channels/${channelId}/published-contents`, {
            id: newId(),
            contentId,
            title,
            coverImage,
            playlistId: id,
          })
        ).body.id,
      );
    }
    expect((await call(`GET /channels/${channelId}/playlists`, undefined, mia)).body).toMatchObject({
      count: 1,
      results: [{ id, itemCount: 2 }],
    });
    expect(
      (await call(`GET /playlists/${id}/contents`, undefined, mia)).body.results.map((item: { id: string }) => item.id),
    ).toEqual(published);
  });
});

test('PRO-063 followed channels are answered in pages of 25, the last followed first, of all sports or of one', async () => {
  const [viewer, owner] = [await community.server.addPerson(), await community.server.addPerson({ isEducator: true })];
  const follow = async (sport: string) => {
    const id = await community.addChannel(owner, sport);
    await call(`POST /channels/${id}/follow`, {}, viewer);
    return id;
  };
  const [first, other] = [await follow('golf'), await follow('volleyball')];
  const followed = async (query = '') => {
    const { body } = await call(`GET /channels/followed${query}`, undefined, viewer);
    return [body.count, ...body.results.map(({ id }: { id: string }) => id)];
  };
  expect(await followed()).toEqual([2, other, first]);
  expect(await followed('?sport=golf')).toEqual([1, first]);
  expect(await followed('?sport=volleyball')).toEqual([1, other]);
  for (let more = 0; more < 24; more += 1) await follow('golf');
  expect(await followed()).toHaveLength(1 + 25);
  expect(await followed('?page=2')).toEqual([26, first]);
  expect(await followed('?sport=volleyball&page=2')).toEqual([1]);
  expect(await followed('?sport=golf&page=2')).toEqual([25]);
});

test('the page of an item says until when a trial or a cancelled subscription opens it, and nothing where no end is known', async () => {
  const { id } = await community.publish(ana);
  const free = await community.publish(ana, { pricing: 'free' });
  const endFor = async (as: TestPerson, of = id) =>
    (await call(`GET /published-contents/${of}/detail`, undefined, as)).body.accessEndsAt;
  const subscriber = async (
    type: string,
    changes: { trial_to?: Date; status?: 'cancellation'; paid_to?: Date } = {},
  ) => {
    const as = await community.server.addPerson();
    await community.subscribe(as, 'soccer', type);
    if (Object.keys(changes).length > 0)
      await community.db.updateTable('subscriptions').set(changes).where('user_id', '=', as.userId).execute();
    return as;
  };
  const end = new Date(Date.now() + 3_600_000);
  const trial = await subscriber('trial', { trial_to: end });
  expect([await endFor(trial), await endFor(trial, free.id)]).toEqual([end.toISOString(), null]);
  expect(await endFor(await subscriber('subscribed', { status: 'cancellation', paid_to: end }))).toBe(
    end.toISOString(),
  );
  expect(await endFor(await subscriber('subscribed'))).toBe(null);
  expect([await endFor(ana), await endFor(await community.server.addPerson())]).toEqual([null, null]);
});
