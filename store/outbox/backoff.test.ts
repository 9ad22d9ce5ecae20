import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { BACKOFF_CAP_MS, backoffMs } from './backoff.ts';

describe('backoffMs', () => {
  it('P14 stays within its bound and the cap, and never goes below the server’s Retry-After', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_000 }),
        fc.option(fc.integer({ min: 1, max: 10_000_000 })),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempts, retryAfterMs, random) => {
          const wait = backoffMs(attempts, retryAfterMs, random);
          expect(wait).toBeGreaterThanOrEqual(retryAfterMs ?? 0);
          expect(wait).toBeLessThanOrEqual(
            Math.max(retryAfterMs ?? 0, Math.min(BACKOFF_CAP_MS, 1_000 * 2 ** (attempts - 1))),
          );
        },
      ),
      runs,
    );
  });

  it('grows with each attempt up to the cap', () => {
    const bounds = Array.from({ length: 12 }, (_, n) => backoffMs(n + 1, null, 0.999999));
    expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
    expect(bounds.at(-1)).toBeLessThanOrEqual(BACKOFF_CAP_MS);
  });

  it('F12 is at most half a minute after the longest outage: everything is sent within a minute of its end', () => {
    expect(backoffMs(10_000, null, 0.999999)).toBeLessThanOrEqual(30_000);
  });
});
