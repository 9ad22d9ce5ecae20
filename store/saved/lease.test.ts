import { expect, it } from 'vitest';
import { isPlayable, LEASE_MS, leaseEndMs, newLease, notedLease } from './lease.ts';

const DAY_MS = 24 * 3_600_000;
const NOW_MS = Date.UTC(2026, 10, 23);
const lease = newLease(null, NOW_MS);
const plays = (of: typeof lease, deviceMs: number) => isPlayable({ lease: of }, null, deviceMs);

it('a copy plays for thirty days after the server confirmed it, or until the known end of the right if that is sooner', () => {
  expect([plays(lease, NOW_MS + LEASE_MS - 1), plays(lease, NOW_MS + LEASE_MS)]).toEqual([true, false]);
  const trial = newLease(new Date(NOW_MS + DAY_MS).toISOString(), NOW_MS);
  expect(leaseEndMs(trial)).toBe(NOW_MS + DAY_MS);
  expect([plays(trial, NOW_MS + DAY_MS - 1), plays(trial, NOW_MS + DAY_MS)]).toEqual([true, false]);
  expect(leaseEndMs(newLease(new Date(NOW_MS + 2 * LEASE_MS).toISOString(), NOW_MS))).toBe(NOW_MS + LEASE_MS);
  expect(isPlayable({}, null, NOW_MS + 99 * LEASE_MS)).toBe(true);
});

it('setting the clock back does not lengthen it, however often', () => {
  let noted = lease;
  let deviceMs = NOW_MS;
  for (let day = 0; day < 30; day += 1) {
    expect(plays(noted, deviceMs)).toBe(true);
    deviceMs += DAY_MS;
    noted = notedLease(noted, null, deviceMs);
    // Each evening the clock is set back by a year.
    deviceMs -= 365 * DAY_MS;
    noted = notedLease(noted, null, deviceMs);
  }
  expect(plays(noted, deviceMs)).toBe(false);
});

it('the server’s own time decides once it is known, whatever the device’s clock shows', () => {
  expect(isPlayable({ lease }, NOW_MS + DAY_MS, NOW_MS + 9 * LEASE_MS)).toBe(true);
  expect(isPlayable({ lease }, NOW_MS + LEASE_MS, NOW_MS - LEASE_MS)).toBe(false);
});
