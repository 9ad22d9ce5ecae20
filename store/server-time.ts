let heard: { serverMs: number; atMs: number } | undefined;

/** Notes the server's clock from the `Date` of an answer of ours; the device's own may be years off. */
export const noteServerTime = (date: string | null): void => {
  const serverMs = Date.parse(date ?? '');
  if (!Number.isNaN(serverMs)) heard = { serverMs, atMs: performance.now() };
};

/**
 * The server's time, Unix ms, as far as this context has heard of it; null before its first answer. Setting the device's
 * clock does not move it. A sleeping device may count too little, never too much.
 */
export const serverNowMs = (): number | null => (heard ? heard.serverMs + performance.now() - heard.atMs : null);

/** The time by the server's clock where it was heard, else by the device's: for the age of what the server dates. Unix ms. */
export const trueNowMs = (): number => serverNowMs() ?? Date.now();

/**
 * When something was noted on this device, as far as both clocks can say: not later than now, and not before what was
 * last heard of the server then, unless the device's clock is still behind that.
 *
 * @param deviceMs What the device's clock showed.
 * @param serverMs The server's time, last heard before it; null where it was not.
 * @param nowMs What the device's clock shows now.
 */
export const notedAtMs = (deviceMs: number, serverMs: number | null | undefined, nowMs: number): number => {
  if (typeof serverMs !== 'number' || serverMs > nowMs) return Math.min(deviceMs, nowMs);
  return deviceMs > nowMs ? serverMs : Math.max(deviceMs, serverMs);
};
