import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { pidsOfProfile, treeOf } from '#tests/support/process-tree.ts';

const BURN_MS = 2_000;
/**
 * The page's renderer must use at least this many times the CPU time of any other, else the measurement is repeated:
 * freezing the wrong process would hang the test.
 */
const BUSIER_FACTOR = 2;
const MEASUREMENTS_MAX = 5;

/** CPU time that a process has used, in clock ticks. */
const ticksOf = (pid: number): number => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
};
const isRenderer = (pid: number): boolean => {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer');
  } catch {
    return false;
  }
};

/**
 * Finds a page's renderer process: the busiest one while the page runs a loop.
 *
 * @throws Error when no renderer is clearly the busiest.
 */
export const findRenderer = async (page: Page, profile: string): Promise<number> => {
  const pids = treeOf(...pidsOfProfile(profile)).filter(isRenderer);
  for (let measured = 1; measured <= MEASUREMENTS_MAX; measured += 1) {
    const ticksBefore = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
    await page.evaluate((ms) => {
      const endsAtMs = performance.now() + ms;
      while (performance.now() < endsAtMs);
    }, BURN_MS);
    const [busiest, second] = pids
      .map((pid) => ({ pid, ticks: ticksOf(pid) - ticksBefore.get(pid)! }))
      .toSorted((a, b) => b.ticks - a.ticks);
    if (busiest && busiest.ticks > BUSIER_FACTOR * (second?.ticks ?? 0)) return busiest.pid;
  }
  throw new Error('No renderer is busier than all others');
};

/**
 * Suspends a process, as a browser does with a background tab.
 *
 * @returns Resumes it.
 */
export const freeze = (pid: number): (() => void) => {
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
};
