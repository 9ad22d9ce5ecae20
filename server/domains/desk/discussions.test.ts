import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

let desk: TestDesk;
let published: { id: string; channelId: string };
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(async () => {
  published = await desk.publish(desk.ana, { pricing: 'free' });
  await rate('Where do you live?');
});

const rate = (comment: string) =>
  desk.call(
    `PUT /ratings/${published.id}`,
    { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 }, comment },
    desk.mia,
  );
const list = (as = desk.operator, query = '') =>
  desk.call(`GET /admin-discussions/${published.channelId}${query}`, undefined, as);
const set = (hidden: boolean, reason = 'It asks a child for an address.', as = desk.operator, key?: string) =>
  desk.call(
    `PUT /admin-discussions/${published.channelId}/comments/${desk.mia.userId}`,
    { publishedContentId: published.id, hidden, reason },
    as,
    key,
  );
const subject = () => `${published.id} ${desk.mia.userId}`;
const seenBy = async (as: typeof desk.mia) =>
  (await desk.call(`GET /ratings/${published.id}/comments`, undefined, as)).body.results;

test('ADM-018, D-297: only a superadmin opens the discussions of a channel and hides in them; to all others they do not exist', async () => {
  const answer = await list();
  expect(hasShape('desk.discussions', answer)).toBe(true);
  expect(answer.body).toMatchObject({
    channel: { id: published.channelId },
    count: 1,
    results: [
      {
        id: desk.mia.userId,
        comment: 'Where do you live?',
        isHidden: false,
        isRemoved: false,
        content: { id: published.id },
      },
    ],
  });
  for (const as of [desk.mia, desk.ana, desk.former]) {
    expect((await list(as)).status).toBe(404);
    expect((await set(true, 'Mine.', as)).status).toBe(404);
  }
  expect((await seenBy(desk.leo))[0].isHidden).toBe(false);
  expect(await desk.acts(subject())).toEqual([]);
  expect((await desk.call(`GET /admin-discussions/${newId()}`, undefined, desk.operator)).status).toBe(404);
});

test('ADM-019, D-238: the token of a link has to be the operator’s own and alive', async () => {
  const { token } = desk.operator;
  expect((await list(desk.operator, `?access=${token}`)).status).toBe(200);
  expect((await list(desk.operator, `?access=${desk.mia.token}`)).status).toBe(404);
  expect((await list(desk.operator, `?access=${token}x`)).status).toBe(404);
  expect((await list(desk.mia, `?access=${token}`)).status).toBe(404);
});

test('D-238: a hidden comment is hidden from others whatever the Creator does; its author is told why, and the act is kept', async () => {
  const answer = await set(true);
  expect(hasShape('desk.setCommentRemoved', answer)).toBe(true);
  expect(answer.body).toMatchObject({ isHidden: true, isRemoved: true });
  await desk.call(`PUT /ratings/${published.id}/comments/${desk.mia.userId}/hidden`, { isHidden: false }, desk.ana);
  expect(await seenBy(desk.leo)).toEqual([]);
  for (const as of [desk.mia, desk.ana]) expect(await seenBy(as)).toMatchObject([{ isHidden: true, isRemoved: true }]);
  // Written again it stays hidden.
  await rate('Really, where?');
  expect(await seenBy(desk.leo)).toEqual([]);
  const told = (await desk.notificationsOf(desk.mia)).at(-1)!;
  expect(told).toMatchObject({ kind: 'comment_removed', link: '/contact-support' });
  expect(told.text).toContain('It asks a child for an address.');
  expect(told.text).toContain('If you think that this is wrong');

  expect((await set(false, 'A mistake of ours.')).body).toMatchObject({ isHidden: false, isRemoved: false });
  expect(await seenBy(desk.leo)).toMatchObject([{ comment: 'Really, where?' }]);
  expect((await desk.notificationsOf(desk.mia)).at(-1)).toMatchObject({ kind: 'comment_restored' });
  expect(await desk.acts(subject())).toEqual([
    { actor_id: desk.operator.userId, act: 'comment.hidden', reason: 'It asks a child for an address.' },
    { actor_id: desk.operator.userId, act: 'comment.restored', reason: 'A mistake of ours.' },
  ]);
});

test('D-297: two operators at once hide it once; without a reason or on another channel nothing is hidden', async () => {
  const both = await Promise.all([set(true, 'The first.'), set(true, 'The second.')]);
  expect(both.map(({ status }) => status)).toEqual([200, 200]);
  expect(await desk.acts(subject())).toHaveLength(1);
  expect((await desk.notificationsOf(desk.mia)).filter(({ text }) => /The (first|second)\./.test(text))).toHaveLength(
    1,
  );

  expect((await set(false, '  ')).status).toBe(400);
  const other = await desk.publish(desk.ana, { pricing: 'free' });
  const elsewhere = await desk.call(
    `PUT /admin-discussions/${other.channelId}/comments/${desk.mia.userId}`,
    { publishedContentId: published.id, hidden: false, reason: 'Wrong channel.' },
    desk.operator,
  );
  expect(elsewhere.body.errors[0].code).toBe('comment.gone');
  expect(await seenBy(desk.leo)).toEqual([]);
});
