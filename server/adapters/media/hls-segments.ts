import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Length of a segment, seconds: a request for each is a small part of the time that it plays. */
const SEGMENT_SECONDS = 4;
/** What is shorter joins the segment before it, e.g. the last frame of a sound. */
const SHORTEST_SECONDS = 0.5;
/** Key frames come up to one frame after their time, and lengths are rounded. */
const SLACK_SECONDS = 0.1;

const SEGMENT = /#EXTINF:([\d.]+),\n#EXT-X-BYTERANGE:(\d+)@(\d+)\n(.+)\n/g;

/**
 * Joins what ffmpeg has cut at each key frame to segments of four seconds, except for the first four seconds: a player shows the
 * first picture once it has the first segment, which on a slow line takes as long as the segment has bytes. A segment of
 * several fragments is one byte range, because they lie one after the other in one file.
 *
 * @param playlist Of one rendition, as ffmpeg writes it.
 */
export function joinSegments(playlist: string): string {
  const found = [...playlist.matchAll(SEGMENT)];
  if (found.length === 0) return playlist;
  const joined: { seconds: number; bytes: number; from: number; file: string; slot: number }[] = [];
  let at = 0;
  for (const [, length, bytes, from, file] of found) {
    const last = joined.at(-1);
    const slot = Math.floor((at + SLACK_SECONDS) / SEGMENT_SECONDS);
    const isPart = (slot > 0 && last?.slot === slot) || Number(length) < SHORTEST_SECONDS;
    if (last && isPart) {
      last.seconds += Number(length);
      last.bytes += Number(bytes);
    } else joined.push({ seconds: Number(length), bytes: Number(bytes), from: Number(from), file: file!, slot });
    at += Number(length);
  }
  const longest = Math.ceil(Math.max(...joined.map(({ seconds }) => seconds)));
  const lines = joined.map(
    ({ seconds, bytes, from, file }) => `#EXTINF:${seconds.toFixed(6)},\n#EXT-X-BYTERANGE:${bytes}@${from}\n${file}\n`,
  );
  const [first, last] = [found[0]!, found.at(-1)!];
  const head = playlist.slice(0, first.index).replace(/(?<=#EXT-X-TARGETDURATION:)\d+/, String(longest));
  return head + lines.join('') + playlist.slice(last.index + last[0].length);
}

/** Does so with the playlists of a folder. */
export async function joinAllSegments(outDir: string, names: readonly string[]): Promise<void> {
  await Promise.all(
    names.map(async (name) => {
      const file = join(outDir, `${name}.m3u8`);
      await writeFile(file, joinSegments(await readFile(file, 'utf8')));
    }),
  );
}
