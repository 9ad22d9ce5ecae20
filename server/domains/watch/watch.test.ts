import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { WATCH_PLACES_MAX } from '#contract/watch-places.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
  await community.subscribe(mia, 'soccer');
});
afterAll(() => community.server.close());

const call = (line: string, body?: unknown, as = mia) => community.server.call(line, body, { as });
const statsOf = (id: string) =>
  community.db
    .selectFrom('publication_stats')
    .select(['views', 'ratings', 'relevance', 'helpful', 'engaging'])
    .where('publication_id', '=', id)
    .executeTakeFirstOrThrow();

describe('the watch page', () => {
  test('WAT-007 without access there is no address of media anywhere in the answer, for video, sound and text', async () => {
    const stranger = await community.server.addPerson();
    for (const type of ['video', 'audio', 'text']) {
      const { id, contentId } = await community.publish(ana, { contentId: await community.addContent(ana, { type }) });
      const { status, body } = await call(`GET /published-contents/${id}/detail`, undefined, stranger);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        locked: true,
        isOwner: false,
        url: null,
        progressiveUrl: null,
        progressiveSize: null,
        waveform: null,
        urlExpiresAt: null,
        category: 'member_only',
      });
      expect(JSON.stringify(body)).not.toMatch(/\/media\/|m3u8|\.mp4|\.m4a|\.pdf|\.svg/);
      expect(Object.keys(body)).not.toContain('isPrepared');
      expect(body.contentId).toBe(contentId);
    }
  });

  test('ADM-017 SYS-007 WAT-013 WAT-018 subscribers, owners, admins of the club, superadmins and everybody for free ones get signed addresses', async () => {
    const [stranger, admin] = [
      await community.server.addPerson(),
      await community.server.addPerson({ isSuperadmin: true }),
    ];
    const { id, contentId, channelId } = await community.publish(ana);
    const free = await community.publish(ana, { pricing: 'free' });
    for (const [as, published] of [
      [mia, id],
      [ana, id],
      [admin, id],
      [stranger, free.id],
    ] as const) {
      const { body } = await call(`GET /published-contents/${published}/detail`, undefined, as);
      const base = `/media/[\\w.-]+/${published === id ? contentId : free.contentId}`;
      expect(body).toMatchObject({
        locked: false,
        durationInMilliseconds: 120_000,
        progressiveSize: 1234,
        isOwner: as === ana,
        id: published,
        title: 'Receive on the half turn',
        sport: { id: 'soccer', name: 'Soccer' },
        author: { educatorId: expect.any(String), name: 'Ana Test' },
        type: 'video',
        pagesCount: null,
        category: published === id ? 'member_only' : 'free',
        channel: { id: published === id ? channelId : free.channelId },
        coverImage: expect.stringMatching(/^\/pictures\//),
        publishedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      });
      expect(body.url).toMatch(new RegExp(`^${base}/master\\.m3u8$`));
      expect(body.progressiveUrl).toMatch(new RegExp(`^${base}/video\\.mp4$`));
      expect(Date.parse(body.urlExpiresAt)).toBeGreaterThan(Date.now() + 19 * 60_000);
      expect(Date.parse(body.urlExpiresAt)).toBeLessThanOrEqual(Date.now() + 30 * 60_000);
    }
  });

  test('a sound has its m4a and waveform, a text its PDF', async () => {
    const sound = await community.publish(ana, { contentId: await community.addContent(ana, { type: 'audio' }) });
    const text = await community.publish(ana, {
      contentId: await community.addContent(ana, { type: 'text', duration: null }),
    });
    const heard = (await call(`GET /published-contents/${sound.id}/detail`)).body;
    expect([heard.progressiveUrl.split('/').at(-1), heard.waveform]).toEqual([
      'audio.m4a',
      `/pictures/${sound.contentId}.svg`,
    ]);
    const read = (await call(`GET /published-contents/${text.id}/detail`)).body;
    expect([read.url.split('/').at(-1), read.durationInMilliseconds]).toEqual(['document.pdf', null]);
  });

  test('PUB-062 content in preparation, unpublished or on a hidden channel is visible only to its owner', async () => {
    const waiting = await community.publish(ana, { contentId: await community.addContent(ana, { approved: false }) });
    const hidden = await community.publish(ana);
    const gone = await community.publish(ana);
    await call(`PUT /channels/${hidden.channelId}/active`, { active: false }, ana);
    await call(`DELETE /published-contents/${gone.id}`, undefined, ana);
    for (const { id } of [waiting, hidden, gone])
      expect((await call(`GET /published-contents/${id}/detail`)).body.errors[0].message).toBe(
        'Content is not published',
      );
    expect((await call(`GET /published-contents/${waiting.id}/detail`, undefined, ana)).body).toMatchObject({
      isOwner: true,
      locked: false,
      url: null,
    });
    expect((await call(`GET /published-contents/${hidden.id}/detail`, undefined, ana)).status).toBe(200);
  });
});

test('the queue has what comes after an item and may be watched, of a channel and of a playlist', async () => {
  const stranger = await community.server.addPerson();
  const channelId = await community.addChannel(ana);
  const publish = async (pricing: 'free' | 'member_only') => (await community.publish(ana, { channelId, pricing })).id;
  // The newest is first.
  const [oldest, locked, middle, newest] = [
    await publish('free'),
    await publish('member_only'),
    await publish('free'),
    await publish('free'),
  ];
  const after = async (id: string, as: TestPerson, list = `channels/${channelId}`) => {
    const { body } = await call(`GET /${list}/contents?playableAfter=${id}`, undefined, as);
    return [body.count, body.results.map((item: { id: string }) => item.id)];
  };
  expect(await after(newest, stranger)).toEqual([2, [middle, oldest]]);
  expect(await after(newest, mia)).toEqual([3, [middle, locked, oldest]]);
  expect(await after(newest, ana)).toEqual([3, [middle, locked, oldest]]);
  expect(await after(locked, stranger)).toEqual([1, [oldest]]);
  expect(await after(oldest, mia)).toEqual([0, []]);
  const playlistId = newId();
  await call('POST /playlists', { id: playlistId, channelId, title: 'Drills' }, ana);
  await call(`POST /playlists/${playlistId}/contents`, { ids: [oldest, locked, newest] }, ana);
  expect(await after(oldest, stranger, `playlists/${playlistId}`)).toEqual([1, [newest]]);
  expect(await after(oldest, mia, `playlists/${playlistId}`)).toEqual([2, [locked, newest]]);
  // An item that is not in it.
  expect(await after(middle, stranger, `playlists/${playlistId}`)).toEqual([2, [oldest, newest]]);
});

describe('where a person stopped', () => {
  const MINUTE_MS = 60_000;
  const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
  const keep = (id: string, positionMs: number, watchedAt: string, as = mia) =>
    call(`PUT /watch-places/${id}`, { positionMs, watchedAt }, as);
  const remove = (id: string, removedAt: string, as = mia) =>
    call(`POST /watch-places/${id}/remove`, { removedAt }, as);
  const begun = async (as = mia) => {
    const { body } = await call('GET /watch-places', undefined, as);
    return { shown: body.results.map(({ id }: { id: string }) => id), closed: body.closed };
  };
  const placesOf = ({ scope }: TestPerson) =>
    community.db
      .selectFrom('watch_places')
      .select(['publication_id as id', 'position_ms as positionMs'])
      .where('scope', '=', scope)
      .orderBy('watched_at')
      .execute();
  const newMember = async () => {
    const member = await community.server.addPerson();
    await community.subscribe(member, 'soccer');
    return member;
  };

  test('the place that was watched last wins, whenever it arrives; a clock that is ahead wins over nothing later', async () => {
    const member = await newMember();
    const { id } = await community.publish(ana);
    expect((await keep(id, 50_000, ago(5), member)).status).toBe(204);
    await keep(id, 90_000, ago(60), member);
    expect(await placesOf(member)).toEqual([{ id, positionMs: 50_000 }]);
    await keep(id, 70_000, ago(-24 * 60), member);
    await keep(id, 80_000, ago(-1), member);
    expect(await placesOf(member)).toEqual([{ id, positionMs: 80_000 }]);
  });

  test('a place of what one may not watch is ignored without a refusal; places of others are untouched', async () => {
    const stranger = await community.server.addPerson();
    const { id } = await community.publish(ana);
    expect((await keep(id, 50_000, ago(1), stranger)).status).toBe(204);
    expect(await placesOf(stranger)).toEqual([]);
    const member = await newMember();
    await keep(id, 50_000, ago(1), member);
    await remove(id, ago(0), stranger);
    expect((await begun(member)).shown).toEqual([id]);
    expect(await begun(stranger)).toEqual({ shown: [], closed: [] });
  });

  test('Continue watching has what was begun and not finished, latest first, until it is removed or watched again', async () => {
    const member = await newMember();
    const ids: string[] = [];
    for (let at = 0; at < 4; at += 1) ids.push((await community.publish(ana)).id);
    const [first, second, finished, glanced] = ids as [string, string, string, string];
    await keep(first, 50_000, ago(9), member);
    await keep(second, 113_000, ago(8), member);
    // Of two minutes.
    await keep(finished, 114_000, ago(7), member);
    await keep(glanced, 5_000, ago(6), member);
    expect((await begun(member)).shown).toEqual([second, first]);
    await remove(second, ago(5), member);
    expect((await begun(member)).shown).toEqual([first]);
    // A place from before the removal, which another device sends late.
    await keep(second, 100_000, ago(5.5), member);
    expect((await begun(member)).shown).toEqual([first]);
    await keep(second, 100_000, ago(1), member);
    expect((await begun(member)).shown).toEqual([second, first]);
  });

  test('what is locked, unpublished or hidden since is not shown, and named as closed', async () => {
    const member = await newMember();
    const [locked, gone, hidden, free] = [
      await community.publish(ana),
      await community.publish(ana, { pricing: 'free' }),
      await community.publish(ana, { pricing: 'free' }),
      await community.publish(ana, { pricing: 'free' }),
    ];
    for (const { id } of [locked, gone, hidden, free]) await keep(id, 50_000, ago(3), member);
    await call(`DELETE /published-contents/${gone.id}`, undefined, ana);
    await call(`PUT /channels/${hidden.channelId}/active`, { active: false }, ana);
    await community.db.deleteFrom('subscriptions').where('user_id', '=', member.userId).execute();
    const { shown, closed } = await begun(member);
    expect(shown).toEqual([free.id]);
    expect(closed.toSorted()).toEqual([locked.id, gone.id, hidden.id].toSorted());
  });

  test('no more places than the limit are kept: the oldest go', async () => {
    const member = await newMember();
    const { id, contentId, channelId } = await community.publish(ana);
    await community.services.database.pool.query(
      `with made as (
         insert into publications (id, scope, content_id, channel_id, title, pricing, is_live, is_deleted, published_by)
         select gen_random_uuid(), $1, $2, $3, 'Copy', 'free', false, true, $4 from generate_series(1, $5::int) returning id)
       insert into watch_places (scope, user_id, publication_id, position_ms, watched_at)
       select $6, $7, id, 1000, now() - make_interval(days => (row_number() over ())::int) from made`,
      [ana.scope, contentId, channelId, ana.userId, WATCH_PLACES_MAX, member.scope, member.userId],
    );
    const [oldest] = await placesOf(member);
    await keep(id, 50_000, ago(1), member);
    const kept = await placesOf(member);
    expect(kept.length).toBe(WATCH_PLACES_MAX);
    expect(kept.at(-1)).toEqual({ id, positionMs: 50_000 });
    expect(kept).not.toContainEqual(oldest);
  });
});

describe('rating', () => {
  const stars = (Relevance: number, Helpful: number, Engaging: number) => ({ Relevance, Helpful, Engaging });
  const exact = async (id: string) => {
    const rows = await community.db
      .selectFrom('ratings')
      .select(['relevance', 'helpful', 'engaging'])
      .where('publication_id', '=', id)
      .execute();
    const sum = (name: 'relevance' | 'helpful' | 'engaging') => rows.reduce((total, row) => total + row[name], 0);
    return {
      views: 0,
      ratings: rows.length,
      relevance: sum('relevance'),
      helpful: sum('helpful'),
      engaging: sum('engaging'),
    };
  };

  test('WAT-014 WAT-015 WAT-022 sums equal those of the rows after creating and changing; averages have one decimal', async () => {
    const kofi = await community.server.addPerson();
    await community.subscribe(kofi, 'soccer');
    const { id } = await community.publish(ana);
    expect((await call(`GET /ratings/${id}`)).body).toEqual({
      avgRelevant: null,
      avgHelpful: null,
      avgEngaging: null,
      avgTotal: null,
      count: 0,
      contentItemRatings: null,
      comment: null,
    });
    expect(
      (await call(`POST /ratings/${id}`, { contentItemRatings: stars(5, 4, 3), comment: 'Clear and short.' })).body,
    ).toMatchObject({ id, scope: mia.scope, comment: 'Clear and short.' });
    await call(`PUT /ratings/${id}`, { contentItemRatings: stars(4, 4, 4) }, kofi);
    await call(`PUT /ratings/${id}`, { contentItemRatings: stars(2, 5, 3) }, kofi);
    expect(await statsOf(id)).toEqual(await exact(id));
    expect((await call(`GET /ratings/${id}`)).body).toEqual({
      avgRelevant: 3.5,
      avgHelpful: 4.5,
      avgEngaging: 3,
      avgTotal: 3.7,
      count: 2,
      contentItemRatings: stars(5, 4, 3),
      comment: 'Clear and short.',
    });
  });

  test('the same person rating from several devices at once has one rating and exact sums', async () => {
    const { id } = await community.publish(ana);
    await Promise.all(
      [1, 2, 3, 4, 5].map((star) => call(`PUT /ratings/${id}`, { contentItemRatings: stars(star, star, star) })),
    );
    expect((await statsOf(id)).ratings).toBe(1);
    expect(await statsOf(id)).toEqual(await exact(id));
  });

  test('creating twice is refused; owners and people without access cannot rate; all three must be given', async () => {
    const { id } = await community.publish(ana);
    const body = { contentItemRatings: stars(3, 3, 3) };
    expect((await call(`POST /ratings/${id}`, body)).status).toBe(200);
    expect((await call(`POST /ratings/${id}`, body)).body.errors[0].code).toBe('rating.exists');
    expect((await call(`POST /ratings/${id}`, body, ana)).body.errors[0].code).toBe('rating.own_content');
    expect((await call(`POST /ratings/${id}`, body, await community.server.addPerson())).body.errors[0].code).toBe(
      'watch.locked',
    );
    expect((await call(`PUT /ratings/${id}`, { contentItemRatings: { ...stars(3, 3, 3), Helpful: 0 } })).status).toBe(
      400,
    );
  });

  test('WAT-010 the first comment notifies the owner once; comments are listed with their stars, newest first', async () => {
    const owner = await community.server.addPerson({ isEducator: true });
    const { id, channelId } = await community.publish(owner);
    await call(`PUT /ratings/${id}`, { contentItemRatings: stars(5, 5, 4) });
    expect((await call(`GET /ratings/${id}/comments`)).body).toEqual({ count: 0, results: [] });
    await call(`PUT /ratings/${id}`, {
      contentItemRatings: stars(5, 5, 4),
      comment: 'Could you show it from the side?',
    });
    await call(`PUT /ratings/${id}`, { contentItemRatings: stars(5, 5, 5), comment: 'Thank you!' });
    await call(`PUT /ratings/${id}`, { contentItemRatings: stars(5, 5, 4) });
    expect(await community.notificationsOf(owner)).toEqual([
      {
        kind: 'new_comment_educator',
        recipient_type: 'educator',
        text: 'New comment on ‘Receive on the half turn’.',
        link: `/watch-channel?content=${id}&channelId=${channelId}`,
      },
    ]);
    expect((await call(`GET /ratings/${id}/comments`, undefined, owner)).body).toMatchObject({
      count: 1,
      results: [{ comment: 'Thank you!', stars: 4.7, name: 'Ana Test' }],
    });
  });
});
