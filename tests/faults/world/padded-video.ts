import { createCipheriv, createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { UNIT_BYTES } from '#contract/limits.ts';
import { videoFile } from '#tests/support/media.ts';
import type { Seeded } from './seeded.ts';

const BOX_HEAD_BYTES = 8;

/**
 * Writes a playable video of any size: a short real video followed by a box that players skip. The box has random
 * bytes, so that no two upload units are equal.
 *
 * @returns SHA-256 of the file, hex.
 */
export const writePaddedVideo = async (file: string, sizeBytes: number, random: Seeded): Promise<string> => {
  const video = await readFile(await videoFile());
  const padding = sizeBytes - video.length;
  if (padding < BOX_HEAD_BYTES) throw new Error(`A video has at least ${video.length + BOX_HEAD_BYTES} bytes`);
  const head = Buffer.alloc(BOX_HEAD_BYTES);
  head.writeUInt32BE(padding);
  head.write('free', 4);
  const key = Buffer.from(Array.from({ length: 16 }, () => random.integer(0, 255)));
  const cipher = createCipheriv('aes-128-ctr', key, Buffer.alloc(16));
  const zeros = Buffer.alloc(UNIT_BYTES);
  const hash = createHash('sha256');
  const handle = await open(file, 'w');
  try {
    const write = async (bytes: Buffer): Promise<void> => {
      hash.update(bytes);
      await handle.write(bytes);
    };
    await write(video);
    await write(head);
    for (let left = padding - BOX_HEAD_BYTES; left > 0; left -= UNIT_BYTES)
      await write(cipher.update(zeros.subarray(0, Math.min(left, UNIT_BYTES))));
  } finally {
    await handle.close();
  }
  return hash.digest('hex');
};
