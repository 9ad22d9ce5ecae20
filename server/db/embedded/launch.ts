import type { ChildProcess } from 'node:child_process';
import { closeSync, existsSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { Place } from './place.ts';
import { removeStaleLocks } from './postmaster.ts';
import { ownAll, ownFolder } from './run-as.ts';
import { PORT } from './socket.ts';

/** The database's superuser; it exists only behind the private socket. */
export const USER = 'sideline';

const LOG_MAX_BYTES = 5_000_000;

export type Settings = Record<string, string>;

const SETTINGS: Settings = {
  listen_addresses: '',
  shared_buffers: '128MB',
  max_connections: '200',
  // Our queries are short; compiling them costs more than it saves.
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_min_messages: 'warning',
};

/** Creates the data folder unless it exists. Safe in several processes at once: one of them wins. */
export async function initOnce(place: Place, settings: Settings): Promise<void> {
  if (existsSync(path.join(place.data, 'PG_VERSION'))) return;
  const base = path.dirname(place.data);
  await removeDrafts(base);
  const draft = await mkdtemp(path.join(base, `postgres.new-${process.pid}-`));
  try {
    await ownFolder(draft, place.runAs);
    await initdb(place, draft, settings);
    await rename(draft, place.data);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!existsSync(path.join(place.data, 'PG_VERSION'))) throw error;
  }
}

/** Removes incomplete folders of processes that were killed meanwhile. */
async function removeDrafts(base: string): Promise<void> {
  for (const name of await readdir(base)) {
    const pid = /^postgres\.new-(\d+)-/.exec(name)?.[1];
    if (pid && !isAlive(Number(pid))) await rm(path.join(base, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

async function initdb(place: Place, folder: string, settings: Settings): Promise<void> {
  // Sort by code point, the same on every machine, but with the case rules of Unicode ("Š" is "š"), which the plain C
  // locale does not have. The search index uses the system's C.UTF-8 if it exists.
  const locale = ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  const args = ['-D', folder, '-U', USER, '-A', 'trust', '-E', 'UTF8'];
  if (settings.fsync === 'off') args.push('-N');
  const preferred = await finish(place, 'initdb', [...args, ...locale, '--lc-ctype=C.UTF-8'], folder);
  if (preferred.code === 0) return;
  for (const name of await readdir(folder)) await rm(path.join(folder, name), { recursive: true });
  const fallback = await finish(place, 'initdb', [...args, ...locale], folder);
  if (fallback.code !== 0) throw new Error(`The database folder could not be created (initdb): ${fallback.output}`);
}

function finish(place: Place, name: string, args: string[], cwd: string) {
  return new Promise<{ code: number | null; output: string }>((resolve, reject) => {
    const child = place.runAs.run(path.join(place.native, 'bin', name), args, {
      cwd,
      env: environment(place),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    child.stdout?.on('data', (text) => (output += text));
    child.stderr?.on('data', (text) => (output += text));
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output: output.trim() }));
  });
}

/** Starts the server process. The caller must connect to find out whether it becomes ready. */
export async function spawnPostgres(place: Place, settings: Settings, logFile: string): Promise<ChildProcess> {
  await ownAll(place.data, place.runAs);
  await ownFolder(place.socket, place.runAs);
  removeStaleLocks(place.data, place.socket);
  if (existsSync(logFile) && statSync(logFile).size > LOG_MAX_BYTES) renameSync(logFile, `${logFile}.old`);
  const all = { ...SETTINGS, ...settings };
  const args = ['-D', place.data, '-k', quoted(place.socket), '-p', String(PORT)];
  for (const [key, value] of Object.entries(all)) args.push('-c', `${key}=${value}`);
  const log = openSync(logFile, 'a', 0o600);
  try {
    const child = place.runAs.run(path.join(place.native, 'bin', 'postgres'), args, {
      cwd: place.data,
      env: environment(place),
      // A session of its own: Ctrl-C in the terminal must reach only the app, which then stops the database.
      detached: true,
      stdio: ['ignore', log, log],
    });
    child.on('error', () => {});
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

/** The socket setting is a list: a comma or a quote in the path must not split it. */
const quoted = (folder: string) => `"${folder.replaceAll('"', '""')}"`;

const environment = (place: Place) => ({
  PATH: process.env.PATH ?? '',
  HOME: path.dirname(place.data),
  LC_MESSAGES: 'C',
});

/** The last lines of the server's log, for an error message. */
export function lastLogLines(logFile: string): string {
  try {
    return readFileSync(logFile, 'utf8').trim().split('\n').slice(-6).join('\n');
  } catch {
    return '';
  }
}
