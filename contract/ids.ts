import * as v from 'valibot';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** A row's id: UUIDv7, made by the client that makes the row and kept by the server. Source: decisions D-08. */
export const Id = v.pipe(v.string(), v.regex(UUID, 'must be a UUID'));

/** Reference data keep fixed slugs, such as `ice-hockey`. Source: decisions §10. */
export const Slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(80));

/** SHA-256 as 64 lower-case hex digits. */
export const Sha256 = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/));

/** `user:<id>` or `org:<id>`: whose rows a call reads or writes. Fixed when the person acts. */
export const Scope = v.pipe(v.string(), v.regex(/^(user|org):[0-9a-f-]{36}$/));
export type Scope = v.InferOutput<typeof Scope>;

export const userScope = (userId: string): Scope => `user:${userId}`;
export const organizationScope = (organizationId: string): Scope => `org:${organizationId}`;

/**
 * Makes a UUIDv7: 48 bits of milliseconds, then random bits, so ids sort by the time they were made.
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
