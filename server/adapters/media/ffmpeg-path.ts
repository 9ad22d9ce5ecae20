import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { CONTAINERS } from './sniff.ts';

export interface Ffmpeg {
  /** Full path, links resolved. */
  readonly path: string;
  /** As `ffmpeg -version` prints it: `7.0`, `5.1.9-0+deb12u1`. */
  readonly version: string;
  /** What it lacks for our work; undefined if nothing. */
  readonly missing?: string | undefined;
}

const run = promisify(execFile);
const VERSION_TIMEOUT_MS = 20_000;

/** The program in its npm package, if there is one for this platform. */
function packaged(): string[] {
  try {
    const manifest = createRequire(import.meta.url).resolve(
      `@ffmpeg-binary/${process.platform}-${process.arch}/package.json`,
    );
    return [join(dirname(manifest), process.platform === 'win32' ? 'ffmpeg.exe' : 'ffmpeg')];
  } catch {
    return [];
  }
}

function onPath(): string[] {
  const names = process.platform === 'win32' ? ['ffmpeg.exe'] : ['ffmpeg'];
  return (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));
}

async function versionOf(path: string): Promise<Ffmpeg> {
  await access(path, constants.X_OK);
  const { stdout } = await run(path, ['-hide_banner', '-version'], { timeout: VERSION_TIMEOUT_MS });
  const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error('it does not print "ffmpeg version"');
  return { path: await realpath(path), version };
}

/** The lowest version whose options are used here (`-fps_mode`). */
export const LOWEST_VERSION = '5.1';
/** The first release in which a known write out of bounds in the demuxer of MP4 is mended (CVE-2026-40962). */
const MENDED_IN = '8.1';
/** Revisions of distributions, which mend their versions: `5.1.9-0+deb12u1`, `6.1.1-3ubuntu5`, `7.1.1-2.fc42`, `8.0-r3`. */
const OF_DISTRIBUTION = /deb|ubuntu|\.(?:fc|el|mga|lp)\d|^\d[\d.]*-r\d+$|^\d[\d.]*-\d+(?:\.\d+)?$/;

/** Compares the numbers that versions start with (`7.0`, `n7.0-7-gd38bf5e08e`); one without is a development build. */
const isAtLeast = (version: string, lowest: string): boolean => {
  const numbers = /^n?(\d+)\.(\d+)/.exec(version);
  if (!numbers) return true;
  const [major = 0, minor = 0] = lowest.split('.').map(Number);
  return Number(numbers[1]) > major || (Number(numbers[1]) === major && Number(numbers[2]) >= minor);
};

/** Whether security fixes reach this build: a new release, or one of a distribution, which mends its versions. */
export const isKeptSecure = (version: string): boolean =>
  isAtLeast(version, MENDED_IN) || (OF_DISTRIBUTION.test(version) && isAtLeast(version, LOWEST_VERSION));

const ENCODERS = ['libx264', 'aac', 'mjpeg'];
const MUXERS = ['hls', 'mp4', 'image2'];
const DEMUXERS = [...new Set(Object.values(CONTAINERS).flatMap(({ demuxer }) => demuxer || []))];

/** The words of each line of a list that ffmpeg prints: flags, names, a description. */
const linesOf = async (path: string, list: string): Promise<string[][]> => {
  const { stdout } = await run(path, ['-hide_banner', list], { timeout: VERSION_TIMEOUT_MS });
  return stdout.split('\n').map((line) => line.trim().split(/\s+/));
};

/** @returns What is missing for our work; undefined if nothing is. */
async function missingIn({ path, version }: Ffmpeg): Promise<string | undefined> {
  if (!isAtLeast(version, LOWEST_VERSION)) return `version ${version} is below ${LOWEST_VERSION}`;
  const [encoders, formats] = await Promise.all([linesOf(path, '-encoders'), linesOf(path, '-formats')]);
  for (const [what, lines, flag, wanted] of [
    ['encoder', encoders, '', ENCODERS],
    ['muxer', formats, 'E', MUXERS],
    ['demuxer', formats, 'D', DEMUXERS],
  ] as const) {
    const names = new Set(lines.flatMap(([flags, all]) => (flags!.includes(flag) ? (all?.split(',') ?? []) : [])));
    const missing = wanted.filter((name) => !names.has(name));
    if (missing.length > 0) return `it has no ${what} ${missing.join(', ')}`;
  }
  return undefined;
}

/** What an operator should know about the chosen ffmpeg; empty if nothing. */
export function warningsAbout({ path, version, missing }: Ffmpeg): string[] {
  const advice = `Install the distribution's (Debian: apt install ffmpeg) or set FFMPEG_PATH.`;
  if (!isAtLeast(version, LOWEST_VERSION))
    return [`ffmpeg ${version} (${path}) is below ${LOWEST_VERSION}, the lowest version that is supported. ${advice}`];
  if (missing !== undefined) return [`ffmpeg ${version} (${path}) cannot do all our work: ${missing}. ${advice}`];
  if (isKeptSecure(version)) return [];
  return [
    `ffmpeg ${version} (${path}) gets no security fixes: it is older than ${MENDED_IN} and no build of a distribution. ${advice}`,
  ];
}

/**
 * Finds the programs that can do our work, best first: the configured one alone; else those on the PATH, which the system
 * keeps secure, then the one from npm. If none can do all of it, the first that runs.
 *
 * @param configured FFMPEG_PATH. If it does not run, no other is tried.
 * @throws Error with what was tried and what to do.
 */
export async function findFfmpegs(configured?: string): Promise<[Ffmpeg, ...Ffmpeg[]]> {
  const tried: string[] = [];
  const fit: Ffmpeg[] = [];
  const unfit: Ffmpeg[] = [];
  for (const path of configured === undefined ? [...onPath(), ...packaged()] : [configured]) {
    try {
      const found = await versionOf(path);
      const missing = await missingIn(found);
      if (missing === undefined) fit.push(found);
      else unfit.push({ ...found, missing });
    } catch (error) {
      tried.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  const [first, ...others] = fit.length > 0 ? fit : unfit;
  if (first) return [first, ...others];
  if (configured !== undefined) throw new Error(`FFMPEG_PATH does not name an ffmpeg that runs (${tried.join('; ')}).`);
  throw new Error('There is no ffmpeg. Install it (Debian: apt install ffmpeg) or set FFMPEG_PATH to the program.');
}

/** The best of `findFfmpegs`. */
export const findFfmpeg = async (configured?: string): Promise<Ffmpeg> => (await findFfmpegs(configured))[0];
