import { afterAll, beforeAll, expect, test } from 'vitest';
import { viewTimeMs } from '#contract/view-time.ts';
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
    .select('views')
    .where('publication_id', '=', id)
    .executeTakeFirstOrThrow();

const view = (id: string, facts: { watchedMs?: number; watchedAt?: Date } = {}, as = mia) =>
  call(
    `POST /views/${id}/increment`,
    { watchedMs: facts.watchedMs ?? 30_000, watchedAt: (facts.watchedAt ?? new Date()).toISOString() },
    as,
  );

test('WAT-026 the view time is the lesser of the duration and the larger of a fixed and a relative time, capped', () => {
  expect([20_000, 120_000, 600_000, 3_600_000, null].map((ms) => viewTimeMs(ms))).toEqual([
    20_000, 30_000, 120_000, 180_000, 30_000,
  ]);
  expect(viewTimeMs(6_040)).toBe(6_000);
});

/** A publication of a while ago, by a person who was there then, for one who was there too. */
const publishedBefore = async (days: number): Promise<string> => {
  const { id } = await community.publish(ana);
  const before = new Date(Date.now() - days * 86_400_000);
  await community.db.updateTable('publications').set({ published_at: before }).where('id', '=', id).execute();
  await community.db.updateTable('users').set({ created_at: before }).where('id', '=', mia.userId).execute();
  return id;
};

test('WAT-019 WAT-020 a view counts once in 24 hours; too short ones are ignored', async () => {
  const id = await publishedBefore(10);
  expect((await call('GET /views/config')).body).toEqual({ fixedSeconds: 30, percentage: 20, maximumSeconds: 180 });
  expect((await view(id, { watchedMs: 29_000 })).status).toBe(204);
  expect((await statsOf(id)).views).toBe(0);
  expect((await view(id)).status).toBe(204);
  expect(await view(id)).toMatchObject({ status: 429, body: { errors: [{ code: 'view.counted' }] } });
  expect((await view(id, { watchedAt: new Date(Date.now() - 23 * 3_600_000) })).status).toBe(429);
  expect((await view(id, { watchedAt: new Date(Date.now() - 25 * 3_600_000) })).status).toBe(204);
  expect((await statsOf(id)).views).toBe(2);
  expect((await call(`GET /published-contents/${id}/detail`)).body.views).toBe(2);
});

test("owners' views and those more than seven days late do not count; a time in the future counts as now", async () => {
  const { id } = await community.publish(ana);
  expect((await view(id, {}, ana)).status).toBe(204);
  expect((await view(id, { watchedAt: new Date(Date.now() - 8 * 86_400_000) })).status).toBe(204);
  expect((await statsOf(id)).views).toBe(0);
  expect((await view(id, { watchedAt: new Date(Date.now() + 30 * 86_400_000) })).status).toBe(204);
  const kept = await community.db
    .selectFrom('views')
    .select('watched_at')
    .where('publication_id', '=', id)
    .executeTakeFirstOrThrow();
  expect(kept.watched_at.getTime()).toBeLessThanOrEqual(Date.now());
});

test('views that are dated before the item was published, or before the person joined, count as one', async () => {
  const daysAgo = (days: number) => ({ watchedAt: new Date(Date.now() - days * 86_400_000) });
  const { id } = await community.publish(ana);
  expect((await view(id, daysAgo(6))).status).toBe(204);
  for (const days of [5, 3.5, 2]) expect((await view(id, daysAgo(days))).status).toBe(429);
  expect((await view(id)).status).toBe(429);
  expect((await statsOf(id)).views).toBe(1);
  const old = await publishedBefore(10);
  await community.db.updateTable('users').set({ created_at: new Date() }).where('id', '=', mia.userId).execute();
  for (const [days, status] of [
    [6, 204],
    [3, 429],
  ] as const)
    expect((await view(old, daysAgo(days))).status).toBe(status);
});

test('five devices that report the same view at once count it once', async () => {
  const { id } = await community.publish(ana);
  const answers = await Promise.all(Array.from({ length: 5 }, () => view(id)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 429, 429, 429, 429]);
  expect((await statsOf(id)).views).toBe(1);
});

test('a person who may not watch cannot count a view', async () => {
  const { id } = await community.publish(ana);
  expect((await view(id, {}, await community.server.addPerson())).body.errors[0].code).toBe('watch.locked');
});
