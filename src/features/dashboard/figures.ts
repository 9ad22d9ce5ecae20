import { once } from '#contract/once.ts';
import { formatMoney } from '#contract/text/common-money.ts';
import { dashboardText as text } from '#contract/text/dashboard.ts';

const compact = once(() => new Intl.NumberFormat(undefined, { notation: 'compact', maximumFractionDigits: 1 }));
/** "38.6K" in the person's locale. */
export const formatCompact = (count: number): string => compact().format(count);

const oneDecimal = once(() => new Intl.NumberFormat(undefined, { maximumFractionDigits: 1 }));
const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** "42 min", "12.5 h". */
export const formatWatched = (ms: number): string =>
  ms < HOUR_MS
    ? text.minutes(oneDecimal().format(Math.round(ms / MINUTE_MS)))
    : text.hours(oneDecimal().format(ms / HOUR_MS));

/** Smallest step of an axis of watch time, ms. */
export const watchedUnit = (values: readonly number[]): number =>
  Math.max(0, ...values) < HOUR_MS ? MINUTE_MS : HOUR_MS;

/** "$1.2K": for an axis. @param cents As `formatMoney`. */
export const formatMoneyShort = (cents: number): string => `$${formatCompact(cents / 100)}`;

/** "−$30.00": for what left. @param cents At least zero. */
export const formatLeft = (cents: number): string => `−${formatMoney(cents)}`;

const percent = once(() => new Intl.NumberFormat(undefined, { style: 'percent', maximumFractionDigits: 0 }));
/** @param share From 0 to 1. */
export const formatShare = (share: number): string => percent().format(share);

/** How a figure compares with the one before it, in words. */
export const changeOf = (now: number, before: number, span: string): string => {
  if (before === 0) return now === 0 ? text.change.same(span) : text.change.fresh;
  const share = (now - before) / before;
  if (Math.abs(share) < 0.005) return text.change.same(span);
  return share > 0 ? text.change.more(formatShare(share)) : text.change.less(formatShare(-share));
};

export const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
