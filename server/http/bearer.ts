import { createHash, timingSafeEqual } from 'node:crypto';

const hashOf = (text: string) => createHash('sha256').update(text).digest();

/** Whether a request has this bearer token. Compares in constant time, so that answers do not tell how much of it is right. */
export const hasBearer = (authorization: string | undefined, wanted: string): boolean =>
  timingSafeEqual(hashOf(authorization?.replace(/^Bearer /, '') ?? ''), hashOf(wanted));
