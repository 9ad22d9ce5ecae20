import { createHash } from 'node:crypto';

/** Derives an id from a name, so that inserting twice makes no duplicates. */
export const demoId = (name: string): string => {
  const bytes = createHash('sha256').update(`sideline demo: ${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** Derives a number from a name, from 0 to below `below`. */
export const demoNumber = (name: string, below: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % below;
