import { mkdir, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { isMissing } from './errors.ts';

/** Flushes a folder's own entries, so that a new name survives a power cut. */
export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open a folder; its file system keeps names by itself.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes a folder and its parents, and flushes each name that is new. */
export async function makeFolder(folder: string): Promise<void> {
  const firstMade = await mkdir(folder, { recursive: true });
  if (firstMade === undefined) return;
  const above = dirname(firstMade);
  for (let at = folder; at !== above; at = dirname(at)) await syncFolder(dirname(at));
}

/** Gives a finished, flushed file its final name at once, replacing what had it. */
export async function moveIntoPlace(from: string, to: string): Promise<void> {
  await makeFolder(dirname(to));
  try {
    await rename(from, to);
  } catch (error) {
    if (!isMissing(error)) throw error;
    // A delete may have removed the folder between the two steps: once more; a missing source fails again.
    await makeFolder(dirname(to));
    await rename(from, to);
  }
  await syncFolder(dirname(to));
}
