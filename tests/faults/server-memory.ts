import { readFileSync } from 'node:fs';

/** Memory that a process holds, bytes; undefined where that cannot be read (no /proc), or when it is gone. */
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
  /** A new process has started: from now on this one is watched. */
  begin(pid: number | undefined): void;
  /** @returns How much a process has grown at most once it was warm, and the most it held, bytes. */
  end(): { grown: number; peak: number };
}

/** A process that has taken so much work is warm: its code is compiled, its buffers are there. */
const WARM_AFTER_BYTES = 16 * 1024 * 1024;

/**
 * Watches whether a server's memory grows with the bytes that it takes.
 *
 * @param work Bytes that were sent to it so far.
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
