import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FREQUENCIES } from '#contract/rows.ts';
import { PROPERTY_TIMEOUT_MS, runs } from '#tests/support/property-runs.ts';
import { digestMoments, type DigestFrequency } from './moments.ts';

const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;
const DIGESTS = FREQUENCIES.filter((each) => each !== 'immediately' && each !== 'never');
const [FROM, UNTIL] = [Date.UTC(2005, 0, 1), Date.UTC(2038, 0, 1)];

/** What clocks of a zone show, read another way than the code does: as text. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const shownAt = (ms: number, timeZone: string): number => {
  const clock =
    clocks.get(timeZone) ?? new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });
  clocks.set(timeZone, clock);
  return Date.parse(`${clock.format(ms).replace(' ', 'T')}Z`);
};

/** The rule as decision 0119 says it, for what a clock shows. */
const isMoment = (shown: number, frequency: DigestFrequency): boolean => {
  const at = new Date(shown);
  if (shown % 3_600_000 !== 0) return false;
  const hour = at.getUTCHours();
  const day = shown / DAY_MS - hour / 24;
  if (frequency === 'hours_12') return hour === 8 || hour === 20;
  if (frequency === 'day_1') return hour === 8;
  if (frequency === 'day_2') return hour === 8 && Math.round(day) % 2 === 0;
  if (frequency === 'day_7') return hour === 8 && at.getUTCDay() === 1;
  const step = Number(frequency.slice('hours_'.length));
  const isNight = hour >= 22 || hour < 7;
  // Some digest of the night waits until it is over.
  return hour === 7 || (!isNight && hour % step === 0);
};

/** Walks through time in quarters of an hour; a moment is where a clock first shows it, or has passed it. */
const walk = (at: number, zone: string, frequency: DigestFrequency) => {
  const days = { day_2: 4, day_7: 9 }[frequency as string] ?? 3;
  let [last, next, passed] = [-Infinity, Infinity, -Infinity];
  const start = Math.floor(at / QUARTER_MS) * QUARTER_MS - days * DAY_MS;
  for (let ms = start; next === Infinity; ms += QUARTER_MS) {
    const shown = shownAt(ms, zone);
    if (passed === -Infinity) passed = shown - QUARTER_MS;
    let isOne = false;
    for (let each = passed + QUARTER_MS; each <= shown; each += QUARTER_MS) isOne ||= isMoment(each, frequency);
    passed = Math.max(passed, shown);
    if (isOne && ms <= at) last = ms;
    if (isOne && ms > at) next = ms;
  }
  return { last, next };
};

/** The instants at which clocks of a zone are changed, to the hour. */
const changesOf = (zone: string): number[] => {
  const offset = (ms: number) => shownAt(ms, zone) - ms;
  const found: number[] = [];
  for (let ms = FROM; ms < UNTIL; ms += 7 * DAY_MS) {
    if (offset(ms) === offset(ms + 7 * DAY_MS)) continue;
    let [early, late] = [ms, ms + 7 * DAY_MS];
    while (late - early > QUARTER_MS) {
      const middle = Math.floor((early + late) / 2 / QUARTER_MS) * QUARTER_MS;
      if (offset(middle) === offset(early)) early = middle;
      else late = middle;
    }
    found.push(late);
  }
  return found;
};

/** Half and quarter hours, changes of half an hour, at midnight and by day, a day that was left out, 26 hours from end to end. */
const ODD = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/St_Johns',
  'Pacific/Apia',
  'Antarctica/Casey',
  'Antarctica/Troll',
  'Africa/Casablanca',
  'Asia/Tehran',
  'Asia/Beirut',
  'America/Havana',
  'Asia/Pyongyang',
  'America/Caracas',
  'Pacific/Kiritimati',
  'Pacific/Pago_Pago',
];
const CHANGES = ODD.flatMap((zone) => changesOf(zone).map((at) => [zone, at] as const));

describe('moments of digests', () => {
  test(
    'NOT-019 are those that a walk through the clocks of any zone finds, also around changes of the clock',
    () => {
      const anywhere = fc.tuple(
        fc.constantFrom(...ODD, ...Intl.supportedValuesOf('timeZone')),
        fc.integer({ min: FROM, max: UNTIL }),
      );
      const aroundChange = fc
        .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }))
        .map(([[zone, at], away]) => [zone, at + away] as [string, number]);
      fc.assert(
        fc.property(fc.oneof(anywhere, aroundChange), fc.constantFrom(...DIGESTS), ([zone, at], frequency) => {
          expect(digestMoments(at, zone, frequency)).toEqual(walk(at, zone, frequency));
        }),
        runs,
      );
    },
    PROPERTY_TIMEOUT_MS,
  );

  test('the next one of a moment’s last is the moment after it: none is passed over', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...ODD),
        fc.integer({ min: FROM, max: UNTIL }),
        fc.constantFrom(...DIGESTS),
        (zone, at, frequency) => {
          const { last, next } = digestMoments(at, zone, frequency);
          expect(digestMoments(next, zone, frequency).last).toBe(next);
          expect(digestMoments(next - 1, zone, frequency)).toEqual({ last, next });
          expect(digestMoments(last, zone, frequency)).toEqual({ last, next });
        },
      ),
      runs,
    );
  });

  const utc = (text: string) => new Date(`${text}Z`).getTime();
  test.for<[DigestFrequency, string, string, string]>([
    ['hours_1', '2026-11-02T12:30', '2026-11-02T12:00', '2026-11-02T13:00'],
    ['hours_1', '2026-11-02T21:30', '2026-11-02T21:00', '2026-11-03T07:00'],
    ['hours_3', '2026-11-02T06:59', '2026-11-01T21:00', '2026-11-02T07:00'],
    ['hours_6', '2026-11-02T18:00', '2026-11-02T18:00', '2026-11-03T07:00'],
    ['hours_12', '2026-11-02T19:59', '2026-11-02T08:00', '2026-11-02T20:00'],
    ['day_1', '2026-11-02T08:00', '2026-11-02T08:00', '2026-11-03T08:00'],
    // 2 November 2026 is day 20,759 since 1970, and a Monday.
    ['day_2', '2026-11-02T12:00', '2026-11-01T08:00', '2026-11-03T08:00'],
    ['day_7', '2026-11-02T07:59', '2026-10-26T08:00', '2026-11-02T08:00'],
  ])('NOT-019 %s at %s: the last was %s, the next is %s', ([frequency, at, last, next]) => {
    expect(digestMoments(utc(at), 'UTC', frequency)).toEqual({ last: utc(last), next: utc(next) });
  });

  test('an unknown zone counts as UTC', () => {
    const at = utc('2026-11-02T12:30');
    expect(digestMoments(at, 'Mars/Olympus', 'hours_1')).toEqual(digestMoments(at, 'UTC', 'hours_1'));
  });
});
