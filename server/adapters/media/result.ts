import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaProblem } from './problem.ts';
import { contentTypeOf } from '../objects/keys.ts';

export type FileRole =
  | 'hls-master'
  | 'hls-playlist'
  | 'hls-media'
  | 'progressive'
  | 'poster'
  | 'poster-small'
  | 'waveform'
  | 'peaks';

const END_OF_JPEG = 0xffd9;

/** A result file, by its name in `outDir`. */
export interface MadeFile {
  readonly name: string;
  readonly role: FileRole;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
}

/**
 * Describes a result file.
 *
 * @throws MediaProblem `storage_failure` if it is empty, or a JPEG without its end: ffmpeg exits with 0 although a picture
 * did not fit on the disk.
 */
export async function madeFile(
  outDir: string,
  name: string,
  role: FileRole,
  size?: { widthPx: number; heightPx: number },
): Promise<MadeFile> {
  const handle = await open(join(outDir, name), 'r');
  try {
    const { size: sizeBytes } = await handle.stat();
    const contentType = contentTypeOf(name);
    const { buffer } = await handle.read(Buffer.alloc(2), 0, 2, Math.max(0, sizeBytes - 2));
    if (sizeBytes === 0 || (contentType === 'image/jpeg' && buffer.readUInt16BE(0) !== END_OF_JPEG)) {
      throw new MediaProblem('storage_failure', `${name} is not whole.`);
    }
    return { name, role, contentType, sizeBytes, ...(size ? { widthPx: size.widthPx, heightPx: size.heightPx } : {}) };
  } finally {
    await handle.close();
  }
}
