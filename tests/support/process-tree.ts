import { readdirSync, readFileSync } from 'node:fs';

const readProc = (file: string): string => {
  try {
    return readFileSync(`/proc/${file}`, 'utf8');
  } catch {
    return '';
  }
};

const allPids = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** The processes and all their descendants. */
export function treeOf(...roots: number[]): number[] {
  const parents = new Map<number, number>();
  for (const pid of allPids()) {
    const stat = readProc(`${pid}/stat`);
    parents.set(pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
  }
  const found = new Set(roots);
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid);
  }
  return [...found];
}

/** The browser processes that were started with a profile; their renderers are descendants. */
export const pidsOfProfile = (profile: string): number[] =>
  allPids().filter((pid) => pid !== process.pid && readProc(`${pid}/cmdline`).includes(`--user-data-dir=${profile}`));

/** Kills a whole browser with SIGKILL, like a power cut: nothing can clean up. */
export const killProfile = (profile: string): void => {
  for (const pid of treeOf(...pidsOfProfile(profile))) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // Gone with its parent.
    }
  }
};
