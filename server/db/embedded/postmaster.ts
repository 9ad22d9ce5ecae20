import { execFileSync } from 'node:child_process';
import { readFileSync, readlinkSync, rmSync } from 'node:fs';
import path from 'node:path';
import { PORT } from './socket.ts';

const STOP_FAST_MS = 20_000;
const STOP_IMMEDIATE_MS = 5_000;
const POLL_MS = 25;

export type Postmaster = { pid: number; socket: string; port: number };

const pidFile = (data: string) => path.join(data, 'postmaster.pid');

/** Reads the lock file of the data folder. Its server may be dead. */
export function readPostmaster(data: string): Postmaster | undefined {
  try {
    const [pid, , , port, socket] = readFileSync(pidFile(data), 'utf8').split('\n');
    if (!Number(pid)) return undefined;
    return { pid: Number(pid), port: Number(port) || PORT, socket: socket?.trim() ?? '' };
  } catch {
    return undefined;
  }
}

/** True if the process is a server on this folder, not an unrelated process that reuses its pid. */
function serves(data: string, pid: number): boolean {
  try {
    process.kill(pid, 0);
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === data;
    if (process.platform === 'win32') return true;
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes('postgres');
  } catch {
    return false;
  }
}

/** Removes the lock files of a killed server that PostgreSQL itself would not remove. */
export function removeStaleLocks(data: string, socket: string): void {
  const postmaster = readPostmaster(data);
  if (postmaster && serves(data, postmaster.pid)) return;
  rmSync(pidFile(data), { force: true });
  if (socket) rmSync(path.join(socket, `.s.PGSQL.${PORT}.lock`), { force: true });
}

/** Stops the server on this folder: open transactions are rolled back, all data is written. */
export async function stopPostmaster(data: string): Promise<void> {
  const server = readPostmaster(data);
  if (!server || !serves(data, server.pid)) return;
  const gone = () => !serves(data, server.pid);
  const steps: [NodeJS.Signals, number][] = [
    ['SIGINT', STOP_FAST_MS],
    ['SIGQUIT', STOP_IMMEDIATE_MS],
    ['SIGKILL', STOP_IMMEDIATE_MS],
  ];
  for (const [signal, timeoutMs] of steps) {
    send(server.pid, signal);
    if (await until(gone, timeoutMs)) return;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Already gone.
  }
}

async function until(done: () => boolean, timeoutMs: number): Promise<boolean> {
  const giveUpAtMs = performance.now() + timeoutMs;
  while (!done()) {
    if (performance.now() > giveUpAtMs) return false;
    await new Promise((next) => setTimeout(next, POLL_MS));
  }
  return true;
}
