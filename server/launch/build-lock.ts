import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const LOCK_POLL_MS = 200;

/**
 * Takes the lock of a build: waits for another build, and takes over the lock of a dead process.
 *
 * @returns Gives it back.
 */
export async function takeBuildLock(file: string, signal?: AbortSignal): Promise<() => Promise<void>> {
  await mkdir(path.dirname(file), { recursive: true });
  for (;;) {
    try {
      await writeFile(file, String(process.pid), { flag: 'wx' });
      return () => rm(file, { force: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = Number(await readFile(file, 'utf8').catch(() => ''));
    if (holder && !isAlive(holder)) await rm(file, { force: true });
    else await wait(LOCK_POLL_MS, undefined, signal ? { signal } : {});
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
