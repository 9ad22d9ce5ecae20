import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createMedia, type Encoded } from '#server/adapters/media/index.ts';
import { findFfmpeg } from '#server/adapters/media/ffmpeg-path.ts';
import { judge, type ScenarioReport } from '../oracle/oracle.ts';
import type { ScenarioOptions } from './world.ts';

const FIVE_MINUTES = 300;
/** How far the length of a result may be from that of its source, seconds: one frame. */
const LENGTH_OFF_MAX = 4;

/** A frame every four seconds in 480p, and sound: what is long is the time, not the work. */
const makeLong = async (file: string, seconds: number): Promise<void> => {
  const { path: program } = await findFfmpeg(process.env.FFMPEG_PATH);
  const lavfi = (source: string) => ['-f', 'lavfi', '-i', source];
  const picture = lavfi(`testsrc2=size=854x480:rate=1/4:duration=${seconds}`);
  const sound = lavfi(`sine=frequency=440:duration=${seconds}`);
  const codecs = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k'];
  await promisify(execFile)(program, ['-v', 'error', '-y', ...picture, ...sound, ...codecs, file]);
};

/** The length of each rendition by its playlist, seconds. */
const lengthsOf = (outDir: string, { files }: Encoded): Promise<{ name: string; seconds: number }[]> =>
  Promise.all(
    files
      .filter(({ role }) => role === 'hls-playlist')
      .map(async ({ name }) => {
        const text = await readFile(path.join(outDir, name), 'utf8');
        return {
          name,
          seconds: [...text.matchAll(/^#EXTINF:([\d.]+)/gm)].reduce((sum, [, length]) => sum + Number(length), 0),
        };
      }),
  );

/**
 * A video of `size` seconds, five minutes in the short form and two hours in the soak, is prepared: its first rendition
 * alone, then all of them, each in full length and with rising percents.
 */
export const runLongVideo = async ({ seed, size = FIVE_MINUTES }: ScenarioOptions): Promise<ScenarioReport> => {
  const startedAtMs = performance.now();
  const folder = await mkdtemp(path.join(os.tmpdir(), 'long-video-'));
  const media = await createMedia({ mayUseLimits: true, nice: 0 });
  const lost: string[] = [];
  try {
    const input = path.join(folder, 'long.mp4');
    await makeLong(input, size);
    for (const onlyFirst of [true, false]) {
      const outDir = path.join(folder, String(onlyFirst));
      await mkdir(outDir);
      let last = -1;
      const onProgress = (percent: number) => {
        if (percent <= last || percent > 100) lost.push(`${percent} % after ${last} %`);
        last = percent;
      };
      const made = await media.encodeVideo({ input, outDir, onlyFirst, onProgress });
      if (made.hasLarger !== onlyFirst) lost.push(`larger renditions ${made.hasLarger ? 'left out' : 'made'}`);
      if (last !== 100) lost.push(`ended at ${last} %`);
      for (const { name, seconds } of await lengthsOf(outDir, made))
        if (Math.abs(seconds - size) > LENGTH_OFF_MAX) lost.push(`${name} has ${seconds} of ${size} s`);
    }
  } finally {
    media.close();
    await rm(folder, { recursive: true, force: true });
  }
  const drain = { seconds: (performance.now() - startedAtMs) / 1000, stuck: [] };
  return judge('LONG', seed, drain, { lost, doubled: [], reordered: [] });
};
