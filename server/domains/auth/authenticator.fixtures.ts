import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

/** A device with one passkey: answers challenges as browsers do, and can be made to answer wrongly. */

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const BACKED_UP = 0x08 | 0x10;
const HAS_KEY = 0x40;

export interface Faults {
  origin?: string;
  /** The host that the device believes to be on. */
  host?: string;
  isUserVerified?: boolean;
  /** Uses counted by the device. */
  counter?: number;
  userHandle?: string;
  id?: string;
}

const sha256 = (data: Buffer | string): Buffer => createHash('sha256').update(data).digest();
const toBase64Url = (data: Buffer | string): string => Buffer.from(data).toString('base64url');

/** Kind and length in the shortest form, which the server's reader expects. */
const head = (major: number, length: number): Buffer => {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
};
/** CBOR of the few kinds of values that passkeys use. */
const cbor = (value: unknown): Buffer => {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const entries = [...(value as Map<unknown, unknown>)];
  return Buffer.concat([head(5, entries.length), ...entries.flat().map(cbor)]);
};

const coseKey = (key: KeyObject): Buffer => {
  const { x, y } = key.export({ format: 'jwk' });
  return cbor(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x!, 'base64url')],
      [-3, Buffer.from(y!, 'base64url')],
    ]),
  );
};

export const createAuthenticator = (publicUrl: string) => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = toBase64Url(credentialId);
  const site = new URL(publicUrl);
  let userHandle: string | undefined;

  const clientData = (type: string, challenge: string, { origin = site.origin }: Faults): Buffer =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authenticatorData = (
    { host = site.hostname, isUserVerified = true, counter = 0 }: Faults,
    key?: Buffer,
  ): Buffer => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const flags = USER_PRESENT | BACKED_UP | (isUserVerified ? USER_VERIFIED : 0) | (key ? HAS_KEY : 0);
    const length = Buffer.alloc(2);
    length.writeUInt16BE(credentialId.length);
    return Buffer.concat([
      sha256(host),
      Buffer.from([flags]),
      count,
      ...(key ? [Buffer.alloc(16), length, credentialId, key] : []),
    ]);
  };

  return {
    id,
    /** Makes the passkey. @param options The answer of `account.startPasskey`. */
    register(options: { challenge: string; user: { id: string } }, faults: Faults = {}) {
      userHandle = options.user.id;
      const authData = authenticatorData(faults, coseKey(publicKey));
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: toBase64Url(clientData('webauthn.create', options.challenge, faults)),
          attestationObject: toBase64Url(
            cbor(
              new Map<string, unknown>([
                ['fmt', 'none'],
                ['attStmt', new Map()],
                ['authData', authData],
              ]),
            ),
          ),
          transports: ['internal'],
        },
      };
    },
    /** Signs in. @param options The answer of `auth.startPasskeySignIn`. */
    prove({ challenge }: { challenge: string }, faults: Faults = {}) {
      const data = clientData('webauthn.get', challenge, faults);
      const authData = authenticatorData(faults);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id: faults.id ?? id,
        rawId: faults.id ?? id,
        type: 'public-key',
        response: {
          clientDataJSON: toBase64Url(data),
          authenticatorData: toBase64Url(authData),
          signature: toBase64Url(signature),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
};
