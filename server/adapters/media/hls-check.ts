import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { MediaProblem } from './problem.ts';

/** The contents of a playlist. */
interface Playlist {
  readonly seconds: number;
  /** End of the last byte range: the size its media file must have. */
  readonly bytes: number;
  readonly ended: boolean;
}

function readPlaylist(text: string): Playlist {
  const seconds = [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, length]) => sum + Number(length), 0);
  const ranges = [...text.matchAll(/BYTERANGE[:=]"?(\d+)@(\d+)/g)].map(
    ([, length, start]) => Number(start) + Number(length),
  );
  return { seconds, bytes: Math.max(0, ...ranges), ended: /^#EXT-X-ENDLIST$/m.test(text) };
}

/**
 * Checks that every rendition is complete. ffmpeg's HLS writer exits with 0 although bytes are missing after the disk was
 * full (seen with 7.0).
 *
 * @param names Renditions: `<name>.m3u8` beside `<name>.mp4`.
 * @returns The length of the first rendition, seconds.
 * @throws MediaProblem `not_readable` if nothing could be decoded, `encoding_error` if one of several renditions is
 * missing, `storage_failure` if bytes are missing.
 */
export async function checkHls(outDir: string, names: readonly string[]): Promise<number> {
  const texts = await Promise.all(
    names.map((name) => readFile(join(outDir, `${name}.m3u8`), 'utf8').catch(() => null)),
  );
  if (texts.every((text) => text === null)) throw new MediaProblem('not_readable', 'Nothing in it could be decoded.');
  const lengths = await Promise.all(
    names.map(async (name, index) => {
      const text = texts[index];
      if (text === null || text === undefined) throw new MediaProblem('encoding_error', `${name} was not made.`);
      const { seconds, bytes, ended } = readPlaylist(text);
      const media = await stat(join(outDir, `${name}.mp4`)).catch(() => null);
      if (!ended || bytes === 0 || (media?.size ?? 0) < bytes) {
        throw new MediaProblem('storage_failure', `${name} has ${media?.size ?? 0} of ${bytes} bytes.`);
      }
      return seconds;
    }),
  );
  const [length = 0] = lengths;
  if (!(length > 0)) throw new MediaProblem('not_readable', 'Nothing in it could be decoded.');
  return Math.round(length * 1000) / 1000;
}
