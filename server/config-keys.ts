import { createECDH, randomBytes } from 'node:crypto';
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type VapidKeys = { publicKey: string; privateKey: string };

/** The secret that signs media and upload addresses, made once, in a file that only the owner can read. */
export function loadOrCreateSecret(dataDir: string): string {
  return loadOrCreateFile(path.join(dataDir, 'secret'), () => randomBytes(48).toString('base64url'));
}

/** The VAPID keys that identify this server to push services; made once (RFC 8292). */
export function loadOrCreateVapidKeys(dataDir: string): VapidKeys {
  return JSON.parse(
    loadOrCreateFile(path.join(dataDir, 'vapid.json'), () => JSON.stringify(makeVapidKeys())),
  ) as VapidKeys;
}

function makeVapidKeys(): VapidKeys {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // Pad it: `getPrivateKey` drops leading zero bytes, and web-push refuses shorter keys.
  const privateKey = Buffer.concat([Buffer.alloc(32), curve.getPrivateKey()]).subarray(-32);
  return { publicKey: curve.getPublicKey().toString('base64url'), privateKey: privateKey.toString('base64url') };
}

/** Reads a file, or creates it atomically: two servers that start together get the same content. */
function loadOrCreateFile(file: string, make: () => string): string {
  const existing = read(file);
  if (existing) return existing;
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, make(), { mode: 0o600, flush: true });
  try {
    linkSync(draft, file);
  } catch (error) {
    // Some file systems (FAT, some network shares) have no hard links.
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
