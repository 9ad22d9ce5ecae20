import { createHash } from 'node:crypto';
import { lstat, mkdir, mkdtemp, rmdir } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';

/** Part of the socket's file name. Any number works, because the folder holds only this socket. */
export const PORT = 5432;

/** Systems refuse socket paths of more than 103 (macOS) or 107 (Linux) bytes. */
const SOCKET_PATH_MAX_BYTES = 100;

export const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);

const fits = (folder: string) => Buffer.byteLength(path.join(folder, `.s.PGSQL.${PORT}`)) <= SOCKET_PATH_MAX_BYTES;

/**
 * A folder for the socket that only this user can access: in `folder`, or, if that path is too long for a socket, in
 * the temporary files.
 */
export async function socketFolder(folder: string): Promise<string> {
  const near = path.join(folder, 'socket');
  if (fits(near)) {
    await mkdir(near, { recursive: true, mode: 0o700 });
    return near;
  }
  const name = `sideline-${shortHash(folder)}`;
  const temp = [os.tmpdir(), '/tmp'].find((place) => fits(path.join(place, name)));
  if (!temp) throw new Error(`No folder for temporary files has a short enough path (TMPDIR is ${os.tmpdir()}).`);
  const far = path.join(temp, name);
  await mkdir(far, { mode: 0o700 }).catch(() => {});
  // The name is predictable, so another user could have created the folder first to intercept connections.
  return (await isPrivate(far)) ? far : mkdtemp(path.join(temp, 'sl-'));
}

/** Removes a temporary socket folder. Call it when no server listens in it. */
export async function removeTemporary(socket: string, base: string): Promise<void> {
  if (!socket.startsWith(base)) await rmdir(socket).catch(() => {});
}

async function isPrivate(folder: string): Promise<boolean> {
  const stat = await lstat(folder);
  const me = process.getuid?.() ?? stat.uid;
  const mayOwn = me === 0 ? [0, 65534] : [me];
  return stat.isDirectory() && mayOwn.includes(stat.uid) && (stat.mode & 0o077) === 0;
}
