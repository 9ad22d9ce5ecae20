/** Timeout of a request to a push service, ms. */
export const PUSH_TIMEOUT_MS = 10_000;
/** How long a push service stores a push for a device that is offline, seconds. */
export const PUSH_LIFE_S = 3 * 24 * 3600;
