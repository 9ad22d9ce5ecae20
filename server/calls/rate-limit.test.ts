import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PROPERTY_TIMEOUT_MS, plays, runs } from '#tests/support/property-runs.ts';
import { createLocalLimiter } from './rate-limit.ts';

it(
  'P20 a bucket never grants more than its capacity and refills, and a clock that is set back blocks none permanently',
  () => {
    const step = fc.record({
      waitMs: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(-86_400_000, 86_400_000)),
      tries: fc.integer({ min: 1, max: 30 }),
    });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 120 }),
        plays(step),
        (capacity, perSeconds, steps) => {
          const { take } = createLocalLimiter({ capacity, perSeconds });
          let nowMs = Date.UTC(2026, 10, 20);
          /** Tokens refilled and granted since each moment so far. */
          const since: { flowedMs: number; given: number }[] = [];
          for (const { waitMs, tries } of steps) {
            nowMs += waitMs;
            for (const each of since) each.flowedMs += Math.max(0, waitMs);
            since.push({ flowedMs: 0, given: 0 });
            for (let tried = 0; tried < tries; tried += 1)
              if (take('a', nowMs)) for (const each of since) each.given += 1;
            for (const { flowedMs, given } of since)
              expect(given).toBeLessThanOrEqual(capacity + (flowedMs / 1000) * (capacity / perSeconds) + 1e-6);
          }
          expect(take('a', nowMs + perSeconds * 1001)).toBe(true);
          expect(take('somebody else', nowMs)).toBe(true);
        },
      ),
      runs,
    );
  },
  PROPERTY_TIMEOUT_MS,
);

it('a full limiter forgets the key that was not used for the longest time, and no other count', () => {
  const { take } = createLocalLimiter({ capacity: 1, perSeconds: 60 }, 3);
  const nowMs = Date.UTC(2026, 10, 20);
  for (const key of ['old', 'busy', 'other']) expect(take(key, nowMs)).toBe(true);
  expect(take('busy', nowMs)).toBe(false);
  for (const key of ['new', 'newer']) expect(take(key, nowMs)).toBe(true);
  expect(take('busy', nowMs)).toBe(false);
  expect(take('old', nowMs)).toBe(true);
});
