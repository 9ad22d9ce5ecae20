/** A browser without `requestIdleCallback` (Safari) waits this part of the longest wait instead. */
const WITHOUT_IDLE = 0.2;

/** Does some work once the page is idle, after `withinMs` at the latest. */
export const whenIdle = (work: () => void, withinMs: number): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work, { timeout: withinMs });
  else setTimeout(work, withinMs * WITHOUT_IDLE);
};
