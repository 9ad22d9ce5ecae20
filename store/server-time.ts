/** The last known time of the server, and the reading of this context's monotonic clock at that moment. */
let lastReading: { serverMs: number; atMs: number } | undefined;

/** Records the server's clock from the `Date` header of its answer; the device's own clock may be years off. */
export const recordServerTime = (date: string | null): void => {
  const serverMs = Date.parse(date ?? '');
  if (!Number.isNaN(serverMs)) lastReading = { serverMs, atMs: performance.now() };
};

/**
 * The server's time, Unix ms; null before its first answer in this context. Setting the device's clock does not change
 * it. After the device slept it may be too early, never too late.
 */
export const serverNowMs = (): number | null =>
  lastReading ? lastReading.serverMs + performance.now() - lastReading.atMs : null;

/** The server's time if known, else the device's: for the age of what the server dates. Unix ms. */
export const trueNowMs = (): number => serverNowMs() ?? Date.now();

/**
 * Corrects a time that this device recorded, as far as both clocks allow: not later than now, and not before the server's
 * time that was known at that moment, unless the device's clock is still behind that.
 *
 * @param deviceMs What the device's clock showed then, Unix ms.
 * @param serverMs The server's time known at that moment, Unix ms; null if there was none.
 * @param nowMs What the device's clock shows now, Unix ms.
 */
export const correctDeviceMs = (deviceMs: number, serverMs: number | null | undefined, nowMs: number): number => {
  if (typeof serverMs !== 'number' || serverMs > nowMs) return Math.min(deviceMs, nowMs);
  return deviceMs > nowMs ? serverMs : Math.max(deviceMs, serverMs);
};
