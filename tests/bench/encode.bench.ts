import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { findFfmpeg } from '#server/adapters/media/ffmpeg-path.ts';
import { createMedia } from '#server/adapters/media/index.ts';
import { ladderOf, type Rung } from '#server/adapters/media/ladder.ts';
import { videoFile } from '#tests/support/media.ts';
import { compare, state, type Finding } from './support/finding.ts';
import type { BenchOptions } from './support/options.ts';
import { makeFolder } from './support/processes.ts';
import { interleave, middleOf, type Figures } from './support/statistics.ts';

const SIZE = { width: 1920, height: 1080 };
const SECONDS = 60;
const QUICK_SECONDS = 10;
const MOST_OF_PLAIN = 0.6;

/** A video of 1080p30 to all that the app makes of it, beside one plain ffmpeg call per rendition, one after the other. */
export async function benchEncode({ rounds, isQuick }: BenchOptions): Promise<Finding[]> {
  const seconds = isQuick ? QUICK_SECONDS : SECONDS;
  const input = await videoFile({ seconds, ...SIZE });
  const media = await createMedia({ mayUseLimits: true });
  const { path: ffmpeg } = await findFfmpeg(process.env.FFMPEG_PATH);
  const { video } = await media.probe({ input, workDir: makeFolder('probe') });
  const rungs = ladderOf(video!);
  const encodeOurs = (onlyFirst: boolean) =>
    timed(async () => void (await media.encodeVideo({ input, outDir: makeFolder('encoded'), onlyFirst })));
  const runs = await interleave(
    {
      plain: () => timed(() => encodePlainly(ffmpeg, input, rungs)),
      ours: () => encodeOurs(false),
      first: () => encodeOurs(true),
    },
    rounds,
  );
  media.close();
  const pair = { ours: runs.ours, reference: runs.plain, name: 'one ffmpeg call each', key: 'seconds' };
  const what = `${seconds} s of 1080p30 to ${rungs.length} renditions, a progressive file and posters`;
  return [
    compare(what, 's', pair, { of: 'ratio', atMost: MOST_OF_PLAIN }, `jail: ${media.jailMode}`),
    state('… the first rendition alone, where it is made first', 's', middleOf(runs.first, 'seconds')),
  ];
}

async function timed(act: () => Promise<void>): Promise<Figures> {
  const startedAtMs = performance.now();
  await act();
  return { seconds: (performance.now() - startedAtMs) / 1000 };
}

/** The same sizes, codecs and limits of the bit rate; ffmpeg chooses its threads, and writes the sound into each. */
async function encodePlainly(ffmpeg: string, input: string, rungs: readonly Rung[]): Promise<void> {
  const folder = makeFolder('plain');
  for (const { name, widthPx, heightPx, maxKbps } of rungs) {
    const picture = ['-vf', `scale=${widthPx}:${heightPx}`, '-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23'];
    const rate = [
      '-maxrate',
      `${maxKbps}k`,
      '-bufsize',
      `${maxKbps * 2}k`,
      '-force_key_frames',
      'expr:gte(t,n_forced*2)',
    ];
    const sound = ['-c:a', 'aac', '-b:a', '128k'];
    const hls = ['-f', 'hls', '-hls_time', '4', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'];
    const args = ['-v', 'error', '-y', '-i', input, ...picture, ...rate, ...sound, ...hls];
    const files = ['-hls_fmp4_init_filename', `${name}-init.mp4`, path.join(folder, `${name}.m3u8`)];
    await promisify(execFile)(ffmpeg, [...args, ...files], { cwd: folder });
  }
}
