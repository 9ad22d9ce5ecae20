import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A signature over a purpose, an id and an instant: whoever has it may do that one thing to that one content until
 * then. No state is kept; every process with the same secret understands it.
 */
const MAC_BYTES = 24;

const macOf = (secret: string, purpose: string, id: string, expiresAtS: number): Buffer =>
  createHmac('sha256', `${purpose}:${secret}`).update(`${id}.${expiresAtS}`).digest().subarray(0, MAC_BYTES);

export const signToken = (secret: string, purpose: string, id: string, expiresAtS: number): string =>
  `${expiresAtS.toString(36)}.${macOf(secret, purpose, id, expiresAtS).toString('base64url')}`;

const TOKEN = /^([0-9a-z]{1,9})\.([\w-]{32})$/;

/** The signature is compared first and in constant time, so that nothing can be learned from the answer's speed. */
export const checkToken = (
  secret: string,
  purpose: string,
  id: string,
  token: string,
  now: Date,
): 'good' | 'bad' | 'expired' => {
  const match = TOKEN.exec(token);
  if (!match) return 'bad';
  const expiresAtS = Number.parseInt(match[1]!, 36);
  const given = Buffer.from(match[2]!, 'base64url');
  if (given.length !== MAC_BYTES || !timingSafeEqual(given, macOf(secret, purpose, id, expiresAtS))) return 'bad';
  return expiresAtS * 1000 > now.getTime() ? 'good' : 'expired';
};

/**
 * An unguessable name that always comes out the same for the same thing: a step that is repeated after a crash leaves
 * no second picture behind.
 */
export const secretName = (secret: string, what: string): string =>
  createHmac('sha256', `name:${secret}`).update(what).digest('base64url').slice(0, 32);
