import type { FREQUENCIES } from '#contract/rows.ts';
import { isTimeZone } from '#server/time-zone.ts';

/** A frequency whose notifications come in digests. */
export type DigestFrequency = Exclude<(typeof FREQUENCIES)[number], 'immediately' | 'never'>;

const DAY_MS = 86_400_000;

/** Hours of the local day. What falls between 22:00 and 7:00 comes at 7:00. */
const everyHour = (from: number, step: number): number[] =>
  Array.from({ length: Math.ceil((22 - from) / step) }, (_, n) => from + n * step);
const RULES: Readonly<Record<DigestFrequency, { hours: readonly number[]; isDay?: (day: number) => boolean }>> = {
  hours_1: { hours: everyHour(7, 1) },
  hours_3: { hours: [7, ...everyHour(9, 3)] },
  hours_6: { hours: [7, ...everyHour(12, 6)] },
  hours_12: { hours: [8, 20] },
  day_1: { hours: [8] },
  day_2: { hours: [8], isDay: (day) => day % 2 === 0 },
  // The first day, 1 January 1970, was a Thursday.
  day_7: { hours: [8], isDay: (day) => day % 7 === 4 },
};
/** Days before and after a day that hold the last and the next moment. */
const daysAround = (frequency: DigestFrequency): number =>
  ({ day_2: 2, day_7: 7 } as Partial<Record<string, number>>)[frequency] ?? 1;

const formats = new Map<string, Intl.DateTimeFormat>();
const formatOf = (zone: string): Intl.DateTimeFormat => {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(zone, format);
  }
  return format;
};

/** What clocks of the zone show at an instant, as the milliseconds of a UTC clock that shows the same. */
const clockAt = (ms: number, zone: string): number => {
  const shown = { year: 0, month: 1, day: 1, hour: 0, minute: 0, second: 0 };
  for (const { type, value } of formatOf(zone).formatToParts(ms))
    if (type in shown) shown[type as 'day'] = Number(value);
  const whole = Math.floor(ms / 1000) * 1000;
  return Date.UTC(shown.year, shown.month - 1, shown.day, shown.hour, shown.minute, shown.second) + (ms - whole);
};

/**
 * The first instant at which clocks of the zone show this or, where they are put forward past it, a later time.
 *
 * @param clock As `clockAt` gives it.
 */
const instantOf = (clock: number, zone: string): number => {
  // No zone is a day off UTC, and none changes twice within two days.
  const [before, after] = [clock - DAY_MS, clock + DAY_MS].map((ms) => clock - (clockAt(ms, zone) - ms)) as [
    number,
    number,
  ];
  const shows = [before, after].filter((ms) => clockAt(ms, zone) === clock);
  if (shows.length > 0) return Math.min(...shows);
  let [early, late] = [Math.min(before, after), Math.max(before, after)];
  while (late - early > 1000) {
    const middle = Math.floor((early + late) / 2000) * 1000;
    if (clockAt(middle, zone) < clock) early = middle;
    else late = middle;
  }
  return late;
};

/** Instants in ms. */
export interface Moments {
  /** The latest one at or before. */
  last: number;
  /** The first one after. */
  next: number;
}

/**
 * The moments of digests around an instant.
 *
 * @param at ms.
 * @param timeZone IANA name; one that this server does not know counts as UTC.
 *
 * Source: D-164, decision 0119.
 */
export const digestMoments = (at: number, timeZone: string, frequency: DigestFrequency): Moments => {
  const zone = isTimeZone(timeZone) ? timeZone : 'UTC';
  const { hours, isDay = () => true } = RULES[frequency];
  const around = daysAround(frequency);
  const today = Math.floor(clockAt(at, zone) / DAY_MS);
  let [last, next] = [-Infinity, Infinity];
  for (let day = today - around; day <= today + around; day += 1) {
    if (!isDay(day)) continue;
    for (const hour of hours) {
      const moment = instantOf(day * DAY_MS + hour * 3_600_000, zone);
      if (moment <= at) last = Math.max(last, moment);
      else next = Math.min(next, moment);
    }
  }
  return { last, next };
};
