/** Signals within this time count as one, ms: a terminal and npm both pass on the same Ctrl-C. */
const SAME_SIGNAL_MS = 1_000;
const POLL_EVERY_MS = 500;

export type StopReason = NodeJS.Signals | 'the starter ended' | 'a failure';

/**
 * Listens for signals, and for the end of the starter that runs this process (a starter killed with SIGKILL passes on no
 * signal).
 *
 * @param stop Called once.
 * @param force Called for a second Ctrl-C.
 */
export function onStop(stop: (reason: StopReason) => void, force: () => void): void {
  let stoppedAtMs: number | undefined;
  const onReason = (reason: StopReason) => {
    if (stoppedAtMs === undefined) {
      stoppedAtMs = performance.now();
      stop(reason);
    } else if (reason === 'SIGINT' && performance.now() - stoppedAtMs > SAME_SIGNAL_MS) {
      force();
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => onReason(signal));
  const starter = Number(process.env.LAUNCHER_PID);
  if (process.ppid !== starter) return;
  const timer = setInterval(() => {
    if (process.ppid !== starter) onReason('the starter ended');
  }, POLL_EVERY_MS);
  timer.unref();
}
