import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId, type Scope } from '#contract/ids.ts';
import { lockWaiters } from '#tests/support/lock-waiters.ts';
import { PROPERTY_TIMEOUT_MS, runs } from '#tests/support/property-runs.ts';
import type { TestPerson } from '#tests/support/server.ts';
import { startCommunity, type TestCommunity } from './channels.fixtures.ts';

let community: TestCommunity;
/** Two Admins of one organization, and a Creator who is none. */
let nora: TestPerson;
let ana: TestPerson;
let leo: TestPerson;
let scope: Scope;
/** Top channels of the organization, in their order. */
let ids: string[];
beforeAll(async () => {
  community = await startCommunity();
  [nora, ana, leo] = [
    await community.server.addPerson(),
    await community.server.addPerson(),
    await community.server.addPerson({ isEducator: true }),
  ];
});
afterAll(() => community.server.close());

const addChannels = async (count: number, parent_id: string | null = null): Promise<string[]> => {
  const added: string[] = [];
  for (let position = 0; position < count; position += 1) {
    const id = await community.addChannel(nora, 'soccer', scope);
    await community.db
      .updateTable('channels')
      .set({ position, parent_id, level: parent_id ? 1 : 0 })
      .where('id', '=', id)
      .execute();
    added.push(id);
  }
  return added;
};
beforeEach(async () => {
  scope = (await community.addOrganization(nora)) as Scope;
  await community.db
    .insertInto('organization_admins')
    .values({ organization_id: scope.slice('org:'.length), user_id: ana.userId, role: 'Admin' })
    .execute();
  ids = await addChannels(5);
});

const move = (as: TestPerson, channelId: string, afterId: string | null, options: { key?: string; of?: Scope } = {}) =>
  community.server.call(
    `PUT /channels/${channelId}/position`,
    { afterId },
    { as, scope: options.of ?? scope, ...(options.key ? { key: options.key } : {}) },
  );
interface Placed {
  id: string;
  position: number;
  parentChannel: string | null;
}
const rows = async (as = nora): Promise<Placed[]> =>
  (await community.server.call('GET /channels/my', undefined, { as, scope })).body.results;
const order = async (parent: string | null = null) =>
  (await rows()).filter(({ parentChannel }) => parentChannel === parent).map(({ id }) => id);
const letters = async () => (await order()).map((id) => 'abcde'[ids.indexOf(id)]).join('');

test('two Admins who move two channels at the same time both keep their move', async () => {
  const [a, b, , d, e] = ids as [string, string, string, string, string];
  const { pool } = community.server.services.database;
  // Holds what both need, until both have begun.
  const holder = await pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select raise_scope($1)', [scope]);
    const answers = Promise.all([move(nora, e, null), move(ana, b, d)]);
    await expect.poll(() => lockWaiters(pool)).toBe(2);
    await holder.query('commit');
    expect((await answers).map(({ status }) => status)).toEqual([204, 204]);
  } finally {
    holder.release();
  }
  expect(await letters()).toBe('eacdb');
  expect((await rows()).map(({ position }) => position)).toEqual([0, 1, 2, 3, 4]);
  expect(await order()).toContain(a);
});

test('a move that waited without a network keeps what the other Admin moved meanwhile', async () => {
  const [a, b, c, , e] = ids as [string, string, string, string, string];
  // Ana moved while the order was abcde, and sends after Nora.
  await move(nora, e, a);
  await move(nora, c, null);
  expect(await letters()).toBe('caebd');
  await move(ana, a, b);
  expect(await letters()).toBe('cebad');
});

test('of two moves of one channel the later one stands', async () => {
  const [a, , c, , e] = ids as [string, string, string, string, string];
  await move(nora, a, e);
  await move(ana, a, c);
  expect(await letters()).toBe('bcade');
});

test('a move after a channel that is gone, or of another level, goes to the end; of one that is gone it is refused', async () => {
  const [a, b, c] = ids as [string, string, string];
  const [below] = await addChannels(1, c);
  await community.server.call(`DELETE /channels/${b}`, undefined, { as: nora, scope });
  expect((await move(ana, a, b)).status).toBe(204);
  expect(await letters()).toBe('cdea');
  expect((await move(ana, c, below!)).status).toBe(204);
  expect(await letters()).toBe('deac');
  const refused = await move(ana, b, a);
  expect([refused.status, refused.body.errors[0].code]).toEqual([404, 'access.not_found']);
});

test('a subchannel moves below its parent only', async () => {
  const [a, b] = ids as [string, string];
  const [ofA, ofB] = [await addChannels(3, a), await addChannels(2, b)];
  await move(nora, ofA[2]!, null);
  await move(ana, ofA[0]!, ofB[0]!);
  expect([await order(a), await order(b), await letters()]).toEqual([[ofA[2], ofA[1], ofA[0]], ofB, 'abcde']);
});

test('nobody else moves a channel, nor puts one after theirs', async () => {
  const [a, b] = ids as [string, string];
  const theirs = await community.addChannel(leo);
  expect((await move(leo, a, null)).status).toBe(403);
  expect((await move(leo, a, null, { of: leo.scope })).status).toBe(404);
  expect((await move(nora, theirs, null)).status).toBe(404);
  // An Admin reaches the organization's channels in its role only.
  expect((await move(ana, b, null, { of: ana.scope })).status).toBeGreaterThanOrEqual(403);
  expect(await letters()).toBe('abcde');
  expect((await move(nora, a, theirs)).status).toBe(204);
  expect(await letters()).toBe('bcdea');
});

test('a move that is delivered again is made once', async () => {
  const [a, b, c, d] = ids as [string, string, string, string];
  const key = newId();
  expect((await move(nora, a, d, { key })).status).toBe(204);
  await move(ana, a, b);
  await move(ana, c, null);
  const before = await letters();
  expect((await move(nora, a, d, { key })).status).toBe(204);
  expect(await letters()).toBe(before);
});

test(
  'any moves of two Admins, also at the same time, lose no channel and give no two the same place',
  async () => {
    const place = fc.nat({ max: 6 });
    const step = fc.record({ who: fc.boolean(), moved: place, after: fc.option(place), parallel: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12, size: 'max' }), async (steps) => {
        const all = (await rows()).map(({ id }) => id).toSorted();
        const pick = (at: number) => all[at % all.length]!;
        let open: Promise<unknown>[] = [];
        for (const { who, moved, after, parallel } of steps) {
          open.push(
            move(who ? nora : ana, pick(moved), after === null ? null : pick(after)).then(({ status }) =>
              expect(status).toBe(204),
            ),
          );
          if (parallel) continue;
          await Promise.all(open);
          open = [];
        }
        await Promise.all(open);
        const placed = await rows();
        expect(placed.map(({ id }) => id).toSorted()).toEqual(all);
        expect(placed.map(({ position }) => position)).toEqual(all.map((_, position) => position));
      }),
      // Each play sends real requests.
      { ...runs, seed: runs.seed ?? 11, numRuns: Math.ceil(runs.numRuns! / 10) },
    );
  },
  PROPERTY_TIMEOUT_MS,
);
