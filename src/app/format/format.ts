import type { ContentType } from '#contract/rows.ts';
import { once } from '#contract/once.ts';
import { trueNowMs } from '#store/server-time.ts';
import { lengthTime } from '#ui/player/media-time.ts';

/** Formats lengths, ages, sizes and counts. Numbers and dates follow the person's locale. */

/** A content's length for a tile: a duration, or a number of pages. */
export const formatLength = (content: {
  type: ContentType;
  duration: number | null;
  pagesCount: number | null;
}): string | undefined => {
  if (content.type === 'text')
    return content.pagesCount === null
      ? undefined
      : content.pagesCount === 1
        ? '1 page'
        : `${content.pagesCount} pages`;
  return content.duration === null ? undefined : lengthTime(content.duration);
};

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Size of storage: "12.4 MB", at most two decimals. Source: D-17, D-248. */
export const formatBytes = (bytes: number): string => inUnits(bytes, 1000);

/** Size of an original file, or of several. Source: D-17, D-248. */
export const formatFileSize = (bytes: number): string => inUnits(bytes, 1024);

const inUnits = (bytes: number, base: 1000 | 1024): string => {
  let value = bytes;
  let unit = 0;
  while (value >= base && unit < UNITS.length - 1) {
    value /= base;
    unit += 1;
  }
  return `${Number(value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2))} ${UNITS[unit]}`;
};

const DAY_MS = 86_400_000;

/** "2d", "5w", "12 May 2025": short, for a tile. @param nowMs By default the server's clock, for a date that the server set. */
export const formatAge = (iso: string, nowMs: number = trueNowMs()): string => {
  const ms = nowMs - Date.parse(iso);
  if (ms < 60_000) return 'now';
  if (ms < 3_600_000) return `${Math.floor(ms / 60_000)}m`;
  if (ms < DAY_MS) return `${Math.floor(ms / 3_600_000)}h`;
  if (ms < 14 * DAY_MS) return `${Math.floor(ms / DAY_MS)}d`;
  return formatDate(iso);
};

const relative = once(() => new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' }));

/** "just now", "12 minutes ago", "yesterday", then the date. @param nowMs By default the server's clock, for a date that the server set. */
export const formatWhen = (iso: string, nowMs: number = trueNowMs()): string => {
  const ms = nowMs - Date.parse(iso);
  if (ms < 60_000) return 'just now';
  if (ms < 3_600_000) return relative().format(-Math.floor(ms / 60_000), 'minute');
  if (ms < DAY_MS) return relative().format(-Math.floor(ms / 3_600_000), 'hour');
  if (ms < 7 * DAY_MS) return relative().format(-Math.floor(ms / DAY_MS), 'day');
  return formatDate(iso);
};

const date = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' }));
export const formatDate = (iso: string): string => date().format(new Date(iso));

const day = once(
  () => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
);
/** A date of birth, "14 March 1991" in the person's own format. It is a day, not a moment: no time zone moves it. */
export const formatDay = (date: string): string => day().format(new Date(`${date}T00:00:00Z`));

const fullDate = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'short' }));
/** For the title of a `<time>`. */
export const formatFullDate = (iso: string): string => fullDate().format(new Date(iso));

const time = once(() => new Intl.DateTimeFormat(undefined, { timeStyle: 'short' }));
/** "15:40" in the person's own format and zone. */
export const formatTime = (iso: string): string => time().format(new Date(iso));

const count = once(() => new Intl.NumberFormat());
export const formatCount = (n: number): string => count().format(n);
