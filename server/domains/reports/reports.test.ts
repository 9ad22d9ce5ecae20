import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { REPORTS_PER_DAY } from '#contract/limits.ts';
import { reportSendWork } from '#server/jobs/report-send.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let [mia, leo, ana]: TestPerson[] = [];
let published: { id: string; channelId: string };
beforeAll(async () => {
  community = await startCommunity();
  [mia, leo] = [await community.server.addPerson(), await community.server.addPerson()];
  ana = await community.server.addPerson({ isEducator: true });
});
afterAll(() => community.server.close());
beforeEach(async () => {
  published = await community.publish(ana!, { pricing: 'member_only' });
});

const call = (line: string, body: unknown, as = mia!) => community.server.call(line, body, { as });
const codeOf = async (answer: ReturnType<typeof call>) => (await answer).body.errors[0].code;
const reportContent = (body: unknown = { reason: 'rights', text: 'Filmed by me.' }, as = mia!) =>
  call(`POST /published-contents/${published.id}/reports`, body, as);
const reportPerson = (of: TestPerson, body: unknown = { reason: 'pretends', text: '' }, as = mia!) =>
  call(`POST /people/${of.userId}/reports`, body, as);
const kept = (column: 'publication_id' | 'person_id', id: string) =>
  community.db.selectFrom('reports').selectAll().where(column, '=', id).where('kind', '<>', 'comment').execute();
const detail = (as: TestPerson) => call(`GET /published-contents/${published.id}/detail`, undefined, as);
/** Runs the job of the newest report twice, as after a kill. @returns The mails about it. */
const sendNewest = async (words: string) => {
  const { run } = reportSendWork(community.services);
  const job = (await community.sentJobs('report.send')).at(-1);
  for (const _ of [1, 2]) await run(job as never, new AbortController().signal);
  const mails = await community.db.selectFrom('dev_messages').select(['destination', 'body']).execute();
  return mails.filter(({ body }) => body.includes(words));
};

describe('a content', () => {
  test('is reported once per person, also by who may not watch it, and kept and mailed to the operator as it was seen', async () => {
    expect((await reportContent()).status).toBe(204);
    const { title, description, coverImage } = (await detail(mia!)).body;
    await call(`PUT /published-contents/${published.id}`, { title: 'Something harmless' }, ana);
    expect((await reportContent({ reason: 'other' })).status).toBe(204);
    expect(await kept('publication_id', published.id)).toMatchObject([
      {
        kind: 'content',
        person_id: null,
        reporter_id: mia!.userId,
        reason: 'rights',
        text: 'Filmed by me.',
        seen: { title, description, cover: coverImage },
      },
    ]);
    const mails = await sendNewest(published.id);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.destination).toBe(community.services.config.supportEmail);
    for (const part of ['Copied from somebody else', 'Filmed by me.', title]) expect(mails[0]!.body).toContain(part);
  });

  test('the person who reported it is told by the watch page that it is reported; others are not', async () => {
    await reportContent();
    const answer = await detail(mia!);
    expect(hasShape('watch.detail', answer)).toBe(true);
    expect([answer.body.isReported, (await detail(leo!)).body.isReported]).toEqual([true, false]);
  });

  test('not the own one, not one that is on no channel or hidden, and not for another reason', async () => {
    expect(await codeOf(reportContent(undefined, ana))).toBe('report.own');
    expect((await reportContent({ reason: 'boring' })).status).toBe(400);
    await call(`DELETE /published-contents/${published.id}`, undefined, ana);
    expect(await codeOf(reportContent())).toBe('publish.not_published');
    published = await community.publish(ana!);
    await community.db.updateTable('channels').set({ active: false }).where('id', '=', published.channelId).execute();
    expect(await codeOf(reportContent())).toBe('publish.not_published');
    expect(await kept('publication_id', published.id)).toEqual([]);
  });

  test('a cover that was reported is kept until it is decided, also if its owner changed it', async () => {
    await reportContent();
    const [report] = await kept('publication_id', published.id);
    const { cover } = report!.seen as { cover: string };
    const isKept = async () =>
      (await community.services.database.pool.query('select 1 from shown_pictures where address = $1', [cover])).rows
        .length > 0;
    await community.db.updateTable('publications').set({ cover_image: null }).where('id', '=', published.id).execute();
    expect(await isKept()).toBe(true);
    await community.db.deleteFrom('reports').where('id', '=', report!.id).execute();
    expect(await isKept()).toBe(false);
  });
});

describe('a person', () => {
  test('is reported once per person, with name, username and photo as they were, and mailed to the operator', async () => {
    const max = await community.server.addPerson();
    await community.db
      .updateTable('users')
      .set({ first_name: 'Max', last_name: 'Mole', user_photo: '/pictures/of-max.jpg' })
      .where('id', '=', max.userId)
      .execute();
    expect((await reportPerson(max)).status).toBe(204);
    await community.db.updateTable('users').set({ first_name: 'Moritz' }).where('id', '=', max.userId).execute();
    expect((await reportPerson(max, { reason: 'spam' })).status).toBe(204);
    const { username } = await community.db
      .selectFrom('users')
      .select('username')
      .where('id', '=', max.userId)
      .executeTakeFirstOrThrow();
    expect(await kept('person_id', max.userId)).toMatchObject([
      {
        kind: 'person',
        publication_id: null,
        reason: 'pretends',
        seen: { name: 'Max Mole', username, photo: '/pictures/of-max.jpg' },
      },
    ]);
    const [mail, ...more] = await sendNewest(`/profile/${max.userId}`);
    expect(more).toEqual([]);
    expect(mail!.body).toContain('Pretends to be somebody else');
    const profile = await call(`GET /profiles/${max.userId}`, undefined, mia);
    expect(hasShape('profiles.read', profile)).toBe(true);
    expect(profile.body.isReported).toBe(true);
    expect((await call(`GET /profiles/${max.userId}`, undefined, leo)).body.isReported).toBe(false);
  });

  test('not oneself, and nobody who is unknown, has left or is suspended', async () => {
    expect(await codeOf(reportPerson(mia!))).toBe('report.own');
    const [left, suspended] = [await community.server.addPerson(), await community.server.addPerson()];
    const deleted = { deleted_at: new Date(), deletion: '{}' };
    await community.db.updateTable('users').set(deleted).where('id', '=', left.userId).execute();
    await community.db.updateTable('users').set({ is_suspended: true }).where('id', '=', suspended.userId).execute();
    for (const person of [left, suspended, { ...left, userId: newId() }])
      expect(await codeOf(reportPerson(person))).toBe('access.not_found');
  });
});

test('contents, people and comments share one limit a day', async () => {
  const eager = await community.server.addPerson();
  for (let n = 0; n < REPORTS_PER_DAY - 1; n++) {
    published = await community.publish(ana!, { pricing: 'free' });
    expect((await reportContent({ reason: 'spam' }, eager)).status).toBe(204);
  }
  expect((await reportPerson(ana!, undefined, eager)).status).toBe(204);
  published = await community.publish(ana!, { pricing: 'free' });
  expect(await codeOf(reportContent({ reason: 'spam' }, eager))).toBe('report.enough');
  expect(await codeOf(reportPerson(leo!, undefined, eager))).toBe('report.enough');
  await call(
    `PUT /ratings/${published.id}`,
    { contentItemRatings: { Relevance: 5, Helpful: 4, Engaging: 3 }, comment: 'Hm.' },
    leo,
  );
  const comment = `POST /ratings/${published.id}/comments/${leo!.userId}/reports`;
  expect(await codeOf(call(comment, { reason: 'spam' }, eager))).toBe('comment.reported_enough');
  expect(await kept('publication_id', published.id)).toEqual([]);
});
