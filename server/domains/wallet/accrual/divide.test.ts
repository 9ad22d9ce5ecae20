import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { percentOf } from '#server/domains/ledger/index.ts';
import { CREATORS_SHARE, divideSport, type Earned, type SportInputs } from './divide.ts';

const cents = fc.integer({ min: 0, max: 1_000_003 });
const earned: fc.Arbitrary<Earned[]> = fc.uniqueArray(
  fc.record({
    channelId: fc.constantFrom('a', 'b', 'c', 'd'),
    scope: fc.constantFrom('user:1', 'user:2'),
    type: fc.constantFrom('content_base' as const, 'views_base' as const),
    amount: fc.integer({ min: 1, max: 9_999 }),
  }),
  { selector: ({ channelId, type }) => `${channelId} ${type}` },
);
const inputs: fc.Arbitrary<SportInputs> = fc.record({
  sportId: fc.constant('tennis'),
  received: cents,
  givenBack: fc.array(fc.record({ amount: fc.integer({ min: 1, max: 5_003 }), earned }), { maxLength: 3 }),
  brought: fc.record({ publishing: fc.integer({ min: 0, max: 999 }), views: fc.integer({ min: 0, max: 999 }) }),
  channels: fc.uniqueArray(
    fc.record({
      channelId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      scope: fc.constantFrom('user:1', 'user:2', 'org:3'),
      publications: fc.integer({ min: 0, max: 30 }),
      views: fc.integer({ min: 0, max: 100_003 }),
    }),
    { selector: ({ channelId }) => channelId },
  ),
});

const sum = (all: readonly number[]): number => all.reduce((before, one) => before + one, 0);

test('D-348 D-349 D-351 whatever a day brings, its parts sum up to it to the cent, and nobody gets a share without a reason', () => {
  fc.assert(
    fc.property(inputs, (given) => {
      const day = divideSport(given);
      const shares = sum(day.shares.map(({ amount }) => amount));
      const [brought, carried] = [day.brought, day.carried].map(({ publishing, views }) => publishing + views);
      expect(day.received - day.givenBack + brought!).toBe(day.platform + shares + carried!);
      expect(Math.min(day.carried.publishing, day.carried.views)).toBeGreaterThanOrEqual(0);
      expect(day.publishing + day.views).toBe(percentOf(given.received, CREATORS_SHARE));
      for (const { channelId, type, amount, isTakenBack } of day.shares) {
        expect(amount === 0).toBe(false);
        expect(amount < 0).toBe(isTakenBack);
        const channel = given.channels.find((one) => one.channelId === channelId);
        if (!isTakenBack) expect(type === 'views_base' ? channel!.views : channel!.publications).toBeGreaterThan(0);
        // Never more than the channel earned on all of the days that were paid for.
        const most = sum(
          given.givenBack.map(
            (one) => one.earned.find((had) => had.channelId === channelId && had.type === type)?.amount ?? 0,
          ),
        );
        if (isTakenBack) expect(-amount).toBeLessThanOrEqual(most);
      }
    }),
    runs,
  );
});

const channels = [
  { channelId: 'a', scope: 'user:1', publications: 30, views: 1 },
  { channelId: 'b', scope: 'user:2', publications: 10, views: 2 },
];
const base: SportInputs = {
  sportId: 'tennis',
  received: 0,
  givenBack: [],
  brought: { publishing: 0, views: 0 },
  channels,
};

test('D-348 D-349 a day of $10: $3 are the platform’s, $1.75 are for publishing and $5.25 for views', () => {
  const { platform, publishing, views, shares } = divideSport({ ...base, received: 1_000 });
  expect({ platform, publishing, views }).toEqual({ platform: 300, publishing: 175, views: 525 });
  expect(shares.map(({ channelId, type, amount }) => [channelId, type, amount])).toEqual([
    ['a', 'content_base', 131],
    ['b', 'content_base', 44],
    ['a', 'views_base', 175],
    ['b', 'views_base', 350],
  ]);
});

test('D-349 without any views the views part goes to the next day, and without publications the publishing part', () => {
  const unseen = divideSport({ ...base, received: 1_000, channels: channels.map((one) => ({ ...one, views: 0 })) });
  expect(unseen.carried).toEqual({ publishing: 0, views: 525 });
  const next = divideSport({ ...base, brought: unseen.carried });
  expect(next.shares.map(({ amount }) => amount)).toEqual([175, 350]);
  expect(next.carried).toEqual({ publishing: 0, views: 0 });
  expect(divideSport({ ...base, received: 1_000, channels: [] }).carried).toEqual({ publishing: 175, views: 525 });
});

test('D-351 what members get back is taken from those who earned it, first by money that is not divided yet', () => {
  const had = [
    { channelId: 'a', scope: 'user:1', type: 'views_base' as const, amount: 30 },
    { channelId: 'b', scope: 'user:2', type: 'content_base' as const, amount: 60 },
  ];
  const day = divideSport({
    ...base,
    givenBack: [{ amount: 100, earned: had }],
    brought: { publishing: 0, views: 10 },
  });
  expect(day.shares).toEqual([
    { ...had[0]!, amount: -20, isTakenBack: true },
    { ...had[1]!, amount: -40, isTakenBack: true },
  ]);
  // Of 100 the Creators bear 70 and the platform its 30.
  expect(day).toMatchObject({ platform: -30, takenBack: 60, carried: { publishing: 0, views: 0 } });
  // A dispute of more than was earned: the platform bears the rest.
  const dispute = divideSport({ ...base, givenBack: [{ amount: 1_000, earned: had }] });
  expect(dispute).toMatchObject({ platform: -910, takenBack: 90 });
});
