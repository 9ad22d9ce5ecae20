import { readFile, stat } from 'node:fs/promises';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { expectSuccess, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import { readImageHeader } from './image-header.ts';
import type { ImageFacts } from './image-header.ts';
import { MediaProblem } from './problem.ts';
import { madeFile } from './result.ts';
import type { MadeFile } from './result.ts';

/** Most pixels of a picture, below what the decoder itself takes (8192 × 8192): enough for any phone, too few for a bomb. */
const IMAGE_PIXELS_MAX = 67_000_000;
const SIDE_MAX_PX = 30_000;
const LIMITS = { wallMs: 60_000, cpuSeconds: 60, fileBytes: 50_000_000, memoryBytes: 2_500_000_000 };

/**
 * Reads type and size of a picture from its bytes.
 *
 * @throws MediaProblem `wrong_type` (not JPG or PNG, or above 10 MB), `not_readable` (no size), `too_many_pixels`.
 */
export function checkImage(bytes: Buffer): ImageFacts {
  if (bytes.length > PICTURE_MAX_BYTES) throw new MediaProblem('wrong_type', `Larger than ${PICTURE_MAX_BYTES} bytes.`);
  const facts = readImageHeader(bytes);
  if (facts === null) throw new MediaProblem('wrong_type', 'Not a JPG or PNG.');
  const { widthPx, heightPx } = facts;
  if (widthPx < 1 || heightPx < 1) throw new MediaProblem('not_readable', 'It has no size.');
  if (widthPx * heightPx > IMAGE_PIXELS_MAX || Math.max(widthPx, heightPx) > SIDE_MAX_PX) {
    throw new MediaProblem('too_many_pixels', `${widthPx} × ${heightPx} pixels.`);
  }
  return facts;
}

/** ffmpeg filters that turn a picture upright, by EXIF orientation. */
const TURNS: Readonly<Record<number, string>> = {
  2: 'hflip,',
  3: 'hflip,vflip,',
  4: 'vflip,',
  5: 'transpose=0,',
  6: 'transpose=1,',
  7: 'transpose=3,',
  8: 'transpose=2,',
};

export interface RenditionRequest {
  /** Full path of the picture. */
  readonly input: string;
  readonly outDir: string;
  /** Name of the JPEG in `outDir`; letters, digits, `.`, `-`, `_`. */
  readonly name: string;
  readonly maxWidthPx: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a JPEG of a picture: upright, never larger than the original, transparency on white, without metadata (place and
 * device of the photo).
 *
 * @throws MediaProblem as `checkImage`, and `not_readable` if it cannot be decoded.
 */
export async function makeRendition(tools: Tools, request: RenditionRequest): Promise<MadeFile> {
  const { input, outDir, name, maxWidthPx, signal } = request;
  if ((await stat(input)).size > PICTURE_MAX_BYTES)
    throw new MediaProblem('wrong_type', `Larger than ${PICTURE_MAX_BYTES} bytes.`);
  const facts = checkImage(await readFile(input));
  const isTurned = facts.orientation >= 5;
  const upright = isTurned ? ([facts.heightPx, facts.widthPx] as const) : ([facts.widthPx, facts.heightPx] as const);
  const factor = Math.min(1, maxWidthPx / upright[0]);
  const widthPx = Math.max(1, Math.round(upright[0] * factor));
  const heightPx = Math.max(1, Math.round(upright[1] * factor));

  const demuxer = `${facts.type}_pipe`;
  const ended = await runFfmpeg(tools, {
    args: [
      '-protocol_whitelist',
      'file',
      '-format_whitelist',
      demuxer,
      '-noautorotate',
      '-max_pixels',
      String(IMAGE_PIXELS_MAX),
      // On one processor: whoever reads meanwhile has the others.
      '-threads',
      '1',
      '-f',
      demuxer,
      '-i',
      input,
      '-filter_complex_threads',
      '1',
      '-filter_complex',
      `[0:v]${TURNS[facts.orientation] ?? ''}scale=${widthPx}:${heightPx}:flags=area,format=rgba[top];` +
        `color=white:size=${widthPx}x${heightPx},format=rgba[white];` +
        '[white][top]overlay=format=rgb:shortest=1,format=yuvj420p[out]',
      '-map',
      '[out]',
      '-frames:v',
      '1',
      '-q:v',
      '3',
      '-threads:v',
      '1',
      '-map_metadata',
      '-1',
      '-update',
      '1',
      '-f',
      'image2',
      name,
    ],
    readable: [input],
    outDir,
    limits: LIMITS,
    signal,
  });
  if (ended.exitCode !== 0) {
    // A failed decoding means a broken picture; other failures, such as a full disk, stay as they are.
    try {
      expectSuccess(ended);
    } catch (error) {
      if (error instanceof MediaProblem && error.code === 'encoding_error')
        throw new MediaProblem('not_readable', error.message);
      throw error;
    }
  }
  return madeFile(outDir, name, 'poster', { widthPx, heightPx });
}
