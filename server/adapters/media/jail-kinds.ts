import { spawnSync } from 'node:child_process';
import { constants, existsSync, lstatSync, readlinkSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lchown,
  mkdir,
  mkdtemp,
  open,
  readdir,
  realpath,
  rm,
  rmdir,
  stat,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execute } from './jail.ts';
import type { Jail, JailedCommand, JailLimits, JailMode, JailResult } from './jail.ts';
import { makeFilter } from './jail-filter.ts';

/** The kinds of jail (decision 0034). A jail made here has not been tried: see jail-keeper.ts. */

const PROCESSES_MAX = 256;
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const isRoot = (): boolean => process.getuid?.() === 0;

const runsOk = (program: string, args: string[]): boolean => spawnSync(program, args, { stdio: 'ignore' }).status === 0;
const helpOf = (program: string): string => {
  const { stdout, stderr } = spawnSync(program, ['--help'], { encoding: 'utf8' });
  return `${stdout ?? ''}${stderr ?? ''}`;
};

const DIES_WITH_SERVER = ['setpriv', '--pdeathsig', 'KILL'];
/** Media programs come after what people wait for. */
const NICE = 10;
const atPriority = (nice: number): string[] => ['nice', '-n', String(nice)];
const NO_PRIVILEGES = ['--no-new-privs', '--inh-caps=-all', '--bounding-set=-all'];

/** Those of the programs that the machine has, in front of every command. */
const prefixOf = (...programs: string[][]): string[] =>
  programs.flatMap(([program, ...args]) => (runsOk(program!, [...args, 'true']) ? [program!, ...args] : []));

const withLimits = ({ cpuSeconds, fileBytes, memoryBytes }: JailLimits, nice: number): string[] =>
  process.platform === 'win32'
    ? []
    : ['sh', script('limits.sh'), ...[cpuSeconds, fileBytes, memoryBytes, nice].map(String)];

export interface JailOptions {
  /** Whether system calls are filtered where the jail's programs can do it. */
  readonly isFiltered?: boolean;
  /** How far its programs come behind others, as `nice` counts. */
  readonly nice?: number | undefined;
}

/**
 * Makes a jail of a kind.
 *
 * @returns Null if this machine cannot have it at all: another system, a program that is not installed, `user` without
 * being root, or a filter that nothing here can set.
 */
export function makeJail(mode: JailMode, { isFiltered = false, nice = NICE }: JailOptions = {}): Jail | null {
  const filter = isFiltered ? makeFilter() : null;
  if (isFiltered && (filter === null || process.platform !== 'linux')) return null;
  switch (mode) {
    case 'namespaces':
      return process.platform === 'linux' ? inNamespaces(filter, nice) : null;
    case 'bubblewrap':
      return process.platform === 'linux' ? inBubblewrap(filter, nice) : null;
    case 'user':
      return process.platform === 'linux' && isRoot() && filter === null ? asOtherUser(nice) : null;
    case 'limits':
      return filter === null ? withLimitsOnly(nice) : null;
  }
}

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

/** Namespaces of its own: only system libraries, the named files and one folder exist; no network, no privileges. */
function inNamespaces(filter: Buffer | null, nice: number): Jail | null {
  if (filter && !helpOf('setpriv').includes('--seccomp-filter')) return null;
  const prefix = prefixOf(DIES_WITH_SERVER, atPriority(nice));
  return {
    mode: 'namespaces',
    isFiltered: filter !== null,
    run: (command) =>
      inFolder(filter, async (root, filterFile) => {
        const paths = await Promise.all([command.program, ...command.readable].map((path) => realpath(path)));
        const built = [
          'unshare',
          ...NAMESPACES,
          'sh',
          script('jail.sh'),
          root,
          String(PROCESSES_MAX),
          filterFile ?? '-',
        ];
        const argv = [
          ...prefix,
          ...withLimits(command.limits, nice),
          ...built,
          await realpath(command.outDir),
          ...paths,
        ];
        return execute([...argv, '--', paths[0]!, ...command.args], command);
      }),
  };
}

/** An empty folder for a root, and the filter as a file beside it; both are deleted when the work ends. */
async function inFolder<T>(
  filter: Buffer | null,
  work: (root: string, filterFile: string | null) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'jail-'));
  const [root, filterFile] = [join(folder, 'root'), join(folder, 'filter')];
  try {
    await mkdir(root);
    if (filter) await writeFile(filterFile, filter);
    return await work(root, filter ? filterFile : null);
  } finally {
    // No recursive deletion here: nothing else can be in it.
    if (filter) await unlink(filterFile).catch(() => {});
    await rmdir(root).catch(() => {});
    await rmdir(folder);
  }
}

const LIBRARIES = ['/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/local/lib', '/lib', '/lib32', '/lib64', '/nix/store'];

/** Shows the system's libraries at their places, links as links. */
const libraryArgs = (): string[] =>
  LIBRARIES.filter((path) => existsSync(path)).flatMap((path) =>
    lstatSync(path).isSymbolicLink() ? ['--symlink', readlinkSync(path), path] : ['--ro-bind', path, path],
  );

/** Exit codes of bubblewrap for a program that was killed. */
const KILLED: Readonly<Record<number, NodeJS.Signals>> = { 137: 'SIGKILL', 143: 'SIGTERM', 152: 'SIGXCPU' };
const killedInside = (result: JailResult): JailResult => {
  const killedBy = KILLED[result.exitCode ?? 0];
  return killedBy ? { ...result, exitCode: null, killedBy } : result;
};

/** The same by bubblewrap, which may where unprivileged namespaces are forbidden: it has a profile or is set-user-id. */
function inBubblewrap(filter: Buffer | null, nice: number): Jail | null {
  const help = helpOf('bwrap');
  if (!help.includes('--ro-bind')) return null;
  const prefix = prefixOf(DIES_WITH_SERVER, atPriority(nice));
  const own = ['--unshare-all', '--die-with-parent', '--new-session', '--cap-drop', 'ALL'];
  if (help.includes('--disable-userns')) own.push('--unshare-user', '--disable-userns');
  if (existsSync('/etc/ld.so.cache')) own.push('--ro-bind', '/etc/ld.so.cache', '/etc/ld.so.cache');

  const start = async (command: JailedCommand, filterFile: string | null): Promise<JailResult> => {
    const paths = await Promise.all([command.program, ...command.readable].map((path) => realpath(path)));
    const outDir = await realpath(command.outDir);
    const binds = paths.filter((path) => !isBelow(path, LIBRARIES)).flatMap((path) => ['--ro-bind', path, path]);
    const places = ['--bind', outDir, outDir, '--dir', '/proc', '--dev-bind', '/dev/null', '/dev/null'];
    const last = ['--remount-ro', '/', '--chdir', outDir, ...(filterFile ? ['--seccomp', '3'] : [])];
    const built = ['bwrap', ...own, ...libraryArgs(), ...binds, ...places, ...last, '--', paths[0]!];
    const argv = [...prefix, ...withLimits(command.limits, nice), ...built, ...command.args];
    if (!filterFile) return killedInside(await execute(argv, command));
    const handle = await open(filterFile, 'r');
    try {
      return killedInside(await execute(argv, command, [handle.fd]));
    } finally {
      await handle.close();
    }
  };
  return {
    mode: 'bubblewrap',
    isFiltered: filter !== null,
    run: (command) => inFolder(filter, (_, filterFile) => start(command, filterFile)),
  };
}

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path === folder || path.startsWith(`${folder}/`));

/** User ids for jailed programs: far above those that systems give. Each run has its own. */
const FIRST_USER = 1_879_048_192;
const USERS = 65_536;
let nextUser = process.pid % USERS;

/**
 * A user of its own without any privilege, for a server that runs as root where no namespaces can be had. It sees what
 * everybody may read and has the network, but no file of the server, and no other process of it.
 */
function asOtherUser(nice: number): Jail | null {
  if (!runsOk('setpriv', ['--reuid', String(FIRST_USER), '--clear-groups', ...NO_PRIVILEGES, 'true'])) return null;
  return {
    mode: 'user',
    isFiltered: false,
    async run(command) {
      nextUser = (nextUser + 1) % USERS;
      const user = FIRST_USER + nextUser;
      const outDir = await realpath(command.outDir);
      // Node looks at every folder above its files, which are closed to other users; ffmpeg needs only its own.
      if (command.program !== process.execPath || (await isOpen(outDir))) return runAs(user, command, outDir, nice);
      const base = await mkdtemp(join(tmpdir(), 'jail-'));
      try {
        await chmod(base, 0o711);
        const open = join(base, 'out');
        await cp(outDir, open, { recursive: true });
        const args = command.args.map((arg) => arg.replaceAll(outDir, open));
        const result = await runAs(user, { ...command, args, outDir: open }, open, nice);
        await cp(open, outDir, { recursive: true, force: true });
        return result;
      } finally {
        await rm(base, { recursive: true, force: true });
      }
    },
  };
}

/** Sets the limit of processes under the name that the shell has for it, then executes a program. */
const FEW_PROCESSES = `ulimit -u ${PROCESSES_MAX} 2>/dev/null || ulimit -p ${PROCESSES_MAX} 2>/dev/null || :; exec "$@"`;

async function runAs(user: number, command: JailedCommand, outDir: string, nice: number): Promise<JailResult> {
  const copies = await copyClosed([command.program, ...command.readable], outDir);
  try {
    await ownAll(outDir, user);
    // Its folder is reached as the working directory.
    const places = new Map([...copies, [outDir, '.'] as const]);
    const anyPlace = new RegExp([...places.keys()].map((from) => RegExp.escape(from)).join('|'), 'g');
    const inside = (text: string) => text.replaceAll(anyPlace, (from) => places.get(from)!);
    const limited = [
      ...prefixOf(atPriority(nice)),
      ...withLimits(command.limits, nice),
      'sh',
      '-c',
      FEW_PROCESSES,
      'sh',
    ];
    const as = ['setpriv', '--reuid', String(user), '--regid', String(user), '--clear-groups', ...NO_PRIVILEGES];
    // The signal is set after the user: the kernel forgets it when the user changes.
    const argv = [...limited, ...as, '--pdeathsig', 'KILL', '--', inside(command.program), ...command.args.map(inside)];
    return await execute(argv, command);
  } finally {
    // What left the process group ends too: the user has no other processes.
    spawnSync('setpriv', ['--reuid', String(user), '--clear-groups', 'kill', '-KILL', '--', '-1'], { stdio: 'ignore' });
    await rm(join(outDir, COPIES), { recursive: true, force: true });
    await ownAll(outDir, process.getuid!());
  }
}

/** Folder of the copies in the one that the program may write. */
const COPIES = './.in';

/**
 * Copies what other users cannot reach into the folder, without using room where the disk can share blocks. Each copy keeps its
 * path below it: a Node program finds its packages by their place.
 */
async function copyClosed(
  readable: readonly string[],
  outDir: string,
): Promise<(readonly [from: string, to: string])[]> {
  const copies: (readonly [string, string])[] = [];
  for (const path of readable) {
    const real = await realpath(path);
    if ((await isOpen(dirname(real))) && ((await stat(real)).mode & 0o004) !== 0) continue;
    const name = `${COPIES}${real}`;
    await mkdir(join(outDir, dirname(name)), { recursive: true });
    await cp(real, join(outDir, name), { recursive: true, mode: constants.COPYFILE_FICLONE });
    copies.push([path, name]);
  }
  // The longest path first: it may begin with another one.
  return copies.toSorted(([a], [b]) => b.length - a.length);
}

/** Whether every user may pass through a folder and all above it. */
async function isOpen(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false;
  return folder === dirname(folder) || isOpen(dirname(folder));
}

/** Gives a folder and what is in it to a user. */
async function ownAll(folder: string, user: number): Promise<void> {
  for (const { parentPath, name } of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lchown(join(parentPath, name), user, user);
  await chown(folder, user, user);
}

/** Limits and format lists only. Root keeps no privilege, and runs nothing where they cannot be dropped. */
function withLimitsOnly(nice: number): Jail | null {
  const drop = prefixOf(['setpriv', ...NO_PRIVILEGES]);
  if (isRoot() && drop.length === 0) return null;
  const prefix = prefixOf(DIES_WITH_SERVER, atPriority(nice));
  return {
    mode: 'limits',
    isFiltered: false,
    run: (command) =>
      execute(
        [...prefix, ...withLimits(command.limits, nice), ...(isRoot() ? drop : []), command.program, ...command.args],
        command,
      ),
  };
}
