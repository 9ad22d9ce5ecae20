import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { JailMode } from '#server/config-settings.ts';
import { MediaProblem } from './problem.ts';
import { runProgram } from './programs.ts';

export interface JailLimits {
  /** Wall clock; afterwards the process group is killed. */
  readonly wallMs: number;
  /** Processor time per process. */
  readonly cpuSeconds: number;
  /** Largest file that it may write. */
  readonly fileBytes: number;
  /** Memory for data (RLIMIT_DATA; reserved address space does not count). */
  readonly memoryBytes: number;
}

export interface JailedCommand {
  /** Full path of the program. */
  readonly program: string;
  readonly args: readonly string[];
  /** Files and folders it may read. */
  readonly readable: readonly string[];
  /** The only folder that it may write, and its working directory. */
  readonly outDir: string;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  /** Called with each part of standard output. */
  readonly onStdout?: (chunk: Buffer) => void;
}

export interface JailResult {
  readonly exitCode: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** The end of its standard error. */
  readonly stderr: string;
  /** Whether it ran long enough to have used up its processor time, if it used all processors. */
  readonly mayBeOutOfTime: boolean;
}

export type { JailMode };

export interface Jail {
  readonly mode: JailMode;
  /** Whether the programs' system calls are filtered. */
  readonly isFiltered: boolean;
  /**
   * Runs a program to its end.
   *
   * @throws MediaProblem `timed_out` or `cancelled`, after its process group was killed; `no_jail` if the jail could not
   * be built, so that the program did not run.
   */
  run(command: JailedCommand): Promise<JailResult>;
}

const STDERR_CHARACTERS_MAX = 64_000;

/** Kills a program's process group. */
function killGroup(pid: number): void {
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Exit codes and messages of the programs that build a jail, when they fail before the jailed program starts. */
const BUILDERS_FAILED = new Set([1, 125, 126, 127]);
const BUILDER_MESSAGE = /^(?:unshare|bwrap|\.?setpriv|jail): .*$/m;

/** Not the server's environment, which contains keys. */
const environment = (): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  LANG: 'C',
  HOME: '/',
  ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] ?? '' } : {}),
});

/**
 * Runs a command line to its end, in its own process group and without the server's environment.
 *
 * @param argv The jail's programs, then the program itself.
 * @param inherited Descriptors that the jail's programs get as 3, 4, …
 */
export async function execute(
  argv: readonly string[],
  { outDir, limits, signal, onStdout }: Pick<JailedCommand, 'outDir' | 'limits' | 'signal' | 'onStdout'>,
  inherited: readonly number[] = [],
): Promise<JailResult> {
  if (signal?.aborted) throw new MediaProblem('cancelled', 'Cancelled before the start.');
  let pid: number | undefined;
  let ended: MediaProblem | undefined;
  const end = (problem: MediaProblem) => {
    ended ??= problem;
    if (pid !== undefined) killGroup(pid);
  };
  const timer = setTimeout(
    () => end(new MediaProblem('timed_out', `Not done after ${limits.wallMs} ms.`)),
    limits.wallMs,
  );
  const cancel = () => end(new MediaProblem('cancelled', 'Cancelled.'));
  signal?.addEventListener('abort', cancel, { once: true });

  let stderr = '';
  const read = (chunk: Uint8Array): void => {
    try {
      onStdout?.(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    } catch (cause) {
      end(new MediaProblem('encoding_error', 'What it printed could not be used.', { cause }));
    }
  };

  const startedAtMs = performance.now();
  try {
    const { exitCode, killedBy } = await runProgram({ argv, cwd: outDir, env: environment(), inherited }, (part) => {
      if ('pid' in part) {
        ({ pid } = part);
        // Cancelled before it was started.
        if (ended) killGroup(pid);
      } else if ('stderr' in part) stderr = (stderr + part.stderr).slice(-STDERR_CHARACTERS_MAX);
      else read(part.stdout);
    }).catch((error: unknown) => {
      // Without its thread nobody waits for the program any more.
      if (pid !== undefined) killGroup(pid);
      throw ended ?? error;
    });
    if (ended) throw ended;
    const mayBeOutOfTime = ((performance.now() - startedAtMs) / 1000) * availableParallelism() >= limits.cpuSeconds;
    // unshare of util-linux 2.38 fails like this when its program was killed.
    if (exitCode === 1 && /unshare: sigprocmask unblock failed/.test(stderr))
      return { exitCode: null, killedBy: 'SIGKILL', stderr, mayBeOutOfTime };
    const message = exitCode !== null && BUILDERS_FAILED.has(exitCode) ? BUILDER_MESSAGE.exec(stderr) : null;
    if (message) throw new MediaProblem('no_jail', message[0]);
    return { exitCode, killedBy, stderr, mayBeOutOfTime };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
    await keepFilesOnly(outDir);
  }
}

/**
 * Deletes what is neither a file nor a folder: the server reads the results, and would follow a link to a file that the
 * program could not see, or wait for a pipe.
 */
async function keepFilesOnly(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const entry of entries)
    if (!entry.isFile() && !entry.isDirectory()) await rm(join(entry.parentPath, entry.name), { force: true });
}
