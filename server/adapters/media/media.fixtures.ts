import { execFile, spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFfmpegs } from './ffmpeg-path.ts';
import { turnedBy } from './turned.fixtures.ts';

const run = promisify(execFile);
const numberOf = (text: string): number => Number(/\d+\.\d+/.exec(text)?.[0] ?? Infinity);
const programs = await findFfmpegs();
const [{ path: ffmpegPath, version }] = programs;
/** The newest ffmpeg reads the files that a test has made: version 5 cannot seek in a playlist of byte ranges. */
const { path: readerPath } = programs.toSorted((a, b) => numberOf(b.version) - numberOf(a.version))[0]!;

/** A folder for a test file, with helpers to make media and new output folders in it. */
export async function mediaFolder() {
  const base = await mkdtemp(join(tmpdir(), 'media-test-'));
  let outputs = 0;
  return {
    base,
    at: (name: string) => join(base, name),
    remove: () => rm(base, { recursive: true, force: true }),
    async out(): Promise<string> {
      outputs += 1;
      const path = join(base, `out-${outputs}`);
      await mkdir(path);
      return path;
    },
    /** Makes a file with ffmpeg's own test sources, if it does not exist. */
    async make(name: string, args: readonly string[]): Promise<string> {
      const path = join(base, name);
      if (
        await stat(path).then(
          () => true,
          () => false,
        )
      )
        return path;
      await run(ffmpegPath, ['-v', 'error', '-y', ...args, path]);
      return path;
    },
    async write(name: string, bytes: Uint8Array | string): Promise<string> {
      const path = join(base, name);
      await writeFile(path, bytes);
      return path;
    },
  };
}

export const picture = (size: string, seconds: number, rate = 25): string[] => [
  '-f',
  'lavfi',
  '-i',
  `testsrc2=size=${size}:rate=${rate}:duration=${seconds}`,
];
export const tone = (seconds: number): string[] => ['-f', 'lavfi', '-i', `sine=frequency=440:duration=${seconds}`];
export const turned = (input: string, degrees: number): string[] => turnedBy(version, input, degrees);
export const H264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-pix_fmt', 'yuv420p'];

export interface Decoded {
  readonly seconds: number;
  readonly frames: number;
  /** `1280x720`; none for sound. */
  readonly size: string | undefined;
  readonly pixelFormat: string | undefined;
  readonly videoCodec: string | undefined;
  readonly audioCodec: string | undefined;
}

/**
 * Decodes a file or playlist to its end, outside the jail, and fails on any error in it.
 *
 * @param fromSeconds Seeks first.
 */
export function decode(path: string, fromSeconds = 0): Decoded {
  const { status, stdout, stderr, error } = spawnSync(
    readerPath,
    [
      '-hide_banner',
      '-nostats',
      '-xerror',
      '-err_detect',
      'explode',
      ...(fromSeconds ? ['-ss', String(fromSeconds)] : []),
      '-i',
      path,
      '-map',
      '0:v:0?',
      '-map',
      '0:a:0?',
      '-f',
      'null',
      '-progress',
      'pipe:1',
      '-',
    ],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
  );
  if (status !== 0) throw error ?? new Error(`${path} cannot be decoded:\n${stderr}`);
  // What it prints about its output, another picture and sound, comes after.
  const [text] = stderr.split('Stream mapping:') as [string];
  const last = (name: string) => Number([...stdout.matchAll(new RegExp(`^${name}=(\\d+)`, 'gm'))].at(-1)?.[1] ?? 0);
  const video = /Video: (\w+).*?, (yuvj?\d+p)\b.*?, (\d+x\d+)/.exec(text);
  return {
    seconds: last('out_time_us') / 1e6,
    frames: last('frame'),
    videoCodec: video?.[1],
    pixelFormat: video?.[2],
    size: video?.[3],
    audioCodec: /Audio: (\w+)/.exec(text)?.[1],
  };
}
