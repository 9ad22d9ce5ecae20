import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { readdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { JailMode } from '#server/config-settings.ts';
import { MediaProblem } from './problem.ts';

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

/** Kills the program's process group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}

/** Exit codes and messages of the programs that build a jail, when they fail before the jailed program starts. */
const BUILDERS_FAILED = new Set([1, 125, 126, 127]);
const BUILDER_MESSAGE = /^(?:unshare|bwrap|\.?setpriv|jail): .*$/m;

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
  const [program, ...args] = argv;
  const child = spawn(program!, args, {
    cwd: outDir,
    // Not the server's environment, which contains keys.
    env: {
      PATH: process.env['PATH'] ?? '',
      LANG: 'C',
      HOME: '/',
      ...(process.platform === 'win32' ? { SystemRoot: process.env['SystemRoot'] } : {}),
    },
    stdio: ['ignore', 'pipe', 'pipe', ...inherited],
    detached: process.platform !== 'win32',
  });

  let ended: MediaProblem | undefined;
  const end = (problem: MediaProblem) => {
    ended ??= problem;
    killGroup(child);
  };
  const timer = setTimeout(
    () => end(new MediaProblem('timed_out', `Not done after ${limits.wallMs} ms.`)),
    limits.wallMs,
  );
  const cancel = () => end(new MediaProblem('cancelled', 'Cancelled.'));
  signal?.addEventListener('abort', cancel, { once: true });

  const startedAtMs = performance.now();
  try {
    const { exitCode, killedBy, stderr } = await toEnd(child, onStdout, (cause) =>
      end(new MediaProblem('encoding_error', 'What it printed could not be used.', { cause })),
    );
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

type Ended = Pick<JailResult, 'exitCode' | 'killedBy' | 'stderr'>;

/** Reads what a process prints until it ends. @param onBroken Called when its output fails or its reader throws. */
const toEnd = (
  child: ChildProcess,
  onStdout: ((chunk: Buffer) => void) | undefined,
  onBroken: (cause: unknown) => void,
): Promise<Ended> => {
  let stderr = '';
  child
    .stderr!.setEncoding('utf8')
    .on('error', onBroken)
    .on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_CHARACTERS_MAX);
    });
  child.stdout!.on('error', onBroken).on('data', (chunk: Buffer) => {
    try {
      onStdout?.(chunk);
    } catch (error) {
      onBroken(error);
    }
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (exitCode, killedBy) => resolve({ exitCode, killedBy, stderr }));
  });
};
