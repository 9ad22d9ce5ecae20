import { readFileSync } from 'node:fs';
import type { Page } from 'playwright';
import { pidsOfProfile, treeOf } from '#tests/support/process-tree.ts';

const BURN_MS = 2_000;
/** So often as much as any other, or it is measured again: freezing the wrong tab stops the test. */
const BUSIER = 2;
const MEASURED_MAX = 5;

/** Ticks of the processor that a process has used. */
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

/** The process that draws a page: the one that is busy while the page computes. */
export const findRenderer = async (page: Page, profile: string): Promise<number> => {
  const pids = treeOf(...pidsOfProfile(profile)).filter(isRenderer);
  for (let measured = 1; measured <= MEASURED_MAX; measured += 1) {
    const before = new Map(pids.map((pid) => [pid, ticksOf(pid)]));
    await page.evaluate((ms) => {
      const endsAtMs = performance.now() + ms;
      while (performance.now() < endsAtMs);
    }, BURN_MS);
    const [busiest, second] = pids
      .map((pid) => ({ pid, ticks: ticksOf(pid) - before.get(pid)! }))
      .toSorted((a, b) => b.ticks - a.ticks);
    if (busiest && busiest.ticks > BUSIER * (second?.ticks ?? 0)) return busiest.pid;
  }
  throw new Error('No renderer is busier than all others');
};

/** Stops a process where it is, as a browser does with a tab that nobody looks at. @returns A function that lets it go on. */
export const freeze = (pid: number): (() => void) => {
  process.kill(pid, 'SIGSTOP');
  return () => void process.kill(pid, 'SIGCONT');
};
