import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** Folder for all files of a run; removed at its end. */
export const scratch = mkdtempSync(path.join(os.tmpdir(), 'sideline-bench-'));
const closers: (() => unknown)[] = [() => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 })];

/** Registers a cleanup for the end of the run, also after a failure or signal; the latest runs first. */
export const onEnd = (close: () => unknown): void => void closers.unshift(close);

let ended: Promise<void> | undefined;
export const endAll = (): Promise<void> =>
  (ended ??= (async () => {
    for (const close of closers)
      await Promise.resolve()
        .then(close)
        .catch(() => {});
  })());

export const makeFolder = (name: string): string => mkdtempSync(path.join(scratch, `${name}-`));

export interface Started {
  pid: number;
  child: ChildProcess;
  /** Ends its process group and waits for it. */
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** Starts a program in its own process group, which ends with the run. */
export const startProgram = (program: string, args: string[], options: SpawnOptions = {}): Started => {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'], ...options, detached: true });
  if (child.pid === undefined) throw new Error(`${path.basename(program)} does not start`);
  const { pid } = child;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!isRunning()) return;
    const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    signalGroup(pid, signal);
    const late = setTimeout(() => signalGroup(pid, 'SIGKILL'), 15_000);
    await gone;
    clearTimeout(late);
  };
  onEnd(() => stop('SIGTERM'));
  return { pid, child, stop };
};

const signalGroup = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(-pid, signal);
  } catch {
    /* it has ended meanwhile */
  }
};

/** Waits until `look` gives something. @throws Error naming what was waited for. */
export async function until<T>(
  what: string,
  look: () => T | Promise<T>,
  limitMs = 60_000,
  everyMs = 20,
): Promise<NonNullable<T>> {
  const end = performance.now() + limitMs;
  for (;;) {
    const value = await look();
    if (value) return value as NonNullable<T>;
    if (performance.now() > end) throw new Error(`${what}: not within ${Math.round(limitMs / 1000)} s`);
    await wait(everyMs);
  }
}

const readProc = (file: string): string => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
};

/** Proportional memory of some processes, MiB. */
export const memoryMiB = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProc(`${pid}/smaps_rollup`))?.[1] ?? 0), 0) / 1024;

/** CPU time used so far by some processes, seconds. */
export const cpuSeconds = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => {
    const stat = readProc(`${pid}/stat`);
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return stat === '' ? sum : sum + Number(fields[11]) + Number(fields[12]);
  }, 0) / 100;
