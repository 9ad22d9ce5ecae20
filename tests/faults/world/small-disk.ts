import { spawnSync } from 'node:child_process';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import path from 'node:path';

/** A separate file system, small enough to be filled. */
export interface SmallDisk {
  folder: string;
  /**
   * Takes all free space.
   *
   * @returns Frees it again.
   */
  fill(): Promise<() => Promise<void>>;
  /** Unmounts the disk with everything on it. */
  remove(): void;
}

/**
 * Mounts memory as a disk.
 *
 * @returns Undefined where that is not permitted: only root may, on Linux.
 */
export const mountSmallDisk = async (folder: string, megabytes: number): Promise<SmallDisk | undefined> => {
  await mkdir(folder, { recursive: true });
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'small', folder]).status !== 0) return undefined;
  return {
    folder,
    async fill() {
      const filler = path.join(folder, '.filler');
      const { bavail, bsize } = await statfs(folder);
      const handle = await open(filler, 'w');
      const part = Buffer.alloc(4 * 1024 * 1024);
      // Write real data: a reserved length takes no space. Other writers may take the last bytes first.
      const fullUp = (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOSPC') throw error;
      };
      for (let left = bavail * bsize; left > 0; left -= part.length)
        await handle.writeFile(part.subarray(0, Math.min(left, part.length))).catch(fullUp);
      await handle.close();
      return () => rm(filler, { force: true });
    },
    remove: () => void spawnSync('umount', ['-l', folder]),
  };
};
