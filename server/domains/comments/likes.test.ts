import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { sql } from 'kysely';
import { COMMENT_LIKES_PER_DAY } from '#contract/limits.ts';
import { asPerson } from '#server/db/as-person.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
let mia: TestPerson;
let leo: TestPerson;
let published: { id: string; channelId: string };
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
  mia = await community.server.addPerson();
  leo = await community.server.addPerson();
});
afterAll(() => community.server.close());
beforeEach(async () => {
  published = await community.publish(ana, { pricing: 'free' });
  await comment(mia, 'Could you show it from the side?');
});

const call = (line: string, body: unknown, as: TestPerson) => community.server.call(line, body, { as });
const stars = { Relevance: 5, Helpful: 4, Engaging: 3 };
const comment = (as: TestPerson, text: string | null) =>
  call(`PUT /ratings/${published.id}`, { contentItemRatings: stars, comment: text }, as);
const likeLine = (by = mia) => `/ratings/${published.id}/comments/${by.userId}/like`;
const like = (as: TestPerson, by = mia) => call(`PUT ${likeLine(by)}`, undefined, as);
const unlike = (as: TestPerson, by = mia) => call(`DELETE ${likeLine(by)}`, undefined, as);
const seenBy = async (as: TestPerson) =>
  (await call(`GET /ratings/${published.id}/comments`, undefined, as)).body.results[0];
const hearsOf = async (person: TestPerson) =>
  (await community.notificationsOf(person))
    .filter(({ kind, link }) => kind.startsWith('reaction') && link?.includes(published.id))
    .map(({ kind, text }) => [kind, text]);

test('one like per person: a second one changes nothing, and it can be taken back', async () => {
  for (const as of [leo, leo, ana, mia]) expect((await like(as)).status).toBe(204);
  expect(await seenBy(leo)).toMatchObject({ likes: 3, isLiked: true });
  for (const as of [leo, leo]) expect((await unlike(as)).status).toBe(204);
  expect(await seenBy(leo)).toMatchObject({ likes: 2, isLiked: false });
  expect((await call('GET /comments', undefined, ana)).body.results[0]).toMatchObject({ likes: 2, isLiked: true });
});

test('many people at once are counted one by one', async () => {
  const people = await Promise.all(Array.from({ length: 8 }, () => community.server.addPerson()));
  await Promise.all(people.flatMap((as) => [like(as), like(as)]));
  expect((await seenBy(leo)).likes).toBe(8);
  await Promise.all(people.slice(3).map((as) => unlike(as)));
  expect((await seenBy(leo)).likes).toBe(3);
});

test('the author and the Creator hear of the first like of a comment only, never of their own', async () => {
  await like(mia);
  expect(await hearsOf(mia)).toEqual([]);
  expect(await hearsOf(ana)).toEqual([['reaction_educator', 'Ana Test reacted to your content.']]);
  published = await community.publish(ana, { pricing: 'free' });
  await comment(mia, 'And this one?');
  for (const as of [ana, leo, leo]) await like(as);
  await unlike(leo);
  await like(leo);
  expect(await hearsOf(mia)).toEqual([['reaction_learner', 'Ana Test liked your comment.']]);
  expect(await hearsOf(ana)).toHaveLength(1);
});

test('a hidden comment, one that is no more and one of a person who lost the right to watch', async () => {
  await call(`PUT /ratings/${published.id}/comments/${mia.userId}/hidden`, { isHidden: true }, ana);
  expect((await like(leo)).body.errors[0].code).toBe('comment.gone');
  expect((await like(leo, ana)).body.errors[0].code).toBe('comment.gone');
  await call(`PUT /ratings/${published.id}/comments/${mia.userId}/hidden`, { isHidden: false }, ana);
  await community.db
    .updateTable('publications')
    .set({ pricing: 'member_only' })
    .where('id', '=', published.id)
    .execute();
  expect((await like(leo)).status).toBe(403);
  await community.subscribe(leo, 'soccer');
  expect((await like(leo)).status).toBe(204);
  // Mia may not see it any more: she is not told of it.
  expect(await hearsOf(mia)).toEqual([]);
});

test('likes go with their comment', async () => {
  await like(leo);
  await comment(mia, null);
  await comment(mia, 'Again.');
  expect(await seenBy(leo)).toMatchObject({ comment: 'Again.', likes: 0, isLiked: false });
});

test('one person likes a limited number of comments a day', async () => {
  const eager = await community.server.addPerson();
  await sql`with made as (
      insert into users select (jsonb_populate_record(u, jsonb_build_object('id', i.id, 'scope', 'user:' || i.id, 'username', 'liked' || i.n,
        'email', 'liked' || i.n || '@example.org', 'phone_number', 'liked ' || i.n, 'profile_id', i.id, 'learner_id', i.id, 'educator_id', i.id))).*
      from users u, (select gen_random_uuid() as id, n from generate_series(1, ${COMMENT_LIKES_PER_DAY}) n) i where u.id = ${mia.userId}
      returning id),
    rated as (
      insert into ratings (publication_id, user_id, scope, version, relevance, helpful, engaging, comment)
      select ${published.id}, id, 'user:' || id, 0, 5, 5, 5, 'Hm.' from made returning user_id)
    insert into comment_likes (publication_id, author_id, user_id) select ${published.id}, user_id, ${eager.userId} from rated`.execute(
    community.db,
  );
  published = await community.publish(ana, { pricing: 'free' });
  await comment(mia, 'One too many');
  expect((await like(eager)).body.errors[0].code).toBe('comment.liked_enough');
  expect(await seenBy(eager)).toMatchObject({ likes: 0, isLiked: false });
});

test('the database shows and takes back the likes of the person only, whatever is asked', async () => {
  for (const as of [leo, ana]) await like(as);
  const kept = await asPerson(community.db, leo.userId, async (own) => {
    await own.deleteFrom('comment_likes').execute();
    return own.selectFrom('comment_likes').selectAll().execute();
  });
  expect(kept).toEqual([]);
  expect(await seenBy(ana)).toMatchObject({ likes: 1, isLiked: true });
});
