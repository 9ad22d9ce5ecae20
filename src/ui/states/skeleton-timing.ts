/** A wait shorter than this shows nothing at all. Source: design §5, Loading. */
export const SKELETON_AFTER_MS = 150;
/** Once shown, skeletons stay at least this long, so that they never flash. */
export const SKELETON_LEAST_MS = 500;

/**
 * How long to wait before the skeleton changes between shown and hidden.
 *
 * @param shownForMs How long it has been on screen; 0 when it is not.
 * @returns Milliseconds, or null when nothing needs to change.
 */
export function skeletonDelayMs(loading: boolean, shown: boolean, shownForMs: number): number | null {
  if (loading === shown) return null;
  return loading ? SKELETON_AFTER_MS : Math.max(0, SKELETON_LEAST_MS - shownForMs);
}
