import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { deskJobsText } from '#contract/text/desk-jobs.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
  for (const [person, first, last] of [
    [desk.mia, 'Mia', 'Horvat'],
    [desk.operator, 'Otto', 'Desk'],
  ] as const)
    await desk.db
      .updateTable('users')
      .set({ first_name: first, last_name: last })
      .where('id', '=', person.userId)
      .execute();
});
afterAll(() => desk.server.close());

const list = (query = '', as = desk.operator) => desk.call(`GET /admin/acts${query}`, undefined, as);
const suspend = (suspended: boolean, reason: string) =>
  desk.call(`PUT /admin/people/${desk.mia.userId}/suspended`, { suspended, reason }, desk.operator);
/** An act that was kept by what its own tests drive. */
const keep = (act: string, kind: string, id: string, detail = {}) =>
  desk.server.services.database.pool.query(
    `insert into operator_acts (id, actor_id, act, subject_kind, subject_id, reason, detail, done_at)
     values ($1, null, $2, $3, $4, 'A reason.', $5, now() - interval '1 day')`,
    [newId(), act, kind, id, detail],
  );

test('D-297: every act is listed with who, what, about whom, why and when, the last one first', async () => {
  expect((await suspend(true, 'Advertising in comments.')).status).toBe(200);
  expect((await suspend(false, 'It was a mistake.')).status).toBe(200);
  const subject = { kind: 'person', id: desk.mia.userId, name: 'Mia Horvat' };
  const all = await list();
  expect(hasShape('desk.acts', all)).toBe(true);
  expect(all.body).toEqual({
    count: 2,
    results: [
      { act: 'person.restored', reason: 'It was a mistake.' },
      { act: 'person.suspended', reason: 'Advertising in comments.' },
    ].map((act) => ({
      ...act,
      id: expect.any(String),
      by: 'Otto Desk',
      subject,
      change: null,
      at: expect.any(String),
    })),
  });
  const [last, first] = all.body.results;
  expect(Date.parse(last.at)).toBeGreaterThanOrEqual(Date.parse(first.at));
  // Pages, and no list for anybody else.
  expect((await list('?limit=1&offset=1')).body).toEqual({ count: 2, results: [first] });
  for (const as of [desk.leo, desk.former, desk.ana]) expect((await list('', as)).status).toBe(404);
});

test('D-297: acts about contents, comments, applications, organizations and jobs have a name too, and are found by kind', async () => {
  const { rows } = await desk.server.services.database.pool.query<{ id: string; title: string }>(
    'select id, title from publications limit 1',
  );
  const [content] = rows;
  await keep('content.removed', 'content', content?.id ?? newId());
  await keep('comment.hidden', 'comment', `${newId()} ${desk.mia.userId}`);
  await keep('application.denied', 'application', newId());
  await keep('organization.approved', 'organization', newId());
  await keep('job.retried', 'job', newId(), { job: 'digest.make' });
  const nameOf = async (about: string) => {
    const { body } = await list(`?about=${about}`);
    expect(body.count).toBe(1);
    expect(body.results[0]).toMatchObject({ by: null, subject: { kind: about } });
    return body.results[0].subject.name;
  };
  expect(await nameOf('content')).toBe(content?.title ?? null);
  expect(await nameOf('comment')).toBe('Mia Horvat');
  // What does not exist any more has no name, and its act stays.
  expect(await nameOf('application')).toBeNull();
  expect(await nameOf('organization')).toBeNull();
  expect(await nameOf('job')).toBe('digest.make');
  expect((await list('?about=person')).body.count).toBe(2);
  expect((await list('?about=nothing')).status).toBe(400);
});

test('every act that is kept has words at the desk', async () => {
  const { rows } = await desk.server.services.database.pool.query<{ act: string }>(
    'select distinct act from operator_acts',
  );
  expect(rows.map(({ act }) => act).filter((act) => !Object.hasOwn(deskJobsText.acts.what, act))).toEqual([]);
});
