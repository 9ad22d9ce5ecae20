import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { chown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { statSync } from 'node:fs';
import path from 'node:path';

/** User id of the user `nobody` on common Unix systems. */
const NOBODY = 65534;

/** How to run the programs of PostgreSQL, which refuses to run as root. */
export type RunAs = {
  kind: 'self' | 'namespace' | 'nobody';
  /** A message for the log; empty for none. */
  note: string;
  /** The user that must own the database's files; undefined: keep their owner. */
  ownerId: number | undefined;
  run(program: string, args: string[], options: SpawnOptions): ChildProcess;
};

const self: RunAs = {
  kind: 'self',
  note: '',
  ownerId: undefined,
  run: (program, args, options) => spawn(program, args, options),
};

const UNSHARE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** Inside its user namespace the process is `nobody`, but it can access the files of root. */
const inNamespace: RunAs = {
  kind: 'namespace',
  note: 'Running as root: the database runs as "nobody" in a user namespace of its own.',
  ownerId: 0,
  run: (program, args, options) => spawn('unshare', [...UNSHARE, program, ...args], options),
};

const asNobody: RunAs = {
  kind: 'nobody',
  note: `Running as root where user namespaces are not allowed: the database runs as user ${NOBODY}.`,
  ownerId: NOBODY,
  run: (program, args, options) => spawn(program, args, { ...options, uid: NOBODY, gid: NOBODY }),
};

/**
 * Chooses how to run the database.
 *
 * @param native The folder of its programs.
 * @param folder A folder owned by root that the database must be able to write to.
 */
export function chooseRunAs(native: string, folder: string, wanted?: RunAs['kind']): RunAs {
  if (process.getuid?.() !== 0) return self;
  if (wanted === 'nobody') return asNobody;
  return namespaceReaches(native, folder) ? inNamespace : asNobody;
}

function namespaceReaches(native: string, folder: string): boolean {
  const test = '"$0" --version >/dev/null && test -w "$1"';
  const postgres = path.join(native, 'bin', 'postgres');
  return spawnSync('unshare', [...UNSHARE, 'sh', '-c', test, postgres, folder]).status === 0;
}

/** True if every user can traverse all folders above `target`. */
export function othersReach(target: string): boolean {
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    if ((statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

/** True if every user can run the programs. */
export function othersRun(native: string): boolean {
  const postgres = path.join(native, 'bin', 'postgres');
  return othersReach(postgres) && (statSync(postgres).mode & 0o005) === 0o005;
}

/** Creates a folder that only its owner, the database's user, can access. */
export async function ownFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await ownAll(folder, runAs);
}

/** Changes the owner of a folder and its contents to the database's user, if the database ran as another user before. */
export async function ownAll(folder: string, { ownerId }: RunAs): Promise<void> {
  const { uid } = await stat(folder);
  if (ownerId === undefined) {
    if (process.getuid && uid !== process.getuid())
      throw new Error(
        `The database folder ${folder} belongs to another user (uid ${uid}). ` +
          'Start as that user, or set DATA_DIR to another folder.',
      );
    return;
  }
  if (uid === ownerId) return;
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    await lchownTo(path.join(entry.parentPath, entry.name), ownerId);
  // The folder last, so that the next start repeats an interrupted change.
  await chown(folder, ownerId, ownerId);
}

async function lchownTo(file: string, ownerId: number): Promise<void> {
  if (!(await lstat(file)).isSymbolicLink()) await chown(file, ownerId, ownerId);
}
