import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '../..');
/** Linux's file system in memory. */
const MEMORY = '/dev/shm';
/** Less free space, of it or of the machine's memory, and tests use the disk. */
const FREE_MIN_BYTES = 6e9;
/** What is older was left by a run that was killed: no run takes longer, ms. */
const LEFT_AFTER_MS = 3 * 60 * 60_000;
/** Shared by all runs of this copy of the repository, and kept between them. */
const KEPT = 'kept';

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, os.freemem()) >= FREE_MIN_BYTES;
  } catch {
    return false;
  }
};

/**
 * Sets the folder for temporary files of this process and those that it starts to one in memory, where there is one with
 * room: a data folder has 2,000 small files, and a disk takes ten times the processor time to make them. Deletes what killed
 * runs left there.
 */
export function keepFilesInMemory(): void {
  if (process.platform !== 'linux' || process.env.TMPDIR || !hasRoom()) return;
  const folder = path.join(MEMORY, `sideline-${createHash('sha256').update(root).digest('hex').slice(0, 8)}`);
  // Others may pass through: a database that root starts runs as another user.
  mkdirSync(path.join(folder, KEPT), { recursive: true, mode: 0o755 });
  for (const name of readdirSync(folder)) {
    const file = path.join(folder, name);
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: Infinity };
    if (name !== KEPT && Date.now() - mtimeMs > LEFT_AFTER_MS) rmSync(file, { recursive: true, force: true });
  }
  process.env.TMPDIR = folder;
}

/** A folder that is kept between runs, in memory if temporary files are. */
export const keptFolder = (name: string): string =>
  process.env.TMPDIR?.startsWith(`${MEMORY}/sideline-`)
    ? path.join(process.env.TMPDIR, KEPT, name)
    : path.join(root, '.tmp', name);

/** Compiled sources of the processes that tests start: a server takes a quarter less processor time to start, a command half. */
export const COMPILE_CACHE = path.join(root, '.tmp/compile-cache');

/** Has every process that this one starts keep and use compiled sources. */
export function keepCompiledSources(): void {
  process.env.NODE_COMPILE_CACHE ??= COMPILE_CACHE;
}
