import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * A signature over a purpose, an id and an instant: its holder may do that one thing to that one content until then. It
 * needs no row; every process with the same secret can check it.
 */
const MAC_BYTES = 24;

/**
 * What a token allows: to get the media of a content, to save its original, to send its bytes, to save an archive, or to
 * switch the digest mails of a person off.
 */
export type TokenPurpose = 'media' | 'original' | 'upload' | 'export' | 'digest-mails';

const macOf = (secret: string, purpose: TokenPurpose, id: string, expiresAtS: number): Buffer =>
  createHmac('sha256', `${purpose}:${secret}`).update(`${id}.${expiresAtS}`).digest().subarray(0, MAC_BYTES);

export const signToken = (secret: string, purpose: TokenPurpose, id: string, expiresAtS: number): string =>
  `${expiresAtS.toString(36)}.${macOf(secret, purpose, id, expiresAtS).toString('base64url')}`;

const TOKEN = /^([0-9a-z]{1,9})\.([\w-]{32})$/;

/** Compares the signature first and in constant time, so that the time of the answer tells an attacker nothing. */
export const checkToken = (
  secret: string,
  purpose: TokenPurpose,
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
 * An unguessable name that is always the same for the same thing: a step that is repeated after a crash makes no second
 * picture.
 */
export const secretName = (secret: string, what: string): string =>
  createHmac('sha256', `name:${secret}`).update(what).digest('base64url').slice(0, 32);
