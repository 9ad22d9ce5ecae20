/** Signals this close together are one wish: a terminal and npm both pass on the same Ctrl-C. */
const SAME_WISH_MS = 1_000;
const LOOK_EVERY_MS = 500;

export type StopReason = NodeJS.Signals | 'the starter ended' | 'a failure';

/**
 * Listens for everything that means "end": signals, and the end of the starter that runs us (a
 * starter killed with SIGKILL cannot pass it on).
 *
 * @param stop Called once.
 * @param force Called for a second Ctrl-C.
 */
export function onStop(stop: (reason: StopReason) => void, force: () => void): void {
  let askedAtMs: number | undefined;
  const ask = (reason: StopReason) => {
    if (askedAtMs === undefined) {
      askedAtMs = performance.now();
      stop(reason);
    } else if (reason === 'SIGINT' && performance.now() - askedAtMs > SAME_WISH_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => ask(signal));
  const starter = Number(process.env.LAUNCHER_PID);
  if (process.ppid !== starter) return;
  const timer = setInterval(() => {
    if (process.ppid !== starter) ask('the starter ended');
  }, LOOK_EVERY_MS);
  timer.unref();
}
