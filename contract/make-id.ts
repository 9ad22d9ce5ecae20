import type { Scope } from './ids.ts';

// A separate file without schemas: every page generates ids, few validate them.

export const userScope = (userId: string): Scope => `user:${userId}`;
export const organizationScope = (organizationId: string): Scope => `org:${organizationId}`;

/**
 * Generates a UUIDv7: 48 bits of milliseconds, then random bits, so that ids sort by creation time.
 *
 * @param nowMs Unix time in milliseconds; tests pass a fixed one.
 */
export const newId = (nowMs: number = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let rest = nowMs;
  for (let i = 5; i >= 0; i -= 1) {
    bytes[i] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
