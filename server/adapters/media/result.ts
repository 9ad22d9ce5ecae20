import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { contentTypeOf } from '../objects/keys.ts';

export type FileRole =
  | 'hls-master' | 'hls-playlist' | 'hls-media' | 'progressive' | 'poster' | 'poster-small' | 'waveform' | 'peaks';

/** One file that was made, by its name in `outDir`. */
export interface MadeFile {
  readonly name: string;
  readonly role: FileRole;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly widthPx?: number;
  readonly heightPx?: number;
}

export async function madeFile(outDir: string, name: string, role: FileRole, size?: { widthPx: number; heightPx: number }): Promise<MadeFile> {
  const { size: sizeBytes } = await stat(join(outDir, name));
  return { name, role, contentType: contentTypeOf(name), sizeBytes, ...(size ? { widthPx: size.widthPx, heightPx: size.heightPx } : {}) };
}
