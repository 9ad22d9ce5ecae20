import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const GONE_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 20;

/** Whether a process of the group still runs; one that has ended and was not asked after does not. */
const isRunning = (group: number): boolean =>
  readdirSync('/proc').some((name) => {
    try {
      if (!/^\d+$/.test(name)) return false;
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const [state, , of] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      return Number(of) === group && state !== 'Z' && state !== 'X';
    } catch {
      return false;
    }
  });

/** Kills a process that was started `detached`, with all that it started, like a power cut; waits until they are gone. */
export const killGroup = async (group: number | undefined): Promise<void> => {
  if (group === undefined) return;
  const giveUpAtMs = performance.now() + GONE_WITHIN_MS;
  while (isRunning(group)) {
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // The last of them has just ended.
    }
    if (performance.now() > giveUpAtMs) throw new Error(`The processes of group ${group} do not end.`);
    await wait(LOOK_EVERY_MS);
  }
};
