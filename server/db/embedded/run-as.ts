import { spawn, spawnSync } from 'node:child_process';
import type { ChildProcess, SpawnOptions } from 'node:child_process';
import { chown, lstat, mkdir, readdir, stat } from 'node:fs/promises';
import { statSync } from 'node:fs';
import path from 'node:path';

/** 'nobody' on every common Unix. */
const NOBODY = 65534;

/** How the database's programs are run; PostgreSQL refuses to run as root. */
export type RunAs = {
  kind: 'self' | 'namespace' | 'nobody';
  /** Plain words for the log; empty when there is nothing to say. */
  say: string;
  /** The user that must own the database's files; undefined = leave as they are. */
  ownerId: number | undefined;
  run(program: string, args: string[], options: SpawnOptions): ChildProcess;
};

const self: RunAs = {
  kind: 'self',
  say: '',
  ownerId: undefined,
  run: (program, args, options) => spawn(program, args, options),
};

const UNSHARE = ['--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'];

/** The process is 'nobody' in its own eyes, and still reaches whatever root owns. */
const inNamespace: RunAs = {
  kind: 'namespace',
  say: 'Running as root: the database runs as "nobody" in a user namespace of its own.',
  ownerId: 0,
  run: (program, args, options) => spawn('unshare', [...UNSHARE, program, ...args], options),
};

const asNobody: RunAs = {
  kind: 'nobody',
  say: `Running as root where user namespaces are not allowed: the database runs as user ${NOBODY}.`,
  ownerId: NOBODY,
  run: (program, args, options) => spawn(program, args, { ...options, uid: NOBODY, gid: NOBODY }),
};

/**
 * Chooses how to run the database.
 *
 * @param native The folder of its programs.
 * @param folder A folder of root's that the database must be able to write to.
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

/** Whether a user who owns nothing on the way there may pass through every folder above `target`. */
export function othersReach(target: string): boolean {
  for (let at = path.dirname(target); ; at = path.dirname(at)) {
    if ((statSync(at).mode & 0o001) === 0) return false;
    if (at === path.dirname(at)) return true;
  }
}

/** Whether anybody may read the programs, the folders above them included. */
export function othersRun(native: string): boolean {
  const postgres = path.join(native, 'bin', 'postgres');
  return othersReach(postgres) && (statSync(postgres).mode & 0o005) === 0o005;
}

/** Makes a folder that the database's user owns and nobody else may enter. */
export async function ownFolder(folder: string, runAs: RunAs): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await ownAll(folder, runAs);
}

/** Gives a whole folder to the database's user, if another way of running had it before. */
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
  // Last, so that an interrupted run starts over.
  await chown(folder, ownerId, ownerId);
}

async function lchownTo(file: string, ownerId: number): Promise<void> {
  if (!(await lstat(file)).isSymbolicLink()) await chown(file, ownerId, ownerId);
}
