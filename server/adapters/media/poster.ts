import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, inputArgs, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import type { JailLimits } from './jail.ts';
import { MediaProblem } from './problem.ts';
import type { MediaFacts } from './probe.ts';
import type { VideoStream } from './probe-text.ts';
import { evenSize } from './ladder.ts';
import { toSdr } from './sdr.ts';
import { CONTAINERS } from './sniff.ts';
import { madeFile } from './result.ts';
import type { MadeFile } from './result.ts';

/** The poster fits this square; the small one, for tiles, has this width. Pixels. */
const POSTER_SIDE_MAX = 1280;
const SMALL_WIDTH_MAX = 480;
/** Position of the poster's frame, as a part of the length. Source: D-121. */
const POSTER_AT = 0.1;

interface PosterRequest {
  readonly input: string;
  readonly facts: MediaFacts;
  readonly outDir: string;
  readonly signal?: AbortSignal | undefined;
  readonly limits: JailLimits;
}

const scaled = ({ widthPx, heightPx }: VideoStream, factor: number) => ({
  widthPx: Math.max(1, Math.round(widthPx * Math.min(1, factor))),
  heightPx: Math.max(1, Math.round(heightPx * Math.min(1, factor))),
});

/** Makes `poster.jpg` and `poster-small.jpg` from a frame of the original, for full quality. */
export async function makePosters(tools: Tools, request: PosterRequest): Promise<MadeFile[]> {
  const video = request.facts.video!;
  const large = scaled(video, POSTER_SIDE_MAX / Math.max(video.widthPx, video.heightPx));
  const small = scaled(video, SMALL_WIDTH_MAX / video.widthPx);
  const size = ({ widthPx, heightPx }: typeof large) => `scale=${widthPx}:${heightPx},setsar=1,format=yuvj420p`;

  const fromHdr = video.hdr ? `${toSdr(video.hdr, evenSize({ ...video, ...large })).join(',')},` : '';
  const take = async (path: string, demuxer: string, index: number, atSeconds: number, before = '') => {
    const ended = await runFfmpeg(tools, {
      args: [
        ...inputArgs(path, demuxer, atSeconds > 0 ? ['-ss', atSeconds.toFixed(3)] : []),
        '-filter_complex',
        `[0:${index}]${before}split=2[a][b];[a]${size(large)}[large];[b]${size(small)}[small]`,
        ...['large', 'small'].flatMap((name) => [
          '-map',
          `[${name}]`,
          '-frames:v',
          '1',
          '-q:v',
          '3',
          '-map_metadata',
          '-1',
          '-update',
          '1',
          '-f',
          'image2',
          name === 'large' ? 'poster.jpg' : 'poster-small.jpg',
        ]),
      ],
      readable: [request.input],
      outDir: request.outDir,
      limits: request.limits,
      signal: request.signal,
    });
    return {
      ended,
      made:
        ended.exitCode === 0 &&
        (await access(join(request.outDir, 'poster-small.jpg')).then(
          () => true,
          () => false,
        )),
    };
  };

  const { demuxer } = CONTAINERS[request.facts.container];
  const atSeconds = request.facts.durationSeconds * POSTER_AT;
  const fromOriginal = await take(request.input, demuxer, video.index, atSeconds, fromHdr);
  if (!fromOriginal.made) {
    // In a truncated file the seek may end after the last frame: take the first frame of the encoded video.
    const { ended, made } = await take('video.mp4', 'mov', 0, 0);
    expectSuccess(ended);
    if (!made) throw new MediaProblem('encoding_error', 'No frame for a poster.');
  }
  return [
    await madeFile(request.outDir, 'poster.jpg', 'poster', large),
    await madeFile(request.outDir, 'poster-small.jpg', 'poster-small', small),
  ];
}
