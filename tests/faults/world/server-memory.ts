import { readFileSync } from 'node:fs';

/** Resident memory of a process, bytes; undefined if it cannot be read (no /proc) or the process has ended. */
export const residentBytes = (pid: number): number | undefined => {
  try {
    const kilobytes = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
  } catch {
    return undefined;
  }
};

const LOOK_EVERY_MS = 200;

export interface MemoryWatch {
  /** Watches a newly started process from now on. */
  begin(pid: number | undefined): void;
  /** @returns The largest growth of a process after its warm-up, and the largest memory, bytes. */
  end(): { grown: number; peak: number };
}

/** After receiving this much, a process is warm: its code is compiled and its buffers are allocated. */
const WARM_AFTER_BYTES = 16 * 1024 * 1024;

/**
 * Watches whether a server's memory grows with the bytes that it receives.
 *
 * @param work Bytes sent to it so far.
 */
export const watchMemory = (pid: number | undefined, work: () => number): MemoryWatch => {
  let watched = { pid, from: work(), before: 0 };
  let [grown, peak] = [0, 0];
  const timer = setInterval(() => {
    const now = watched.pid === undefined ? undefined : residentBytes(watched.pid);
    if (now === undefined) return;
    peak = Math.max(peak, now);
    if (work() - watched.from < WARM_AFTER_BYTES) watched.before = Math.max(watched.before, now);
    else if (watched.before > 0) grown = Math.max(grown, now - watched.before);
  }, LOOK_EVERY_MS);
  return {
    begin(next) {
      watched = { pid: next, from: work(), before: 0 };
    },
    end() {
      clearInterval(timer);
      return { grown, peak };
    },
  };
};
