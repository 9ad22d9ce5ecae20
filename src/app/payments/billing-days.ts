import { once } from '#contract/once.ts';

/** Billing counts days in UTC, so a day of billing is the same day everywhere. Source: D-10, D-343. */

const dayFormat = once(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'long', timeZone: 'UTC' }));
const fullDayFormat = once(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'long', timeZone: 'UTC' }));
const monthFormat = once(() => new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' }));

/** "30 November" in the person's locale. @param at Instant as Unix ms or ISO 8601. */
export const formatDay = (at: number | string): string => dayFormat().format(new Date(at));

/** "30 November 2026" in the person's locale. */
export const formatFullDay = (at: number | string): string => fullDayFormat().format(new Date(at));

/** "November 2026" in the person's locale. @param month 1 to 12. */
export const formatMonth = (year: number, month: number): string =>
  monthFormat().format(new Date(Date.UTC(year, month - 1, 1)));

/** The first of the next month, 00:00 UTC, Unix ms: the next billing day. Source: SUB-005. */
export const nextBillMs = (atMs: number): number => {
  const at = new Date(atMs);
  return Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 1);
};

/** The last day of a period, given its end, which is not part of it. Unix ms. */
export const lastMsBefore = (end: number | string): number => new Date(end).getTime() - 1;
