/** A browser without `requestIdleCallback` (Safari) waits this fraction of `withinMs` instead. */
const FALLBACK_FRACTION = 0.2;

/** Runs `work` once the page is idle, after `withinMs` at the latest. */
export const whenIdle = (work: () => void, withinMs: number): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, withinMs * FALLBACK_FRACTION);
};
