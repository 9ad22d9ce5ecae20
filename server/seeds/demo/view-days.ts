import { demoNumber } from './ids.ts';
import type { DemoItem } from './items.ts';

const DAY_MS = 86_400_000;
/** Tenths of the length of an item, and its start. */
const TENTHS = Array.from({ length: 11 }, (_, tenth) => tenth);

/** What an item was watched on a day (UTC). */
export interface ViewDay {
  day: string;
  counted: number;
  /** Of those, by people who pay for the sport. */
  paying: number;
  own: number;
  repeated: number;
  too_short: number;
  /** How many began, got to one tenth, …, to the end. Empty for text. */
  reached: number[];
  /** What members reached for the first time. */
  reached_ms: number;
  /** What devices reported of the views. */
  watched_ms: number;
}

/** @param daysAgo 0: today. UTC. */
export const dayOf = (now: Date, daysAgo: number): string =>
  new Date(now.getTime() - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The part of a day on which an item was there, 0 to 1. */
const partOf = (day: string, { daysAgo }: DemoItem, now: Date): number => {
  const starts = Date.parse(`${day}T00:00:00Z`);
  const from = Math.max(starts, now.getTime() - daysAgo * DAY_MS);
  return (Math.min(starts + DAY_MS, now.getTime()) - from) / DAY_MS;
};

/** Many watch what is new; what is older is watched evenly, more on some days. */
const viewsOn = (item: DemoItem, day: string, age: number, now: Date): number => {
  const usual = 8 + demoNumber(`count ${item.key}`, 25);
  const busy = 0.6 + demoNumber(`busy ${item.key} ${age}`, 80) / 100;
  return Math.round(usual * busy * (1 + 2 / (1 + age)) * partOf(day, item, now));
};

/** Some leave at once, some on the way; each item keeps its members differently. */
const reachedOf = (item: DemoItem, views: number): number[] => {
  const kept = 0.35 + demoNumber(`kept ${item.key}`, 40) / 100;
  return TENTHS.map((tenth) => Math.round(views * (tenth === 0 ? 1 : kept + (0.92 - kept) * (1 - tenth / 10) ** 1.6)));
};

/**
 * What an item was watched on each day from its publication until now.
 *
 * @param known Views by people of the demo, by day: their rows are there too.
 */
export const viewDaysOf = (item: DemoItem, known: ReadonlyMap<string, number>, now: Date): ViewDay[] => {
  const days: ViewDay[] = [];
  const seconds = item.type === 'text' ? 0 : (item.seconds ?? 0);
  for (let ago = Math.floor(item.daysAgo) + 1; ago >= 0; ago -= 1) {
    const day = dayOf(now, ago);
    if (day < dayOf(now, item.daysAgo)) continue;
    const age = days.length;
    const counted = viewsOn(item, day, age, now) + (known.get(day) ?? 0);
    const few = (why: string, most: number) => Math.max(0, demoNumber(`${why} ${item.key} ${age}`, most) - 4);
    const reached = seconds > 0 ? reachedOf(item, counted) : [];
    days.push({
      day,
      counted,
      paying: Math.floor(counted * (item.pricing === 'free' ? 0.5 : 0.85)),
      own: few('own', 6),
      repeated: few('repeated', 9),
      too_short: few('short', 8),
      reached,
      reached_ms: reached.slice(1).reduce((sum, people) => sum + people * seconds * 100, 0),
      watched_ms: counted * (item.seconds ?? 30) * 1000,
    });
  }
  return days;
};
