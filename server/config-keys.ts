import { createECDH, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The secret that signs media and upload addresses, made once and kept where only the owner may read. */
export function keptSecret(dataDir: string): string {
  return keptFile(path.join(dataDir, 'secret'), () => randomBytes(48).toString('base64url'));
}

/** The keys this server introduces itself with to push services, made once (RFC 8292). */
export function keptVapidKeys(dataDir: string): VapidKeys {
  return JSON.parse(keptFile(path.join(dataDir, 'vapid.json'), () => JSON.stringify(makeVapidKeys()))) as VapidKeys;
}

function makeVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // A leading zero byte is dropped by the curve's number, and a shorter key is refused.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Reads a file, or makes it whole at once: of two servers that start together, both get the first one's. */
function keptFile(file: string, make: () => string): string {
  const kept = read(file);
  if (kept) return kept;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Some file systems (FAT, some network shares) know no hard links.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
  return readFileSync(file, 'utf8');
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return undefined;
  }
}
