import { chmod, cp, mkdir, realpath, rename, rm, symlink } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { copyNative, restoreLinks } from './binaries.ts';
import { chooseRunAs, othersReach, othersRun } from './run-as.ts';
import type { RunAs } from './run-as.ts';
import { shortHash, socketFolder } from './socket.ts';

/** The folders of an embedded database, and how to run it. */
export type Place = {
  runAs: RunAs;
  /** Folder with `bin`, `lib` and `share`. */
  native: string;
  /** PostgreSQL's own data folder; may not exist yet. */
  data: string;
  socket: string;
  /** Log messages about anything unusual. */
  notes: string[];
};

/** Parent of the database folder if the unprivileged user cannot reach DATA_DIR. */
const REACHABLE_ROOT = '/var/lib';

/** Finds the folders, or creates them. Starts nothing. */
export async function preparePlace(dataDir: string, installed: string, wanted?: RunAs['kind']): Promise<Place> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const probe = path.join(dataDir, 'socket');
  await mkdir(probe, { recursive: true, mode: 0o700 });

  let native = await restoreLinks(installed).then(
    () => installed,
    () => copyNative(installed, dataDir), // node_modules may be read-only
  );
  const runAs = chooseRunAs(native, probe, wanted);
  const notes = runAs.note ? [runAs.note] : [];
  const link = path.join(dataDir, 'postgres');
  let base = dataDir;

  if (runAs.kind === 'nobody') {
    const reachable = path.join(REACHABLE_ROOT, `sideline-${shortHash(dataDir)}`);
    if (othersReach(dataDir)) {
      await chmod(dataDir, 0o711);
    } else {
      base = reachable;
      await mkdir(base, { recursive: true, mode: 0o711 });
      await moveOut(link, path.join(base, 'postgres'));
      notes.push(`Other users may not enter ${dataDir}, so the database is in ${base}.`);
    }
    if (!othersRun(native)) {
      await mkdir(reachable, { recursive: true, mode: 0o711 });
      native = await copyNative(installed, reachable);
      notes.push(`The database's programs were copied to ${native}.`);
    }
  }
  const data = existsSync(link) ? await realpath(link) : path.join(base, 'postgres');
  return { runAs, native, data, socket: await socketFolder(base), notes };
}

/** Moves an existing database, if any, to `target`, and links to it. */
async function moveOut(link: string, target: string): Promise<void> {
  if (existsSync(link) && (await realpath(link)) !== target) {
    const from = await realpath(link);
    await rename(from, target).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EXDEV') throw error;
      await cp(from, `${target}.copy`, { recursive: true, preserveTimestamps: true });
      await rename(`${target}.copy`, target);
      await rm(from, { recursive: true });
    });
    await rm(link, { force: true });
  }
  await symlink(target, link).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
