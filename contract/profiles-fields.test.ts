import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { adultOn, ageOn, AGE_ADULT, BirthDate } from './profiles-fields.ts';
import * as v from 'valibot';

const DAY_MS = 86_400_000;
const dayAt = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const day = fc.integer({ min: Date.UTC(1900, 0, 1) / DAY_MS, max: Date.UTC(2100, 0, 1) / DAY_MS });

test('D-250 a person is 18 from the day of adultOn on, and not a day before, whatever the year', () => {
  fc.assert(
    fc.property(day, (at) => {
      const born = dayAt(at * DAY_MS);
      const adult = Date.parse(`${adultOn(born)}T00:00:00Z`);
      expect(v.is(BirthDate, adultOn(born))).toBe(true);
      expect(ageOn(born, dayAt(adult))).toBe(AGE_ADULT);
      expect(ageOn(born, dayAt(adult - DAY_MS))).toBe(AGE_ADULT - 1);
    }),
    runs,
  );
});

test('D-250 an age never falls, grows by one on a birthday, and is 0 on the day of birth', () => {
  fc.assert(
    fc.property(day, fc.integer({ min: 0, max: 40_000 }), (at, later) => {
      const born = dayAt(at * DAY_MS);
      const [before, after] = [dayAt((at + later) * DAY_MS), dayAt((at + later + 1) * DAY_MS)];
      const grown = ageOn(born, after) - ageOn(born, before);
      const isBirthday =
        after.slice(5) === born.slice(5) ||
        (born.endsWith('-02-29') && after.endsWith('-03-01') && before.endsWith('-02-28'));
      expect(grown).toBe(isBirthday ? 1 : 0);
      expect(ageOn(born, born)).toBe(0);
    }),
    runs,
  );
});

test.each([
  ['2008-02-29', '2026-02-28', 17],
  ['2008-02-29', '2026-03-01', 18],
  ['2008-11-22', '2026-11-21', 17],
  ['2008-11-22', '2026-11-22', 18],
  ['2013-11-22', '2026-11-22', 13],
  ['2013-11-23', '2026-11-22', 12],
])('born on %s, on %s: %i years', (born, today, age) => expect(ageOn(born, today)).toBe(age));
