import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#contract/ids.ts';
import { hasShape } from '../auth/people.fixtures.ts';
import { startDesk, type TestDesk } from './desk.fixtures.ts';

let desk: TestDesk;
beforeAll(async () => {
  desk = await startDesk();
  await desk.db
    .updateTable('users')
    .set({ first_name: 'Mia', last_name: 'Horvat', username: 'mia_h', email: 'mia@club.example' })
    .where('id', '=', desk.mia.userId)
    .execute();
});
afterAll(() => desk.server.close());

const find = (search: string, as = desk.operator) =>
  desk.call(`GET /admin/people?search=${encodeURIComponent(search)}`, undefined, as);

test('D-297: an operator finds people by name, username or email; for all others there is no such list', async () => {
  const all = await desk.call('GET /admin/people?limit=2', undefined, desk.operator);
  expect(hasShape('desk.people', all)).toBe(true);
  expect(all.body).toMatchObject({ count: 5, results: [{}, {}] });
  for (const words of ['mia', 'HORVAT mi', 'mia_h', 'club.example'])
    expect((await find(words)).body.results.map(({ userId }: { userId: string }) => userId)).toEqual([desk.mia.userId]);
  // Signs of patterns are letters.
  for (const words of ['mia%h', 'm_a', String.raw`mia\h`, 'horvat leo']) expect((await find(words)).body.count).toBe(0);
  expect((await find('mia_h')).body.results[0]).toMatchObject({
    name: 'Mia Horvat',
    username: 'mia_h',
    email: 'mia@club.example',
    roles: ['learner'],
    organizations: [],
    sessions: 1,
    state: 'active',
    isSuperadmin: false,
  });
  for (const as of [desk.mia, desk.former]) expect((await find('', as)).status).toBe(404);
});

test('D-297: an operator signs a person out on every device; the act is kept, and the person is told why', async () => {
  const path = `POST /admin/people/${desk.leo.userId}/sign-out`;
  const reason = 'The phone was stolen.';
  expect((await desk.call(path, { reason }, desk.mia)).status).toBe(404);
  expect((await desk.call(path, { reason }, desk.leo)).status).toBe(404);
  expect((await desk.call('GET /users/me', undefined, desk.leo)).status).toBe(200);

  const key = newId();
  for (const answer of [
    await desk.call(path, { reason }, desk.operator, key),
    await desk.call(path, { reason }, desk.operator, key),
  ]) {
    expect(hasShape('desk.signOutPerson', answer)).toBe(true);
    expect(answer.body).toMatchObject({ userId: desk.leo.userId, sessions: 0, lastSeenAt: null });
  }
  expect((await desk.call('GET /users/me', undefined, desk.leo)).status).toBe(401);
  expect(await desk.acts(desk.leo.userId)).toEqual([
    { actor_id: desk.operator.userId, act: 'person.signed_out', reason },
  ]);
  expect(await desk.notificationsOf(desk.leo)).toEqual([
    expect.objectContaining({ kind: 'operator_signed_out', text: expect.stringContaining(reason) }),
  ]);
  // Who is signed out reads it nowhere else.
  expect(await desk.noticeMailsTo(desk.leo)).toEqual([expect.stringContaining(reason)]);
  expect((await desk.call(`POST /admin/people/${newId()}/sign-out`, { reason }, desk.operator)).status).toBe(404);
});
