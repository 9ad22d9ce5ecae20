/** Figures of the view-time rule. Source: D-204. */
export interface ViewConfig {
  fixedSeconds: number;
  percentage: number;
  maximumSeconds: number;
}
export const VIEW_CONFIG: ViewConfig = { fixedSeconds: 30, percentage: 20, maximumSeconds: 180 };

/** A view counts once per person and content within this time, ms. Source: D-206. */
export const VIEW_EVERY_MS = 24 * 3_600_000;
/** A view that was watched offline is accepted this late, ms. Source: D-206. */
export const VIEW_LATE_MS = 7 * 24 * 3_600_000;
/** The fastest that the player plays. */
export const MAX_PLAYBACK_RATE = 2;
/** Views of one person that count within a day; beyond that no person watches. Source: D-349. */
export const VIEWS_PER_DAY_MAX = 300;

/**
 * How long something must be watched to count as a view: the lesser of its duration and the larger of a fixed time and
 * a share of the duration, capped. Whole seconds, because players stop a little before the end.
 *
 * @param durationMs Null for text, which counts once it was open for the fixed time.
 * @returns Milliseconds. Source: WAT-026.
 */
export const viewTimeMs = (
  durationMs: number | null,
  { fixedSeconds, percentage, maximumSeconds }: ViewConfig = VIEW_CONFIG,
): number => {
  if (durationMs === null) return fixedSeconds * 1000;
  const wanted = Math.min(maximumSeconds * 1000, Math.max(fixedSeconds * 1000, (durationMs * percentage) / 100));
  return Math.floor(Math.min(durationMs, wanted) / 1000) * 1000;
};
