import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ENCODING } from '#contract/encoding.ts';
import { newId } from '#contract/ids.ts';
import { raiseScopes } from '#server/db/raise-scopes.ts';
import { announceWork } from '#server/jobs/announce.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';
import { goLiveIfWaiting, unpublishContents } from './index.ts';

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
const publicationOf = (id: string) =>
  community.db.selectFrom('publications').selectAll().where('id', '=', id).executeTakeFirst();
const goLive = async (contentId: string) => {
  await community.db.transaction().execute(async (tx) => {
    const content = tx.selectFrom('contents').where('id', '=', contentId);
    // Lock the scope's version counter first, as every change does: otherwise a concurrent publish would deadlock.
    await raiseScopes(tx, [(await content.select('scope').executeTakeFirstOrThrow()).scope]);
    await tx
      .updateTable('contents')
      .set({ approved: true, active: true, encoding_status: ENCODING.done })
      .where('id', '=', contentId)
      .execute();
  });
  await community.db.transaction().execute((tx) => goLiveIfWaiting(tx, community.services, contentId));
};

describe('the cover', () => {
  test('PUB-049 a publish that comes before its content has a picture gets that picture as its cover when it goes live', async () => {
    const [channelId, contentId] = [
      await community.addChannel(ana),
      await community.addContent(ana, { approved: false }),
    ];
    const body = { id: newId(), contentId, title: 'A', coverImage: 'content' };
    const answer = await call(`POST /channels/${channelId}/published-contents`, body);
    expect(answer).toMatchObject({ status: 200, body: { isLive: false, coverImage: null } });
    const thumbnail = await community.addPicture(ana.scope);
    await community.db.updateTable('contents').set({ thumbnail }).where('id', '=', contentId).execute();
    await goLive(contentId);
    expect(await publicationOf(body.id)).toMatchObject({ is_live: true, cover_image: thumbnail });
  });

  test('PUB-049 a content that is ready gives its own picture at once; one that has none needs a chosen cover', async () => {
    const [channelId, contentId] = [await community.addChannel(ana), await community.addContent(ana)];
    const body = { id: newId(), contentId, title: 'A', coverImage: 'content' };
    const refused = await call(`POST /channels/${channelId}/published-contents`, body);
    expect([refused.status, refused.body.errors[0].code]).toEqual([409, 'file.missing']);
    const thumbnail = await community.addPicture(ana.scope);
    await community.db.updateTable('contents').set({ thumbnail }).where('id', '=', contentId).execute();
    expect((await call(`POST /channels/${channelId}/published-contents`, body)).body).toMatchObject({
      isLive: true,
      coverImage: thumbnail,
    });
  });

  test('a chosen cover stays when the content goes live', async () => {
    const contentId = await community.addContent(ana, { approved: false });
    const { id, answer } = await community.publish(ana, { contentId });
    const thumbnail = await community.addPicture(ana.scope);
    await community.db.updateTable('contents').set({ thumbnail }).where('id', '=', contentId).execute();
    await goLive(contentId);
    expect((await publicationOf(id))?.cover_image).toBe(answer.body.coverImage);
    expect(answer.body.coverImage).not.toBe(thumbnail);
  });
});

describe('publishing', () => {
  test('PUB-052 PUB-053 PUB-063 the same publish sent again gets the same answer and stores one row, under its key and under another one', async () => {
    const key = newId();
    const channelId = await community.addChannel(ana);
    const contentId = await community.addContent(ana);
    const coverImage = await community.addPicture(ana.scope);
    const body = { id: newId(), contentId, title: 'First touch', coverImage, customTags: ['wall', 'solo'] };
    const first = await call(`POST /channels/${channelId}/published-contents`, body, ana, key);
    expect(first).toMatchObject({
      status: 200,
      body: {
        id: body.id,
        contentId,
        channelId,
        title: 'First touch',
        isLive: true,
        pricingCategory: 'member_only',
        customTags: ['wall', 'solo'],
      },
    });
    expect((await call(`POST /channels/${channelId}/published-contents`, body, ana, key)).body).toEqual(first.body);
    expect((await call(`POST /channels/${channelId}/published-contents`, body)).body).toEqual(first.body);
    expect((await call(`GET /published-contents/${body.id}`)).body).toEqual(first.body);
    expect((await call(`POST /channels/${channelId}/published-contents`, body, mia)).status).toBe(403);
    expect(
      await community.db.selectFrom('publications').select('id').where('content_id', '=', contentId).execute(),
    ).toHaveLength(1);
  });

  test('ten devices that publish one content at the same moment make one publication; the others are refused', async () => {
    const channelId = await community.addChannel(ana);
    const contentId = await community.addContent(ana);
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => community.publish(ana, { channelId, contentId })),
    );
    expect(answers.filter(({ answer }) => answer.status === 200)).toHaveLength(1);
    expect(
      new Set(answers.filter(({ answer }) => answer.status !== 200).map(({ answer }) => answer.body.errors[0].code)),
    ).toEqual(new Set(['publish.already']));
  });

  test('PUB-041 PUB-050 a title above 50 characters is cut', async () => {
    const { answer } = await community.publish(ana, { title: 'x'.repeat(80) });
    expect(answer.body.title).toBe('x'.repeat(50));
  });

  test('a picture that has not arrived delays the publish, and nothing is stored', async () => {
    const [channelId, contentId] = [await community.addChannel(ana), await community.addContent(ana)];
    const answer = await call(`POST /channels/${channelId}/published-contents`, {
      id: newId(),
      contentId,
      title: 'A',
      coverImage: 'a'.repeat(64),
    });
    expect([answer.status, answer.body.errors[0].code]).toEqual([409, 'file.missing']);
    expect(
      await community.db.selectFrom('publications').select('id').where('content_id', '=', contentId).execute(),
    ).toEqual([]);
  });

  test("another person's content, channel or playlist is refused like a missing one", async () => {
    const tariq = await community.server.addPerson({ isEducator: true });
    const theirs = { channelId: await community.addChannel(tariq), contentId: await community.addContent(tariq) };
    expect((await community.publish(ana, { channelId: theirs.channelId })).answer.status).toBe(404);
    expect((await community.publish(ana, { contentId: theirs.contentId })).answer.status).toBe(404);
    const playlist = await call(
      'POST /playlists',
      { id: newId(), channelId: theirs.channelId, title: 'Their list' },
      tariq,
    );
    const [channelId, contentId, coverImage] = [
      await community.addChannel(ana),
      await community.addContent(ana),
      await community.addPicture(ana.scope),
    ];
    const answer = await call(`POST /channels/${channelId}/published-contents`, {
      id: newId(),
      contentId,
      title: 'A',
      coverImage,
      playlistId: playlist.body.id,
    });
    expect(answer.status).toBe(404);
  });

  test('a publish that comes before its content is ready goes live automatically, once, and notifies the followers then', async () => {
    const contentId = await community.addContent(ana, { approved: false });
    const { id, channelId, answer } = await community.publish(ana, { contentId });
    expect(answer.body).toMatchObject({ isLive: false });
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.count).toBe(0);
    expect((await publicationOf(id))?.announced_at).toBeNull();
    await goLive(contentId);
    const announcedAt = (await publicationOf(id))?.announced_at;
    expect(announcedAt).toBeInstanceOf(Date);
    await goLive(contentId);
    expect((await publicationOf(id))?.announced_at).toEqual(announcedAt);
    expect(
      (await community.sentJobs('publication.announce')).filter(({ publicationId }) => publicationId === id),
    ).toHaveLength(1);
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.results[0]).toMatchObject({
      id,
      locked: true,
    });
  });

  test('a content approved at the very moment of its publish is live in the end, in either order', async () => {
    for (let round = 0; round < 8; round += 1) {
      const contentId = await community.addContent(ana, { approved: false });
      const channelId = await community.addChannel(ana);
      const [{ id }] = await Promise.all([community.publish(ana, { channelId, contentId }), goLive(contentId)]);
      expect((await publicationOf(id))?.is_live).toBe(true);
    }
  });
});

describe('unpublishing', () => {
  test('LIB-043 the library list of a channel has what is on no channel, by type and state, in pages of 20', async () => {
    const eva = await community.server.addPerson({ isEducator: true });
    const channelId = await community.addChannel(eva);
    const ofChannel = async (query: string) =>
      (await call(`GET /library/channel-contents?channelId=${channelId}&${query}`, undefined, eva)).body;
    const ids = async (query: string): Promise<string[]> =>
      (await ofChannel(query)).results.map(({ id }: { id: string }) => id);
    const audio = await community.addContent(eva, { type: 'audio' });
    for (let count = 0; count < 19; count += 1) await community.addContent(eva);
    const [removed, published] = [await community.addContent(eva), await community.addContent(eva)];
    for (const contentId of [removed, published]) {
      const coverImage = await community.addPicture(eva.scope);
      const body = { id: newId(), contentId, title: 'A', coverImage };
      expect((await call(`POST /channels/${channelId}/published-contents`, body, eva)).status).toBe(200);
    }
    await unpublishContents(community.db, [removed]);

    expect([(await ofChannel('page=1')).count, (await ids('page=1')).length]).toEqual([21, 20]);
    expect((await ids('page=2')).length).toBe(1);
    expect([...(await ids('page=1')), ...(await ids('page=2'))]).not.toContain(published);
    expect(await ids('page=1&type=audio')).toEqual([audio]);
    expect(await ids('page=1&filter=removed')).toEqual([removed]);
    expect((await ofChannel('page=1&filter=in_library')).count).toBe(20);
    expect(await ids('page=1&filter=on_channel')).toEqual([]);
  });

  test('LIB-020 unpublishing keeps the input, frees the content for another channel, and is idempotent', async () => {
    const { id, contentId, channelId } = await community.publish(ana);
    expect((await call(`DELETE /published-contents/${id}`)).status).toBe(204);
    expect((await call(`DELETE /published-contents/${id}`)).status).toBe(204);
    expect((await call(`GET /published-contents/${id}`)).body.errors[0].code).toBe('publish.not_published');
    const row = await community.db
      .selectFrom('own_contents')
      .select('row')
      .where('id', '=', contentId)
      .executeTakeFirst();
    expect(row?.row).toMatchObject({
      isPublished: false,
      published: {
        id,
        channelId,
        channelName: expect.any(String),
        title: 'Receive on the half turn',
        coverImage: expect.stringMatching(/^\/pictures\//),
        publishedAt: expect.any(String),
        isDeleted: true,
      },
    });
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.count).toBe(0);
    expect((await community.publish(ana, { contentId })).answer.status).toBe(200);
    await unpublishContents(community.db, [contentId]);
    expect(
      await community.db
        .selectFrom('publications')
        .select('id')
        .where('content_id', '=', contentId)
        .where('is_deleted', '=', false)
        .execute(),
    ).toEqual([]);
  });

  test('LIB-027 a published content that is deleted leaves every list, and its ratings and views stay in the statistics', async () => {
    const { id, contentId, channelId } = await community.publish(ana, { pricing: 'free' });
    expect(
      (await call(`POST /ratings/${id}`, { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 } }, mia)).body,
    ).toMatchObject({ id });
    const statistics = () =>
      community.db.selectFrom('publication_stats').selectAll().where('publication_id', '=', id).executeTakeFirst();
    const rated = await statistics();
    expect(rated?.ratings).toBe(1);
    const { cursor } = (await call('GET /sync')).body;
    expect((await call(`DELETE /library/contents/video/${contentId}`)).status).toBe(204);
    expect(await statistics()).toEqual(rated);
    expect((await call(`GET /channels/${channelId}/contents`, undefined, mia)).body.count).toBe(0);
    const [change] = (await call(`GET /sync?cursor=${cursor}`)).body.changes;
    expect(change.gone).toEqual({ contents: [contentId], publications: [id] });
  });
});

describe('announcing', () => {
  const announce = (data: { publicationId: string; afterUserId?: string }, stopped = new AbortController().signal) =>
    announceWork(community.services).run(data, stopped);

  test('followers are notified once although the job runs twice; subscribers who do not follow and the owner are not', async () => {
    const [owner, follower, subscriber] = [
      await community.server.addPerson({ isEducator: true }),
      await community.server.addPerson(),
      await community.server.addPerson(),
    ];
    const channelId = await community.addChannel(owner, 'tennis');
    await community.subscribe(subscriber, 'tennis');
    await call(`POST /channels/${channelId}/follow`, {}, follower);
    const { id } = await community.publish(owner, { channelId, title: 'One toss for every serve' });
    await announce({ publicationId: id });
    await announce({ publicationId: id });
    const notifications = await community.notificationsOf(follower);
    expect(notifications).toEqual([
      {
        kind: 'new_content',
        recipient_type: 'learner',
        text: 'Ana Test added ‘One toss for every serve’.',
        link: `/watch-channel?content=${id}&channelId=${channelId}`,
      },
    ]);
    expect(await community.notificationsOf(subscriber)).toEqual([]);
    expect((await community.notificationsOf(owner)).map(({ kind }) => kind)).toEqual(['new_member']);
  });

  describe('is limited', () => {
    const jobsOf = async (ids: readonly string[]) =>
      (await community.sentJobs('publication.announce')).filter(({ publicationId }) =>
        ids.includes(String(publicationId)),
      );
    const aDayPasses = () =>
      community.services.database.pool.query(
        `update rate_limits set refilled_at = refilled_at - interval '1 day' where key like 'announce:%'`,
      );

    test('an item that is published again and again is announced once a day', async () => {
      const owner = await community.server.addPerson({ isEducator: true });
      const channelId = await community.addChannel(owner);
      const contentId = await community.addContent(owner);
      const ids: string[] = [];
      const publishAgain = async () => {
        const { id, answer } = await community.publish(owner, { channelId, contentId, title: `Free! ${ids.length}` });
        expect(answer.status).toBe(200);
        ids.push(id);
        expect((await call(`DELETE /published-contents/${id}`, undefined, owner)).status).toBe(204);
      };
      for (let times = 0; times < 8; times += 1) await publishAgain();
      expect(await jobsOf(ids)).toEqual([{ publicationId: ids[0] }]);
      await aDayPasses();
      await publishAgain();
      expect(await jobsOf(ids)).toHaveLength(2);
    });

    test('a channel announces ten items at once; more go live without notifications', async () => {
      const owner = await community.server.addPerson({ isEducator: true });
      const channelId = await community.addChannel(owner);
      const ids: string[] = [];
      for (let item = 0; item < 12; item += 1) ids.push((await community.publish(owner, { channelId })).id);
      expect(await jobsOf(ids)).toHaveLength(10);
      expect((await call(`GET /channels/${channelId}/contents`, undefined, owner)).body.count).toBe(12);
      const other = await community.publish(owner, { channelId: await community.addChannel(owner, 'tennis') });
      expect(await jobsOf([other.id])).toHaveLength(1);
    });
  });

  test.for([
    ['one job notifies more followers than a batch', new AbortController().signal, 1],
    ['a server that stops leaves the batches that follow to jobs of their own', AbortSignal.abort(), 3],
  ] as const)('%s; a job that runs twice notifies each once', async ([, stopped, jobCount]) => {
    const owner = await community.server.addPerson({ isEducator: true });
    const { id, channelId } = await community.publish(owner);
    await community.services.database.pool.query(
      `with people as (
        insert into users (id, scope, username, email, phone_number, password_hash, first_name, last_name, communication_method, profile_id)
        select g, 'user:' || g, 'f' || substr(replace(g::text, '-', ''), 1, 20), g || '@example.org', '+9' || $2 || n, 'x', 'F', 'F', 'email', g
        from (select n, gen_random_uuid() as g from generate_series(1, 1005) n) s returning id, scope)
      insert into follows (user_id, channel_id, scope) select id, $1, scope from people`,
      [channelId, String(jobCount)],
    );
    let next: { publicationId: string; afterUserId?: string } | undefined = { publicationId: id };
    let runs = 0;
    while (next) {
      await announce(next, stopped);
      await announce(next, stopped);
      runs += 1;
      const after: string | undefined = next.afterUserId;
      const jobs: Record<string, unknown>[] = await community.sentJobs('publication.announce');
      next = jobs.find(
        (job) => job['publicationId'] === id && String(job['afterUserId'] ?? '') > (after ?? ''),
      ) as typeof next;
    }
    expect(runs).toBe(jobCount);
    const notifications = await community.services.database.pool.query(
      'select count(*) as n, count(distinct user_id) as people from notifications where cause = $1',
      [`new_content:${id}`],
    );
    expect(notifications.rows).toEqual([{ n: 1005, people: 1005 }]);
  });
});
