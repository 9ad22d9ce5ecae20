import { afterAll, beforeAll, expect, test } from 'vitest';
import { MAX_PLAYBACK_RATE, VIEWS_PER_DAY_MAX } from '#contract/view-time.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { soon } from '#tests/support/soon.ts';
import { startCommunity, type TestCommunity } from '../channels/channels.fixtures.ts';

let community: TestCommunity;
let ana: TestPerson;
beforeAll(async () => {
  community = await startCommunity();
  ana = await community.server.addPerson({ isEducator: true });
});
afterAll(() => community.server.close());

const MINUTE_MS = 60_000;
const ago = (ms: number): Date => new Date(Date.now() - ms);
const member = async (type: string): Promise<TestPerson> => {
  const person = await community.server.addPerson();
  await community.db
    .updateTable('users')
    .set({ created_at: ago(86_400_000) })
    .where('id', '=', person.userId)
    .execute();
  await community.subscribe(person, 'soccer', type);
  return person;
};
/** Published long ago: a view is not dated before there was anything to watch. */
const publish = async (facts: Parameters<TestCommunity['publish']>[1] = {}) => {
  const published = await community.publish(ana, facts);
  await community.db
    .updateTable('publications')
    .set({ published_at: ago(86_400_000) })
    .where('id', '=', published.id)
    .execute();
  return published;
};
const view = (as: TestPerson, id: string, watchedMs = 30_000, watchedAt = new Date()) =>
  community.server.call(`POST /views/${id}/increment`, { watchedMs, watchedAt: watchedAt.toISOString() }, { as });
const dayOf = (id: string) =>
  community.db
    .selectFrom('view_days')
    .select(['counted', 'paying', 'watched_ms', 'own', 'repeated', 'too_short', 'too_fast', 'too_many'])
    .where('publication_id', '=', id)
    .executeTakeFirst();
const NONE = { counted: 0, paying: 0, watched_ms: 0, own: 0, repeated: 0, too_short: 0, too_fast: 0, too_many: 0 };

test('D-349 views of people who pay for the sport are counted apart from those of a trial or Beta', async () => {
  const { id } = await publish();
  for (const type of ['subscribed', 'subscribed', 'beta-free']) await view(await member(type), id);
  const suspended = await member('subscribed');
  const free = await publish({ pricing: 'free' });
  await community.db
    .updateTable('subscriptions')
    .set({ status: 'suspended' })
    .where('user_id', '=', suspended.userId)
    .execute();
  await view(suspended, free.id);
  expect(await dayOf(id)).toEqual({ ...NONE, counted: 3, paying: 2, watched_ms: 90_000 });
  expect(await dayOf(free.id)).toEqual({ ...NONE, counted: 1, watched_ms: 30_000 });
});

test('views that do not count are noted with their reason: own, too short, repeated', async () => {
  const { id } = await publish();
  const mia = await member('subscribed');
  await view(ana, id);
  await view(mia, id, 29_000);
  expect((await view(mia, id)).status).toBe(204);
  for (let time = 0; time < 2; time += 1) expect((await view(mia, id)).status).toBe(429);
  await soon(async () =>
    expect(await dayOf(id)).toEqual({
      ...NONE,
      counted: 1,
      paying: 1,
      watched_ms: 30_000,
      own: 1,
      too_short: 1,
      repeated: 2,
    }),
  );
});

test('a view that is faster than the player can play does not count, one at its fastest does', async () => {
  const contentId = await community.addContent(ana, { duration: 3_600 });
  const [first, second] = [await publish(), await publish({ contentId })];
  const fastest = 10 * MINUTE_MS;
  for (const [gap, facts] of [
    [fastest - MINUTE_MS, { ...NONE, too_fast: 1 }],
    [fastest, { ...NONE, too_fast: 1, counted: 1, paying: 1, watched_ms: fastest * MAX_PLAYBACK_RATE }],
  ] as const) {
    const mia = await member('subscribed');
    await view(mia, first.id, 30_000, ago(30 * MINUTE_MS));
    await view(mia, second.id, fastest * MAX_PLAYBACK_RATE, ago(30 * MINUTE_MS - gap));
    expect(await dayOf(second.id)).toEqual(facts);
  }
});

test('beyond what a person can watch on a day nothing counts', async () => {
  const [{ id: before }, { id }] = [await publish(), await publish()];
  const bot = await member('subscribed');
  await community.db
    .insertInto('views')
    .values(
      Array.from({ length: VIEWS_PER_DAY_MAX }, (_, number) => ({
        publication_id: before,
        user_id: bot.userId,
        watched_at: ago(MINUTE_MS * (number + 2)),
        watched_ms: 1,
      })),
    )
    .execute();
  expect((await view(bot, id)).status).toBe(204);
  expect(await dayOf(id)).toEqual({ ...NONE, too_many: 1 });
});
