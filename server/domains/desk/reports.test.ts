import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
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
  await desk.call(
    `PUT /ratings/${published.id}`,
    { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 }, comment: 'Buy my shoes.' },
    desk.mia,
  );
});

const report = (as: TestPerson, text = '') =>
  desk.call(`POST /ratings/${published.id}/comments/${desk.mia.userId}/reports`, { reason: 'spam', text }, as);
const decide = (decision: string, reason = 'It is advertising.', as = desk.operator) =>
  desk.call(`PUT /admin/reports/${published.id}/${desk.mia.userId}`, { decision, reason }, as);
const list = async (status = 'open') => {
  const answer = await desk.call(`GET /admin/reports?status=${status}&limit=100`, undefined, desk.operator);
  expect(hasShape('desk.reports', answer)).toBe(true);
  return answer.body.results.filter((each: { publishedContentId: string }) => each.publishedContentId === published.id);
};
const told = async (person: TestPerson, words: string) =>
  (await desk.notificationsOf(person)).filter(({ text }) => text.includes(words)).map(({ kind, link }) => [kind, link]);

test('D-297: reports of a comment wait together, the comment as it was reported; only a superadmin sees and decides', async () => {
  await report(desk.leo, 'The same everywhere.');
  await report(desk.ana);
  expect(await list()).toMatchObject([
    {
      commentId: desk.mia.userId,
      comment: 'Buy my shoes.',
      current: 'Buy my shoes.',
      content: { id: published.id, channelId: published.channelId },
      reports: [
        { reason: 'spam', text: 'The same everywhere.' },
        { reason: 'spam', text: '' },
      ],
      decision: null,
    },
  ]);
  for (const as of [desk.mia, desk.ana, desk.former]) {
    expect((await desk.call('GET /admin/reports', undefined, as)).status).toBe(404);
    expect((await decide('hidden', 'Mine.', as)).status).toBe(404);
  }
  expect(await list()).toHaveLength(1);
});

test('D-297: hiding closes all reports of the comment; its author and who reported it are told why and how to object; the act is kept', async () => {
  await report(desk.leo);
  await report(desk.ana);
  const answer = await decide('hidden', 'It advertises shoes.');
  expect(hasShape('desk.decideReport', answer)).toBe(true);
  expect(answer.body).toMatchObject({ decision: { decision: 'hidden', reason: 'It advertises shoes.' } });
  expect((await desk.call(`GET /ratings/${published.id}/comments`, undefined, desk.leo)).body.count).toBe(0);
  expect(await told(desk.mia, 'It advertises shoes.')).toEqual([['comment_removed', '/contact-support']]);
  const watch = `/watch-channel?content=${published.id}&channelId=${published.channelId}`;
  for (const person of [desk.leo, desk.ana])
    expect(await told(person, 'It advertises shoes.')).toEqual([['report_hidden', watch]]);
  expect(await list()).toEqual([]);
  expect(await list('decided')).toMatchObject([{ reports: [{}, {}], decision: { decision: 'hidden' } }]);
  expect((await desk.acts(`${published.id} ${desk.mia.userId}`)).map(({ act, actor_id }) => [act, actor_id])).toEqual(
    expect.arrayContaining([
      ['comment.hidden', desk.operator.userId],
      ['report.hidden', desk.operator.userId],
    ]),
  );
});

test('D-297: a comment that is kept stays, its author hears nothing, and who reported it is told why and how to object', async () => {
  await report(desk.leo);
  expect((await decide('kept', 'It names no shop.')).status).toBe(200);
  expect((await desk.call(`GET /ratings/${published.id}/comments`, undefined, desk.leo)).body.count).toBe(1);
  expect(await told(desk.mia, 'It names no shop.')).toEqual([]);
  expect(await told(desk.leo, 'If you think that this is wrong')).toContainEqual(['report_kept', '/contact-support']);
});

test('D-297: of two operators one decides; a later report waits anew; a comment that was deleted can only be kept', async () => {
  await report(desk.leo);
  const both = await Promise.all([decide('kept'), decide('hidden')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body.errors[0].code).toBe('report.decided');

  published = await desk.publish(desk.ana, { pricing: 'free' });
  const rating = { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 } };
  await desk.call(`PUT /ratings/${published.id}`, { ...rating, comment: 'Shoes!' }, desk.mia);
  await report(desk.leo);
  await decide('kept');
  await report(desk.ana);
  expect(await list()).toMatchObject([{ reports: [{}] }]);
  await desk.call(`PUT /ratings/${published.id}`, { ...rating, comment: null }, desk.mia);
  expect(await list()).toMatchObject([{ comment: 'Shoes!', current: null }]);
  expect((await decide('hidden')).body.errors[0].code).toBe('comment.gone');
  expect((await decide('kept')).status).toBe(200);
});
