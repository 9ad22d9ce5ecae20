export interface ViewTimeRule {
  fixedSeconds: number;
  percentage: number;
  maximumSeconds: number;
}

/**
 * Watched time that makes a view: the lesser of the duration and the larger of a fixed time and a part of the
 * duration, capped. Source: community-commerce §9, decisions D-204.
 *
 * @param durationMs Null for text, which counts by the fixed time.
 */
export const viewTimeMs = (durationMs: number | null, { fixedSeconds, percentage, maximumSeconds }: ViewTimeRule): number => {
  const fixedMs = fixedSeconds * 1000;
  if (durationMs === null) return fixedMs;
  return Math.min(durationMs, Math.max(fixedMs, (durationMs * percentage) / 100), maximumSeconds * 1000);
};
