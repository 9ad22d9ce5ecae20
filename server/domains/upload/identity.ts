import { createHash } from 'node:crypto';
import { UNIT_BYTES } from '#contract/limits.ts';

/**
 * A file's identity: SHA-256 over the raw digests of its 1 MiB units in order, then its size in bytes as eight bytes,
 * most significant first. It does not depend on the chunk size. Source: D-105.
 */
export const fileIdentity = (digests: Iterable<Uint8Array>, sizeBytes: number): string => {
  const hash = createHash('sha256');
  for (const digest of digests) hash.update(digest);
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(sizeBytes));
  return hash.update(size).digest('hex');
};

/** The identity of a small file in memory. */
export const identityOf = (bytes: Uint8Array): string => {
  const digests: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; at += UNIT_BYTES)
    digests.push(
      createHash('sha256')
        .update(bytes.subarray(at, at + UNIT_BYTES))
        .digest(),
    );
  return fileIdentity(digests, bytes.length);
};
