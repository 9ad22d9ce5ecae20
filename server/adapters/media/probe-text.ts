import type { HdrTransfer } from './sdr.ts';

/**
 * Parses what `ffmpeg -i` prints about its input. The packaged ffmpeg has no ffprobe, and the format of these lines has
 * not changed for more than ten years.
 */

export interface VideoStream {
  /** Number of the stream in the file. */
  readonly index: number;
  readonly codec: string;
  /** Displayed size: square pixels, turned upright. */
  readonly widthPx: number;
  readonly heightPx: number;
  /** Average frames per second; `null` if unknown. */
  readonly fps: number | null;
  /** Rate of the smallest time step between frames; far above `fps` if frames are irregular. */
  readonly tickRate: number | null;
  /** Only of HDR: how its light is coded. */
  readonly hdr?: HdrTransfer;
}

export interface AudioStream {
  readonly index: number;
  readonly codec: string;
  readonly sampleRateHz: number | null;
}

export interface InputText {
  readonly durationSeconds: number | null;
  readonly video: VideoStream | null;
  readonly audio: AudioStream | null;
}

const STREAM = /^ {2}Stream #0:(\d+)(?:\[[^\]]*\])?(?:\([^)]*\))?: (Video|Audio): (\S+?),? (.*)$/;
const SIZE = /(?:^|, )(\d{1,6})x(\d{1,6})(?: \[SAR (\d+):(\d+) DAR \d+:\d+\])?/;
const THOUSAND = { k: 1000, '': 1 } as const;

const rate = (text: string, unit: 'fps' | 'tbr'): number | null => {
  const match = new RegExp(`(?:^|, )([\\d.]+)(k?) ${unit}\\b`).exec(text);
  return match ? Number(match[1]) * THOUSAND[match[2] as 'k' | ''] : null;
};

function parseDuration(lines: readonly string[]): number | null {
  for (const line of lines) {
    const match = /^ {2}Duration: (\d+):(\d+):([\d.]+)/.exec(line);
    if (match) return Number(match[1]) * 3600 + Number(match[2]) * 60 + Number(match[3]);
  }
  return null;
}

/** Degrees by which the picture must be turned, from the lines of one stream. */
function rotationOf(lines: readonly string[], at: number): number {
  for (const line of lines.slice(at + 1)) {
    if (/^ {2}Stream #/.test(line)) return 0;
    const match = /^ {6,}displaymatrix: rotation of (-?[\d.]+) degrees/.exec(line);
    if (match) return Number(match[1]);
  }
  return 0;
}

function parseVideo(index: number, codec: string, text: string, rotation: number): VideoStream | null {
  const size = SIZE.exec(text);
  // A cover in a music file is a stream of one picture.
  if (!size || codec === 'none' || text.includes('(attached pic)')) return null;
  const [, width, height, sarX, sarY] = size;
  const aspect = sarX && sarY && Number(sarX) > 0 && Number(sarY) > 0 ? Number(sarX) / Number(sarY) : 1;
  const across = Math.round(Number(width) * aspect);
  const down = Number(height);
  if (across < 1 || down < 1) return null;
  const transfer = /\bsmpte2084\b|\barib-std-b67\b/.exec(text)?.[0];
  const turned = Math.abs(Math.round(rotation / 90)) % 2 === 1;
  return {
    index,
    codec,
    widthPx: turned ? down : across,
    heightPx: turned ? across : down,
    fps: rate(text, 'fps'),
    tickRate: rate(text, 'tbr'),
    ...(transfer ? { hdr: transfer === 'smpte2084' ? 'pq' : 'hlg' } : {}),
  };
}

/** Parses ffmpeg's output; `null` if ffmpeg could not read the input. */
export function parseInput(stderr: string): InputText | null {
  const lines = stderr.split('\n');
  const start = lines.findIndex((line) => line.startsWith('Input #0, '));
  if (start < 0) return null;
  const input = lines.slice(start);
  let video: VideoStream | null = null;
  let audio: AudioStream | null = null;
  input.forEach((line, at) => {
    const match = STREAM.exec(line);
    if (!match) return;
    const [, index, type, codec, text] = match as unknown as [string, string, string, string, string];
    if (type === 'Video') video ??= parseVideo(Number(index), codec, text, rotationOf(input, at));
    else if (codec !== 'none') {
      const hertz = /(\d+) Hz/.exec(text)?.[1];
      audio ??= { index: Number(index), codec, sampleRateHz: hertz ? Number(hertz) : null };
    }
  });
  return { durationSeconds: parseDuration(input), video, audio };
}
