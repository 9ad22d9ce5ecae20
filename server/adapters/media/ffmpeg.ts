import type { Ffmpeg } from './ffmpeg-path.ts';
import type { Jail, JailLimits, JailResult } from './jail.ts';
import { MediaProblem } from './problem.ts';

export interface Tools {
  readonly ffmpeg: Ffmpeg;
  readonly jail: Jail;
}

export interface FfmpegRun {
  /** Arguments after the general ones; files of `outDir` by their names alone. */
  readonly args: readonly string[];
  /** Files it reads, other than those of `outDir`. */
  readonly readable: readonly string[];
  readonly outDir: string;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onStdout?: (chunk: Buffer) => void;
  readonly logLevel?: 'info' | 'warning';
}

/** Largest picture a decoder may make: 8192 × 8192. */
const DECODED_PIXELS_MAX = 8192 * 8192;

/**
 * One input, which ffmpeg may only take for the named format. Without this a playlist named `.mp4` would make it read
 * other files or addresses.
 *
 * @param demuxer The format's name in ffmpeg (`mov`).
 */
export const inputArgs = (path: string, demuxer: string, before: readonly string[] = []): string[] => [
  '-protocol_whitelist',
  'file',
  '-format_whitelist',
  demuxer,
  '-max_pixels',
  String(DECODED_PIXELS_MAX),
  ...before,
  '-i',
  path,
];

/** Runs ffmpeg in the jail and gives back how it ended; only time and cancelling are thrown. */
export const runFfmpeg = ({ ffmpeg, jail }: Tools, run: FfmpegRun): Promise<JailResult> =>
  jail.run({
    program: ffmpeg.path,
    args: ['-hide_banner', '-nostdin', '-nostats', '-loglevel', run.logLevel ?? 'warning', '-y', ...run.args],
    readable: run.readable,
    outDir: run.outDir,
    limits: run.limits,
    signal: run.signal,
    ...(run.onStdout ? { onStdout: run.onStdout } : {}),
  });

/** What the last lines of ffmpeg say, short enough for a log line. */
const lastWords = (stderr: string): string => stderr.trim().split('\n').slice(-3).join(' | ').slice(-500);

/**
 * Whether a program was asked to end by somebody else: a service manager that stops us sends its signal to all our
 * programs. Nothing is wrong with the file then.
 */
export const wasStopped = ({ exitCode, killedBy, stderr, mayBeOutOfTime }: JailResult): boolean =>
  killedBy === 'SIGTERM' ||
  killedBy === 'SIGINT' ||
  killedBy === 'SIGHUP' ||
  // What ffmpeg ends with after any signal, that of the processor's limit too; and after EPERM, which it then names.
  (exitCode === 255 && !mayBeOutOfTime && !/Operation not permitted/i.test(stderr));

/** Turns an unsuccessful end into its problem; does nothing after a good one. */
export function expectSuccess(result: JailResult): void {
  const { exitCode, killedBy, stderr } = result;
  if (exitCode === 0) return;
  if (wasStopped(result)) throw new MediaProblem('cancelled', 'Stopped from outside.');
  if (/No space left on device|Disk quota exceeded/i.test(stderr))
    throw new MediaProblem('storage_failure', 'The disk is full.');
  if (killedBy === 'SIGXCPU' || /Received signal|received > 3 system signals/i.test(stderr)) {
    throw new MediaProblem('timed_out', 'Out of processor time.');
  }
  throw new MediaProblem('encoding_error', `ffmpeg ended with ${killedBy ?? exitCode}: ${lastWords(stderr)}`);
}

/**
 * Reads what `-progress pipe:1` prints.
 *
 * @param onSeconds Gets how far the output reaches, in seconds of media.
 */
export function progressReader(onSeconds: (seconds: number) => void): (chunk: Buffer) => void {
  let rest = '';
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const microseconds = /^out_time_us=(\d+)/.exec(line)?.[1];
      if (microseconds !== undefined) onSeconds(Number(microseconds) / 1e6);
    }
  };
}
