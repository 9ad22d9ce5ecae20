import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { MENTIONS_PER_DAY } from '#contract/limits.ts';
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
  ana = await named('ana7', { isEducator: true });
  mia = await named('mia7');
  leo = await named('leo7');
});
afterAll(() => community.server.close());
beforeEach(async () => {
  published = await community.publish(ana, { pricing: 'free' });
});

const named = async (username: string, facts: { isEducator?: boolean } = {}): Promise<TestPerson> => {
  const person = await community.server.addPerson(facts);
  await community.db.updateTable('users').set({ username }).where('id', '=', person.userId).execute();
  return person;
};
const call = (line: string, body: unknown, as: TestPerson) => community.server.call(line, body, { as });
const stars = { Relevance: 5, Helpful: 4, Engaging: 3 };
const comment = (text: string | null, as = mia) =>
  call(`PUT /ratings/${published.id}`, { contentItemRatings: stars, comment: text }, as);
const seenBy = async (as: TestPerson) =>
  (await call(`GET /ratings/${published.id}/comments`, undefined, as)).body.results[0];
const hears = async (person: TestPerson) =>
  (await community.notificationsOf(person))
    .filter(({ link }) => link?.includes(published.id))
    .map(({ kind, recipient_type }) => [kind, recipient_type]);

test('a mention is the person with the username, in any case; other names stay words', async () => {
  await comment('Thanks @LEO7 and @nobody7, not mail@leo7 or @mia7.');
  const leoNamed = [{ id: leo.userId, username: 'leo7' }];
  for (const as of [leo, ana]) expect((await seenBy(as)).mentions).toEqual(leoNamed);
  // Renamed, the person stays linked by the name in the text, also when it is written again and somebody else took the name.
  await community.db.updateTable('users').set({ username: 'leo8' }).where('id', '=', leo.userId).execute();
  await community.db.updateTable('users').set({ username: 'leo7' }).where('id', '=', ana.userId).execute();
  await comment('Thanks @leo7!');
  expect((await seenBy(leo)).mentions).toEqual(leoNamed);
  await community.db.updateTable('users').set({ username: 'ana7' }).where('id', '=', ana.userId).execute();
  await community.db.updateTable('users').set({ username: 'leo7' }).where('id', '=', leo.userId).execute();
  await comment('Thanks.');
  expect((await seenBy(leo)).mentions).toEqual([]);
});

test('who is mentioned hears of it once per comment, the Creator as a Creator and of nothing else; nobody of oneself', async () => {
  await comment('@leo7 @ana7 @mia7 look');
  await comment('@leo7 @ana7 look again');
  await comment('look');
  await comment('@leo7 look');
  expect(await hears(leo)).toEqual([['mention_learner', 'learner']]);
  expect(await hears(ana)).toEqual([['mention_educator', 'educator']]);
  expect(await hears(mia)).toEqual([]);
});

test('nobody hears of a comment that they may not see: not of hidden ones, not of what they may not watch', async () => {
  await comment('Hello');
  await call(`PUT /ratings/${published.id}/comments/${mia.userId}/hidden`, { isHidden: true }, ana);
  await comment('Hello @leo7');
  expect(await hears(leo)).toEqual([]);

  published = await community.publish(ana, { pricing: 'member_only' });
  await community.subscribe(mia, 'soccer');
  expect((await comment('Hello @leo7')).status).toBe(200);
  expect(await hears(leo)).toEqual([]);
  expect((await seenBy(ana)).mentions).toHaveLength(1);
});

test('who mentions very many people in a day reaches no more of them', async () => {
  const eager = await named('eager7');
  for (let n = 0; n <= MENTIONS_PER_DAY / 2; n++) {
    published = await community.publish(ana, { pricing: 'free' });
    await comment('@leo7 @ana7', eager);
  }
  expect(await hears(leo)).toEqual([]);
  expect((await hears(ana)).map(([kind]) => kind)).toEqual(['new_comment_educator']);
  expect((await seenBy(leo)).mentions).toHaveLength(2);
});

test('suggested are the Creator, who commented and the Creators of the sport: nobody hidden, nobody who left, not oneself', async () => {
  const [bea, gone, tess] = [await named('bea7', { isEducator: true }), await named('gone7'), await named('tess7')];
  await community.publish(bea, { pricing: 'free' });
  for (const as of [mia, gone, tess]) await comment('Hello', as);
  await call(`PUT /ratings/${published.id}/comments/${tess.userId}/hidden`, { isHidden: true }, ana);
  await community.db
    .updateTable('users')
    .set({ deleted_at: new Date(), deletion: '{}' })
    .where('id', '=', gone.userId)
    .execute();
  const people = async (as: TestPerson): Promise<string[]> =>
    (await call(`GET /ratings/${published.id}/people`, undefined, as)).body.results.map(
      ({ username }: { username: string }) => username,
    );
  expect(await people(leo)).toEqual(['ana7', 'mia7', 'bea7']);
  expect(await people(mia)).toEqual(['ana7', 'bea7']);
});

test('the database shows and changes the mentions of the person’s own comments only', async () => {
  await comment('@ana7');
  const shown = await asPerson(community.db, leo.userId, (own) =>
    own.selectFrom('comment_mentions').selectAll().execute(),
  );
  expect(shown).toEqual([]);
});
