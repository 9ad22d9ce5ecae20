import type { Ffmpeg } from './ffmpeg-path.ts';
import type { Jail, JailLimits, JailResult } from './jail.ts';
import { MediaProblem } from './problem.ts';

export interface Tools {
  readonly ffmpeg: Ffmpeg;
  readonly jail: Jail;
}

export interface FfmpegRun {
  /** Arguments after the general ones; files in `outDir` by name. */
  readonly args: readonly string[];
  /** Files that it reads, except those in `outDir`. */
  readonly readable: readonly string[];
  readonly outDir: string;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  readonly onStdout?: (chunk: Buffer) => void;
  readonly logLevel?: 'info' | 'warning';
}

/** Largest picture that a decoder may make: 8192 × 8192. */
const DECODED_PIXELS_MAX = 8192 * 8192;

/**
 * Arguments for one input, restricted to the named format. Otherwise a playlist named `.mp4` would make ffmpeg read other
 * files or addresses.
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

/** Runs ffmpeg in the jail. @returns How it ended. @throws MediaProblem `timed_out` or `cancelled`. */
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

/** The last lines of standard error, shortened for a log line. */
const lastLines = (stderr: string): string => stderr.trim().split('\n').slice(-3).join(' | ').slice(-500);

/**
 * Whether a program was ended by a signal from outside, for example because a service manager stops the server with all
 * its processes. The file is not the cause then.
 */
export const wasStopped = ({ exitCode, killedBy, stderr, mayBeOutOfTime }: JailResult): boolean =>
  killedBy === 'SIGTERM' ||
  killedBy === 'SIGINT' ||
  killedBy === 'SIGHUP' ||
  // ffmpeg exits with 255 after any signal, including the one of the processor limit, and after EPERM, which it prints.
  (exitCode === 255 && !mayBeOutOfTime && !/Operation not permitted/i.test(stderr));

/** @throws MediaProblem that describes the failure, if the program failed. */
export function expectSuccess(result: JailResult): void {
  const { exitCode, killedBy, stderr } = result;
  if (exitCode === 0) return;
  if (wasStopped(result)) throw new MediaProblem('cancelled', 'Stopped from outside.');
  if (/No space left on device|Disk quota exceeded/i.test(stderr))
    throw new MediaProblem('storage_failure', 'The disk is full.');
  if (killedBy === 'SIGXCPU' || /Received signal|received > 3 system signals/i.test(stderr)) {
    throw new MediaProblem('timed_out', 'Out of processor time.');
  }
  throw new MediaProblem('encoding_error', `ffmpeg ended with ${killedBy ?? exitCode}: ${lastLines(stderr)}`);
}

/**
 * Parses the output of `-progress pipe:1`.
 *
 * @param onSeconds Called with the length of the output so far, seconds.
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

/**
 * Parses the output of `-f framecrc`, one line for each packet of a stream.
 *
 * @param onPacket Called with the end of each packet, seconds.
 */
export function packetReader(onPacket: (endSeconds: number) => void): (chunk: Buffer) => void {
  let rest = '';
  let tick = 0;
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const base = /^#tb 0: (\d+)\/(\d+)/.exec(line);
      if (base) tick = Number(base[1]) / Number(base[2]);
      // Stream, decoding time, time, length, bytes, checksum.
      const packet = /^0, *-?\d+, *(-?\d+), *(\d+),/.exec(line);
      if (packet) onPacket((Number(packet[1]) + Number(packet[2])) * tick);
    }
  };
}
