import { createHash } from 'node:crypto';

/** The same id for the same name, so that filling in twice makes nothing twice. */
export const demoId = (name: string): string => {
  const bytes = createHash('sha256').update(`sideline demo: ${name}`).digest().subarray(0, 16);
  bytes[6] = (bytes[6]! & 0x0f) | 0x80;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};

/** A number from 0 up to, not including, `below`; the same for the same name. */
export const demoNumber = (name: string, below: number): number =>
  createHash('sha256').update(name).digest().readUInt32BE(0) % below;
