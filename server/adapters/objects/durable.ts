import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './errors.ts';

/** Flushes the entries of a folder, so that a new name survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system journals names.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its parents, and flushes each new name. */
export async function makeFolder(folder: string): Promise<void> {
  const topmostMade = await mkdir(folder, { recursive: true });
  if (topmostMade === undefined) return;
  const existing = dirname(topmostMade);
  for (let made = folder; made !== existing; made = dirname(made)) await syncFolder(dirname(made));
}

/** Renames a finished, flushed file atomically; replaces an existing file of that name. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A delete may have removed the folder in between: try once more. A missing source fails again.
    await makeFolder(dirname(to));
    await rename(from, to);
  }
  await syncFolder(dirname(to));
}
