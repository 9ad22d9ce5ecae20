/** Longest wait for a push service, ms. */
export const PUSH_TIMEOUT_MS = 10_000;
/** How long a push service keeps a push for a device that is off, seconds. */
export const PUSH_LIFE_S = 3 * 24 * 3600;
