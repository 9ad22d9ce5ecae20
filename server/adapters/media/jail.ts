import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm, rmdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
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

export type JailMode = 'namespaces' | 'limits';

export interface Jail {
  readonly mode: JailMode;
  /** Why the mode is not `namespaces`. */
  readonly reason?: string | undefined;
  /**
   * Runs a program to its end.
   *
   * @throws MediaProblem `timed_out` or `cancelled`, after its process group was killed.
   */
  run(command: JailedCommand): Promise<JailResult>;
}

const STDERR_CHARACTERS_MAX = 64_000;
const PROCESSES_MAX = 256;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const NAMESPACES = [
  '--user',
  '--map-root-user',
  '--mount',
  '--pid',
  '--net',
  '--ipc',
  '--uts',
  '--fork',
  '--kill-child=SIGKILL',
];

const runsOk = (program: string, args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Prefix of every command, as far as the machine has these tools: kill it with the server, run it at lower priority. */
const commandPrefix = (): string[] =>
  [
    ['setpriv', '--pdeathsig', 'KILL'],
    ['nice', '-n', '10'],
  ].flatMap(([program, ...args]) => (runsOk(program!, [...args, 'true']) ? [program!, ...args] : []));

const withLimits = ({ cpuSeconds, fileBytes, memoryBytes }: JailLimits): string[] =>
  process.platform === 'win32'
    ? []
    : ['sh', script('limits.sh'), String(cpuSeconds), String(fileBytes), String(memoryBytes)];

/** Creates the best jail that the system allows: namespaces if a trial run works in them, else only limits. */
export async function createJail(options: { want?: JailMode } = {}): Promise<Jail> {
  const prefix = commandPrefix();
  const limited: Jail = {
    mode: 'limits',
    run: async (command) =>
      execute([...prefix, ...withLimits(command.limits), command.program, ...command.args], command),
  };
  if (options.want === 'limits') return { ...limited, reason: 'asked for' };
  if (process.platform !== 'linux') return { ...limited, reason: 'only Linux has namespaces' };

  const isolated: Jail = {
    mode: 'namespaces',
    async run(command) {
      const root = await mkdtemp(join(tmpdir(), 'jail-'));
      try {
        const paths = await Promise.all([command.program, ...command.readable].map((path) => realpath(path)));
        return await execute(
          [
            ...prefix,
            ...withLimits(command.limits),
            'unshare',
            ...NAMESPACES,
            'sh',
            script('jail.sh'),
            root,
            String(PROCESSES_MAX),
            await realpath(command.outDir),
            ...paths,
            '--',
            paths[0]!,
            ...command.args,
          ],
          command,
        );
      } finally {
        await rmdir(root);
      }
    },
  };
  const failure = await testJail(isolated);
  return failure === null ? isolated : { ...limited, reason: failure };
}

/**
 * Runs Node in the jail: it must start, and must not see this file.
 *
 * @returns Why the jail does not work; null if it does.
 */
async function testJail(jail: Jail): Promise<string | null> {
  const outDir = await mkdtemp(join(tmpdir(), 'jail-try-'));
  const self = fileURLToPath(import.meta.url);
  try {
    const { exitCode, stderr } = await jail.run({
      program: process.execPath,
      args: ['-e', `process.exit(require('node:fs').existsSync(${JSON.stringify(self)}) ? 3 : 0)`],
      readable: [],
      outDir,
      limits: { wallMs: 20_000, cpuSeconds: 20, fileBytes: 1_000_000, memoryBytes: 2_000_000_000 },
    });
    if (exitCode === 0) return null;
    return exitCode === 3
      ? 'the new root does not hide other files'
      : (stderr.trim().split('\n').at(-1) ?? `exit ${exitCode}`);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await rm(outDir, { recursive: true, force: true });
  }
}

/** Describes the jail in one line, for the log at the start of the server. */
export const describeJail = (jail: Jail): string =>
  jail.mode === 'namespaces'
    ? 'Media programs run in their own namespaces: they see one file, write one folder, and have no network.'
    : `Media programs run with limits and format lists only (no namespaces: ${jail.reason ?? 'unknown'}).`;

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

async function execute(argv: string[], { outDir, limits, signal, onStdout }: JailedCommand): Promise<JailResult> {
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
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
  });

  let ended: 'timed_out' | 'cancelled' | undefined;
  const end = (why: 'timed_out' | 'cancelled') => {
    ended ??= why;
    killGroup(child);
  };
  const timer = setTimeout(() => end('timed_out'), limits.wallMs);
  const cancel = () => end('cancelled');
  signal?.addEventListener('abort', cancel, { once: true });

  const startedAtMs = performance.now();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(-STDERR_CHARACTERS_MAX);
  });
  child.stdout.on('data', (chunk: Buffer) => onStdout?.(chunk));

  try {
    const [exitCode, killedBy] = await new Promise<[number | null, NodeJS.Signals | null]>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code, by) => resolve([code, by]));
    });
    if (ended)
      throw new MediaProblem(ended, ended === 'timed_out' ? `Not done after ${limits.wallMs} ms.` : 'Cancelled.');
    const mayBeOutOfTime = ((performance.now() - startedAtMs) / 1000) * availableParallelism() >= limits.cpuSeconds;
    // unshare of util-linux 2.38 fails like this when its program was killed.
    if (exitCode === 1 && /unshare: sigprocmask unblock failed/.test(stderr))
      return { exitCode: null, killedBy: 'SIGKILL', stderr, mayBeOutOfTime };
    return { exitCode, killedBy, stderr, mayBeOutOfTime };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
