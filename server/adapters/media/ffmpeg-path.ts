import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

export interface Ffmpeg {
  /** Full path, links resolved. */
  readonly path: string;
  /** As `ffmpeg -version` prints it: `7.0`, `5.1.9-0+deb12u1`. */
  readonly version: string;
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

/**
 * Finds ffmpeg: the configured one, else the one from npm, else the one on the PATH.
 *
 * @param configured FFMPEG_PATH. If it does not run, no other is tried.
 * @throws Error with what was tried and what to do.
 */
export async function findFfmpeg(configured?: string): Promise<Ffmpeg> {
  const tried: string[] = [];
  for (const path of configured === undefined ? [...packaged(), ...onPath()] : [configured]) {
    try {
      return await versionOf(path);
    } catch (error) {
      tried.push(`${path}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  if (configured !== undefined) throw new Error(`FFMPEG_PATH does not name an ffmpeg that runs (${tried.join('; ')}).`);
  throw new Error('There is no ffmpeg. Install it (Debian: apt install ffmpeg) or set FFMPEG_PATH to the program.');
}
