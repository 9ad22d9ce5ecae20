import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { CODE_DIGITS } from '#contract/limits.ts';
import type { HashLine } from '#server/calls/bounds.ts';
import type { Services } from '#server/services.ts';
import { hashOfStranger, isPasswordOfStranger } from './stranger-hashes.ts';

type Hashing = Pick<Services, 'bounds'>;

/** Hashes few passwords at once. @throws Problem `server.busy` when too many wait in the line. */
const inLine = async <T>({ bounds }: Hashing, line: HashLine, work: () => Promise<T>): Promise<T> => {
  const leave = await bounds.hashes.take(line);
  try {
    return await work();
  } finally {
    leave();
  }
};

/** argon2id with 19 MiB and two passes, the library's and OWASP's default. At once: for rows that no client asked for. */
export const makeHash = (password: string): Promise<string> => hash(password);

/** Hashes a password of a client in its line. @throws Problem `server.busy` */
export const hashPassword = (services: Hashing, line: HashLine, password: string): Promise<string> =>
  inLine(services, line, () => (line === 'strangers' ? hashOfStranger(password) : makeHash(password)));

const compare = (line: HashLine, passwordHash: string, password: string): Promise<boolean> =>
  line === 'strangers'
    ? isPasswordOfStranger(passwordHash, password)
    : verify(passwordHash, password).catch(() => false);

/** A password is compared with this if there is no such account, so that both cases take the same time. */
const decoyHash = makeHash(randomBytes(24).toString('hex'));

/** Compares a password with an account's hash, or with a decoy if there is no account. @throws Problem `server.busy` */
export const isPassword = (
  services: Hashing,
  line: HashLine,
  password: string,
  passwordHash: string | undefined,
): Promise<boolean> =>
  inLine(services, line, async () => {
    const matches = await compare(line, passwordHash ?? (await decoyHash), password);
    return matches && passwordHash !== undefined;
  });

/** The code of a row: the same one however often it is sent, without being stored. */
export const codeOf = (secret: string, codeId: string): string => {
  const number = createHmac('sha256', secret).update(`digits:${codeId}`).digest().readUIntBE(0, 6);
  return String(number % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, '0');
};

/** Hash of a code, bound to its row and to its destination. */
export const hashCode = (secret: string, codeId: string, destination: string, code: string): string =>
  createHmac('sha256', secret).update(`code:${codeId}:${destination}:${code}`).digest('base64url');

export const makeToken = (): string => randomBytes(32).toString('base64url');
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url');

const signGeneration = (secret: string, sessionId: string, generation: number): string =>
  createHmac('sha256', secret).update(`refresh:${sessionId}:${generation}`).digest('base64url');

/** The refresh token of a generation of a session: the same one however often it is made. Source: D-58. */
export const makeRefreshToken = (secret: string, sessionId: string, generation: number): string =>
  `${sessionId}.${generation}.${signGeneration(secret, sessionId, generation)}`;

/** Session and generation of a refresh token; undefined for a token that this server did not make. */
export const readRefreshToken = (
  secret: string,
  token: string,
): { sessionId: string; generation: number } | undefined => {
  const match = /^([0-9a-f-]{36})\.(\d{1,9})\.([\w-]{43})$/.exec(token);
  if (!match) return undefined;
  const [, sessionId, generation, signature] = match as unknown as [string, string, string, string];
  return isSame(signature, signGeneration(secret, sessionId, Number(generation)))
    ? { sessionId, generation: Number(generation) }
    : undefined;
};

/** Compares two texts in constant time. */
export const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));
