import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestPerson } from '#tests/support/server.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

const REASON = 'It is not the coach.';
let desk: TestDesk;
let max: TestPerson;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.server.close());
beforeEach(async () => {
  max = await desk.server.addPerson();
});

const report = (as: TestPerson) => desk.call(`POST /people/${max.userId}/reports`, { reason: 'pretends' }, as);
const decide = (decision: string, reason = REASON, as = desk.operator) =>
  desk.call(`PUT /admin/person-reports/${max.userId}`, { decision, reason }, as);
const list = async (query = 'status=open&kind=person') => {
  const answer = await desk.call(`GET /admin/reports?${query}&limit=100`, undefined, desk.operator);
  expect(hasShape('desk.reports', answer)).toBe(true);
  return answer.body.results.filter((each: { userId?: string }) => each.userId === max.userId);
};
const kindsOf = async (person: TestPerson) =>
  (await desk.notificationsOf(person)).filter(({ text }) => text.includes(REASON)).map(({ kind }) => kind);
const isSuspended = async () =>
  (await desk.db.selectFrom('users').select('is_suspended').where('id', '=', max.userId).executeTakeFirstOrThrow())
    .is_suspended;

test('a reported person is suspended at the desk as by every suspension; they and who reported them are told why; the acts are kept', async () => {
  await report(desk.leo);
  await report(desk.mia);
  expect(await list()).toMatchObject([
    { kind: 'person', current: { state: 'active', isSuperadmin: false }, reports: [{}, {}], decision: null },
  ]);
  const answer = await decide('suspended');
  expect(hasShape('desk.decidePersonReport', answer)).toBe(true);
  expect(answer.body).toMatchObject({ current: { state: 'suspended' }, decision: { decision: 'suspended' } });
  expect((await desk.call('GET /users', undefined, max)).status).toBe(401);
  expect(await kindsOf(max)).toEqual(['operator_suspended']);
  for (const person of [desk.leo, desk.mia]) expect(await kindsOf(person)).toEqual(['report_suspended']);
  expect((await desk.acts(max.userId)).map(({ act, reason }) => [act, reason]).toSorted()).toEqual([
    ['person.suspended', REASON],
    ['report.suspended', REASON],
  ]);
  expect(await list('status=decided&kind=all')).toHaveLength(1);
  const restored = await desk.call(
    `PUT /admin/people/${max.userId}/suspended`,
    { suspended: false, reason: 'It is the coach.' },
    desk.operator,
  );
  expect(restored.status).toBe(200);
  expect(await list('status=decided&kind=person')).toMatchObject([{ current: { state: 'active' } }]);
});

test('a person about whom nothing is done hears nothing; who reported them is told why; nobody but an operator decides', async () => {
  await report(desk.leo);
  for (const as of [desk.mia, desk.ana, desk.former]) expect((await decide('suspended', REASON, as)).status).toBe(404);
  expect((await decide('kept')).status).toBe(200);
  expect(await isSuspended()).toBe(false);
  expect(await kindsOf(max)).toEqual([]);
  expect(await kindsOf(desk.leo)).toContain('report_kept');
});

test('of two operators one decides; nobody suspends an operator or who has left; who is suspended already is so once', async () => {
  await report(desk.leo);
  const both = await Promise.all([decide('kept'), decide('suspended')]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(both.find(({ status }) => status === 409)!.body.errors[0].code).toBe('report.decided');

  max = await desk.server.addPerson({ isSuperadmin: true });
  await report(desk.leo);
  expect((await decide('suspended')).body.errors[0].code).toBe('desk.not_suspendable');
  expect(await list()).toMatchObject([{ current: { isSuperadmin: true }, decision: null }]);
  max = await desk.server.addPerson();
  await report(desk.leo);
  const left = { deleted_at: new Date(), deletion: '{}' };
  await desk.db.updateTable('users').set(left).where('id', '=', max.userId).execute();
  expect((await decide('suspended')).body.errors[0].code).toBe('desk.not_suspendable');

  max = await desk.server.addPerson();
  await report(desk.leo);
  const suspend = { suspended: true, reason: 'Spam everywhere.' };
  await desk.call(`PUT /admin/people/${max.userId}/suspended`, suspend, desk.operator);
  expect((await decide('suspended')).status).toBe(200);
  expect(await kindsOf(max)).toEqual([]);
});
