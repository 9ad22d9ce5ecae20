import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { mkdtemp, realpath, rm, rmdir } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { MediaProblem } from './problem.ts';

export interface JailLimits {
  /** Wall clock; then the whole group is killed. */
  readonly wallMs: number;
  /** Processor time of one process. */
  readonly cpuSeconds: number;
  /** Largest file it may write. */
  readonly fileBytes: number;
  /** Memory it may hold for data (RLIMIT_DATA: reserved address space is free). */
  readonly memoryBytes: number;
}

export interface JailedCommand {
  /** The program, by its full path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Files and folders it may read. */
  readonly readable: readonly string[];
  /** The one folder it may write; also where it runs. */
  readonly outDir: string;
  readonly limits: JailLimits;
  readonly signal?: AbortSignal | undefined;
  /** Gets standard output as it comes. */
  readonly onStdout?: (chunk: Buffer) => void;
}

export interface JailResult {
  readonly exitCode: number | null;
  readonly killedBy: NodeJS.Signals | null;
  /** The last part of what it wrote to standard error. */
  readonly stderr: string;
  /** Whether it ran long enough to have used up its processor time, on all processors at once. */
  readonly mayBeOutOfTime: boolean;
}

export type JailMode = 'namespaces' | 'limits';

export interface Jail {
  readonly mode: JailMode;
  /** Why not `namespaces`, when it is not. */
  readonly reason?: string | undefined;
  /**
   * Runs a program to its end.
   *
   * @throws MediaProblem `timed_out` or `cancelled`; then the program and all it started are gone.
   */
  run(command: JailedCommand): Promise<JailResult>;
}

const STDERR_KEPT_CHARACTERS = 64_000;
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

const works = (program: string, args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** What may stand before every command, as far as the machine has it: dies with the server, gives way to it. */
const manners = (): string[] =>
  [
    ['setpriv', '--pdeathsig', 'KILL'],
    ['nice', '-n', '10'],
  ].flatMap(([program, ...args]) => (works(program!, [...args, 'true']) ? [program!, ...args] : []));

const withLimits = ({ cpuSeconds, fileBytes, memoryBytes }: JailLimits): string[] =>
  process.platform === 'win32'
    ? []
    : ['sh', script('limits.sh'), String(cpuSeconds), String(fileBytes), String(memoryBytes)];

/** Makes the jail the system allows: own namespaces where a trial run in them works, else limits alone. */
export async function createJail(options: { want?: JailMode } = {}): Promise<Jail> {
  const before = manners();
  const limited: Jail = {
    mode: 'limits',
    run: async (command) =>
      execute([...before, ...withLimits(command.limits), command.program, ...command.args], command),
  };
  if (options.want === 'limits') return { ...limited, reason: 'asked for' };
  if (process.platform !== 'linux') return { ...limited, reason: 'only Linux has namespaces' };

  const closed: Jail = {
    mode: 'namespaces',
    async run(command) {
      const root = await mkdtemp(join(tmpdir(), 'jail-'));
      try {
        const paths = await Promise.all([command.program, ...command.readable].map((path) => realpath(path)));
        return await execute(
          [
            ...before,
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
  const fault = await tryOut(closed);
  return fault === null ? closed : { ...limited, reason: fault };
}

/** Runs Node in the jail; it must start, and must not see this very file. */
async function tryOut(jail: Jail): Promise<string | null> {
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

/** One line for the start of the server. */
export const describeJail = (jail: Jail): string =>
  jail.mode === 'namespaces'
    ? 'Media programs run in their own namespaces: they see one file, write one folder, and have no network.'
    : `Media programs run with limits and format lists only (no namespaces: ${jail.reason ?? 'unknown'}).`;

/** Kills the program and what it started; they are one process group. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    if (process.platform === 'win32') child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It ended by itself in the meantime.
  }
}

async function execute(argv: string[], { outDir, limits, signal, onStdout }: JailedCommand): Promise<JailResult> {
  if (signal?.aborted) throw new MediaProblem('cancelled', 'Cancelled before the start.');
  const [program, ...args] = argv;
  const child = spawn(program!, args, {
    cwd: outDir,
    // Nothing of the server's settings, keys least of all.
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
    stderr = (stderr + text).slice(-STDERR_KEPT_CHARACTERS);
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
    // unshare of util-linux 2.38 stumbles when it passes on that its program was killed.
    if (exitCode === 1 && /unshare: sigprocmask unblock failed/.test(stderr))
      return { exitCode: null, killedBy: 'SIGKILL', stderr, mayBeOutOfTime };
    return { exitCode, killedBy, stderr, mayBeOutOfTime };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', cancel);
  }
}
