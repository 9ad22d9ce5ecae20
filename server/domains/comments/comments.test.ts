import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { REPORTS_PER_DAY } from '#contract/limits.ts';
import { commentReportWork, reportSendWork } from '#server/jobs/report-send.ts';
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

const call = (line: string, body: unknown, as: TestPerson, scope?: string) =>
  community.server.call(line, body, { as, ...(scope && { scope }) });
const stars = { Relevance: 5, Helpful: 4, Engaging: 3 };
const comment = (as: TestPerson, text: string | null) =>
  call(`PUT /ratings/${published.id}`, { contentItemRatings: stars, comment: text }, as);
const one = (by: TestPerson) => `/ratings/${published.id}/comments/${by.userId}`;
const answer = (text: string, as = ana) => call(`PUT ${one(mia)}/answer`, { answer: text }, as);
const seenBy = async (as: TestPerson) => (await call(`GET /ratings/${published.id}/comments`, undefined, as)).body;
const ownRow = async (as: TestPerson) => {
  const { body } = await call('GET /sync', undefined, as);
  return body.changes
    .flatMap(({ rows }: { rows: { ratings?: { id: string }[] } }) => rows.ratings ?? [])
    .find(({ id }: { id: string }) => id === published.id);
};

describe('answers', () => {
  test('one answer per comment: everybody reads it, its author gets it with their own rows, and it can be changed and deleted', async () => {
    expect((await answer(' From the side next week. ')).status).toBe(204);
    const answered = { text: 'From the side next week.', answeredAt: expect.any(String) };
    expect((await seenBy(leo)).results).toMatchObject([
      { comment: 'Could you show it from the side?', answer: answered },
    ]);
    expect(await ownRow(mia)).toMatchObject({ answer: answered, isHidden: false });

    await answer('It is on the channel now.');
    expect((await seenBy(leo)).results).toMatchObject([{ answer: { text: 'It is on the channel now.' } }]);
    expect((await call(`DELETE ${one(mia)}/answer`, undefined, ana)).status).toBe(204);
    expect((await seenBy(leo)).results).toMatchObject([{ answer: null }]);
    expect(await ownRow(mia)).toMatchObject({ answer: null });
  });

  test('the author of the comment is notified of the first answer, with the name of the Creator', async () => {
    await answer('From the side next week.');
    await answer('It is on the channel now.');
    expect((await community.notificationsOf(mia)).filter(({ link }) => link?.includes(published.id))).toEqual([
      {
        kind: 'new_comment_learner',
        recipient_type: 'learner',
        text: 'Ana Test answered in a discussion you follow.',
        link: `/watch-channel?content=${published.id}&channelId=${published.channelId}`,
      },
    ]);
  });

  test('NOT-015 Members, Creators and every admin of an Organization get notifications in the app', async () => {
    const [nora, admin] = [await community.server.addPerson(), await community.server.addPerson()];
    const scope = await community.addOrganization(nora);
    await community.db
      .insertInto('organization_admins')
      .values({ organization_id: scope.slice('org:'.length), user_id: admin.userId, role: 'Admin' })
      .execute();
    await answer('From the side next week.');
    await community.db.updateTable('publications').set({ scope }).where('id', '=', published.id).execute();
    await comment(leo, 'And from behind?');
    const kinds = async (person: TestPerson) =>
      (await community.notificationsOf(person))
        .filter(({ link }) => link?.includes(published.id))
        .map(({ kind, recipient_type }) => [kind, recipient_type]);
    expect(await kinds(mia)).toEqual([['new_comment_learner', 'learner']]);
    for (const one of [ana, nora, admin]) expect(await kinds(one)).toEqual([['new_comment_educator', 'educator']]);
    // The answer of an admin names the organization.
    expect((await call(`PUT ${one(leo)}/answer`, { answer: 'Next week.' }, admin, scope)).status).toBe(204);
    expect((await community.notificationsOf(leo)).at(-1)?.text).toBe('Klub answered in a discussion you follow.');
  });

  test('text stays text, and an empty or too long answer is refused', async () => {
    await answer('<b>bold</b> https://example.org');
    expect((await seenBy(leo)).results[0].answer.text).toBe('<b>bold</b> https://example.org');
    expect((await answer('   ')).status).toBe(400);
    expect((await answer('x'.repeat(501))).status).toBe(400);
  });

  test('an answer goes with its comment; one to a rating without comment is refused', async () => {
    await answer('From the side next week.');
    await comment(mia, null);
    expect((await answer('Hello?')).body.errors[0].code).toBe('comment.gone');
    await comment(mia, 'Thanks anyway.');
    expect((await seenBy(leo)).results).toMatchObject([{ comment: 'Thanks anyway.', answer: null }]);
  });

  test('only who acts for the owner answers and hides: not the author, not another Creator, not an admin of another club', async () => {
    const [other, club] = [
      await community.server.addPerson({ isEducator: true }),
      await community.addOrganization(leo),
    ];
    for (const [as, scope] of [
      [mia, undefined],
      [other, undefined],
      [leo, club],
    ] as const) {
      for (const [line, body] of [
        [`PUT ${one(mia)}/answer`, { answer: 'Mine.' }],
        [`DELETE ${one(mia)}/answer`, undefined],
        [`PUT ${one(mia)}/hidden`, { isHidden: true }],
      ] as const)
        expect([403, 404]).toContain((await call(line, body, as, scope)).status);
    }
    expect((await seenBy(leo)).results).toMatchObject([{ answer: null, isHidden: false }]);
  });
});

describe('hiding', () => {
  test('a hidden comment is for its author and the owner only, its stars count, and it can be shown again', async () => {
    const before = (await call(`GET /ratings/${published.id}`, undefined, leo)).body;
    expect((await call(`PUT ${one(mia)}/hidden`, { isHidden: true }, ana)).status).toBe(204);
    expect(await seenBy(leo)).toEqual({ count: 0, results: [] });
    for (const as of [mia, ana])
      expect((await seenBy(as)).results).toMatchObject([{ isHidden: true, isOwn: as === mia }]);
    expect(await ownRow(mia)).toMatchObject({ isHidden: true });
    expect((await call(`GET /ratings/${published.id}`, undefined, leo)).body).toEqual(before);

    // Writing it again does not bring it back.
    await comment(mia, 'Please!');
    expect((await seenBy(leo)).count).toBe(0);
    await call(`PUT ${one(mia)}/hidden`, { isHidden: false }, ana);
    expect((await seenBy(leo)).results).toMatchObject([{ comment: 'Please!', isHidden: false }]);
  });
});

describe('all comments of a Creator', () => {
  test('are those on everything of the scope, newest first, with what they are about', async () => {
    const bea = await community.server.addPerson({ isEducator: true });
    const [first, second] = [
      await community.publish(bea, { pricing: 'free' }),
      await community.publish(bea, { pricing: 'free' }),
    ];
    for (const [id, text] of [
      [first.id, 'One'],
      [second.id, 'Two'],
    ])
      await call(`PUT /ratings/${id}`, { contentItemRatings: stars, comment: text }, mia);
    expect((await call('GET /comments', undefined, bea)).body).toMatchObject({
      count: 2,
      results: [
        { comment: 'Two', content: { id: second.id, channelId: second.channelId } },
        { comment: 'One', content: { id: first.id, channelId: first.channelId } },
      ],
    });
    const about = async (query: string) => (await call(`GET /comments?${query}`, undefined, bea)).body.count;
    expect(await about(`channelId=${first.channelId}`)).toBe(1);
    expect(await about(`publishedContentId=${second.id}`)).toBe(1);
    // Not a stranger's.
    expect(await about(`publishedContentId=${published.id}`)).toBe(0);
    expect(await about(`channelId=${published.channelId}`)).toBe(0);
    expect((await call('GET /comments', undefined, mia)).status).toBe(403);
  });
});

describe('reports', () => {
  const report = (as: TestPerson, by = mia, body: unknown = { reason: 'spam', text: 'Sells shoes.' }) =>
    call(`POST ${one(by)}/reports`, body, as);
  const mails = async () =>
    (await community.db.selectFrom('dev_messages').select(['destination', 'body']).execute()).filter(({ body }) =>
      body.includes(published.id),
    );

  test('a report is kept with the comment as it was and sent to the operator once; a second one changes nothing', async () => {
    expect((await report(leo)).status).toBe(204);
    await comment(mia, 'Nothing to see here.');
    expect((await report(leo)).status).toBe(204);
    const kept = await community.db
      .selectFrom('reports')
      .selectAll()
      .where('publication_id', '=', published.id)
      .execute();
    expect(kept).toMatchObject([
      {
        reporter_id: leo.userId,
        kind: 'comment',
        person_id: mia.userId,
        reason: 'spam',
        text: 'Sells shoes.',
        seen: { comment: 'Could you show it from the side?' },
      },
    ]);
    const jobs = await community.sentJobs('report.send');
    expect(jobs).toEqual([{ reportId: kept[0]!.id }]);
    // A job runs again after its server was killed, and one of the former server names the report by its key.
    const { signal } = new AbortController();
    const former = { publicationId: published.id, authorId: mia.userId, reporterId: leo.userId };
    await commentReportWork(community.services).run(former, signal);
    for (const _ of [1, 2]) await reportSendWork(community.services).run(jobs[0] as never, signal);
    expect(await mails()).toHaveLength(1);
    const [mail] = await mails();
    expect(mail!.destination).toBe(community.server.services.config.supportEmail);
    for (const part of ['Spam or advertising', 'Sells shoes.', 'Could you show it from the side?'])
      expect(mail!.body).toContain(part);
    expect((await seenBy(leo)).results).toMatchObject([{ isReported: true }]);
    expect((await seenBy(ana)).results).toMatchObject([{ isReported: false }]);
  });

  test('not the own comment, not one that does not exist, not for another reason', async () => {
    expect((await report(mia)).body.errors[0].code).toBe('comment.own');
    expect((await report(leo, ana)).body.errors[0].code).toBe('comment.gone');
    expect((await report(leo, mia, { reason: 'boring' })).status).toBe(400);
  });

  test('one person reports a limited number of comments a day', async () => {
    const eager = await community.server.addPerson();
    for (let n = 0; n < REPORTS_PER_DAY; n++) {
      published = await community.publish(ana, { pricing: 'free' });
      await comment(mia, `Number ${n}`);
      expect((await report(eager)).status).toBe(204);
    }
    published = await community.publish(ana, { pricing: 'free' });
    await comment(mia, 'One too many');
    expect((await report(eager)).body.errors[0].code).toBe('comment.reported_enough');
    expect((await seenBy(eager)).results).toMatchObject([{ isReported: false }]);
  });
});
