import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectSuccess, inputArgs, runFfmpeg } from './ffmpeg.ts';
import type { Tools } from './ffmpeg.ts';
import type { JailLimits } from './jail.ts';
import { madeFile } from './result.ts';
import type { MadeFile } from './result.ts';

/** Number of heights in `peaks.json`, for a player's scrubber. */
const PEAKS = 200;
/** Number of bars in the picture, and its size: that of a cover (design, "Art"). */
const BARS = 36;
const WIDTH_PX = 1372;
const HEIGHT_PX = 848;
const SAMPLE_RATE_HZ = 8000;
const WINDOW_SAMPLES = 400;

/** Collects the loudest sample of every twentieth of a second, which limits a day of sound to 1.7 million numbers. */
function createPeakCollector() {
  const windows: number[] = [];
  let rest: Buffer = Buffer.alloc(0);
  let inWindow = 0;
  let peak = 0;
  const add = (chunk: Buffer) => {
    const bytes = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) {
      peak = Math.max(peak, Math.abs(bytes.readInt16LE(at)));
      inWindow += 1;
      if (inWindow === WINDOW_SAMPLES) {
        windows.push(peak);
        inWindow = 0;
        peak = 0;
      }
    }
    rest = Buffer.from(bytes.subarray(whole));
  };
  return { add, end: () => (inWindow > 0 ? [...windows, peak] : windows) };
}

/**
 * Reduces windows to `count` heights of 0 to 100, the tallest being 100. Silence gives zeros; a short sound repeats its
 * windows.
 */
function heights(windows: readonly number[], count: number): number[] {
  if (windows.length === 0) return Array.from({ length: count }, () => 0);
  const means = Array.from({ length: count }, (_, at) => {
    const from = Math.floor((at * windows.length) / count);
    const to = Math.max(from + 1, Math.floor(((at + 1) * windows.length) / count));
    const slice = windows.slice(from, to);
    // The mean of the peaks: their maximum would make every bar of loud music full.
    return slice.reduce((sum, value) => sum + value, 0) / slice.length;
  });
  const top = Math.max(...means);
  return means.map((mean) => (top === 0 ? 0 : Math.round((mean / top) * 100)));
}

/** Draws white bars on a transparent ground, for a cover: rounded, 55 % wide, 6 to 70 % of the height. */
function waveformSvg(bars: readonly number[]): string {
  const step = (WIDTH_PX * 0.8) / bars.length;
  const width = step * 0.55;
  const shapes = bars.map((bar, at) => {
    const height = HEIGHT_PX * (0.06 + 0.64 * (bar / 100));
    const x = WIDTH_PX * 0.1 + at * step + (step - width) / 2;
    return `<rect x="${x.toFixed(1)}" y="${((HEIGHT_PX - height) / 2).toFixed(1)}" width="${width.toFixed(1)}" height="${height.toFixed(1)}" rx="${(width / 2).toFixed(1)}"/>`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH_PX}" height="${HEIGHT_PX}" viewBox="0 0 ${WIDTH_PX} ${HEIGHT_PX}" fill="#fff">${shapes.join('')}</svg>\n`;
}

interface WaveformRequest {
  /** Name of an MP4 file in `outDir`. */
  readonly sound: string;
  readonly outDir: string;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
}

/** Makes `waveform.svg` and `peaks.json`. */
export async function drawWaveform(
  tools: Tools,
  { sound, outDir, limits, signal }: WaveformRequest,
): Promise<MadeFile[]> {
  const collector = createPeakCollector();
  expectSuccess(
    await runFfmpeg(tools, {
      args: [
        ...inputArgs(sound, 'mov'),
        '-map',
        '0:a:0',
        '-ac',
        '1',
        '-ar',
        String(SAMPLE_RATE_HZ),
        '-f',
        's16le',
        'pipe:1',
      ],
      readable: [],
      outDir,
      limits,
      signal,
      onStdout: collector.add,
    }),
  );
  const windows = collector.end();
  await writeFile(join(outDir, 'peaks.json'), JSON.stringify(heights(windows, PEAKS)));
  await writeFile(join(outDir, 'waveform.svg'), waveformSvg(heights(windows, BARS)));
  return [
    await madeFile(outDir, 'waveform.svg', 'waveform', { widthPx: WIDTH_PX, heightPx: HEIGHT_PX }),
    await madeFile(outDir, 'peaks.json', 'peaks'),
  ];
}
