import { afterEach, expect, test } from 'vitest';
import { instantOf, isToCome, localOf } from './schedule.ts';

const zone = process.env['TZ'];
afterEach(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

test('a planned time is the wall clock of the device, in summer and in winter', () => {
  process.env['TZ'] = 'Europe/Berlin';
  expect(instantOf('2026-07-01T18:30')).toBe('2026-07-01T16:30:00.000Z');
  expect(instantOf('2026-12-01T18:30')).toBe('2026-12-01T17:30:00.000Z');
  for (const local of ['2026-07-01T18:30', '2026-12-31T23:59']) expect(localOf(instantOf(local))).toBe(local);
});

test('an incomplete or past time is not to come', () => {
  const nowMs = Date.parse('2026-07-01T18:30');
  expect(isToCome('', nowMs)).toBe(false);
  expect(isToCome('2026-07-01T18:30', nowMs)).toBe(false);
  expect(isToCome('2026-07-01T18:31', nowMs)).toBe(true);
});
