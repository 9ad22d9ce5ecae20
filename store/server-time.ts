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
export const serverNowMs = (): number | null => heard ? heard.serverMs + performance.now() - heard.atMs : null;
