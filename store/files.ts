import type { AccountDatabase } from './database.ts';

/**
 * Saves a small file on the device for a queued call to refer to.
 *
 * @returns Its SHA-256 as hex: the reference that the call carries.
 */
export const saveFile = async (db: AccountDatabase, blob: Blob): Promise<string> => {
  const digest = await crypto.subtle.digest('SHA-256', await blob.arrayBuffer());
  const sha256 = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const existing = await db.files.get(sha256);
  if (!existing) await db.files.put({ sha256, blob, isSent: 0, savedAtMs: Date.now() });
  return sha256;
};
