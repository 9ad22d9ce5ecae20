import { createDecipheriv, createECDH, hkdfSync, randomBytes, type ECDH } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

/** For localhost only, made for these tests, valid until 2125. */
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg88cJnhpudFAqE9m+
fS6k6ARgIWHquz8TlaBubv9xY1WhRANCAASdxQWKeE6bvtDHbIz2MU1DB0E2bIqR
W21jrfWVQQH2Oy/BlHM6g4Th7tvIWUapHbQKwMIImE5av+OF3U2NE54d
-----END PRIVATE KEY-----
`;
export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBZzCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyNTAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABJ3FBYp4Tpu+0Mds
jPYxTUMHQTZsipFbbWOt9ZVBAfY7L8GUczqDhOHu28hZRqkdtArAwgiYTlq/44Xd
TY0Tnh2jTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
BTADAQH/MB0GA1UdDgQWBBRhsBjvIQ6kH23G5xovIiSdMYI7kTAKBggqhkjOPQQD
AgNIADBFAiEAwAmtUld/89tIXo2q1eypTR8DNyCGrGUMfPx1NOQV+yQCIBqs8CT2
IkjCdBcWJA6l9YfkgncJPoLQPAJgiUumYYP3
-----END CERTIFICATE-----
`;

export interface Delivery {
  path: string;
  headers: Record<string, string | string[] | undefined>;
  bytes: number;
  /** Decrypts it as the device of that path. @throws Error if it was encrypted for another device. */
  read(): string;
}

interface Keys {
  curve: ECDH;
  auth: Buffer;
}

/** Decrypts a message as a browser does (RFC 8188, RFC 8291). */
const decrypt = (body: Buffer, { curve, auth }: Keys): string => {
  const salt = body.subarray(0, 16);
  const keyEnd = 21 + body.readUInt8(20);
  const senderKey = body.subarray(21, keyEnd);
  const derive = (secret: ArrayBuffer | Buffer, from: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', new Uint8Array(secret), from, info, bytes));
  const secret = derive(
    curve.computeSecret(senderKey),
    auth,
    Buffer.concat([Buffer.from('WebPush: info\0'), curve.getPublicKey(), senderKey]),
    32,
  );
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16);
  const nonce = derive(secret, salt, 'Content-Encoding: nonce\0', 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(body.subarray(-16));
  const padded = Buffer.concat([decipher.update(body.subarray(keyEnd, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
};

/** A local push service: records what is sent to it and answers with a status set by the test. */
export const startPushService = async () => {
  const deliveries: Delivery[] = [];
  const answers = new Map<string, number>();
  const heldPaths = new Set<string>();
  const keys = new Map<string, Keys>();
  const server: Server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    const parts: Buffer[] = [];
    const path = request.url ?? '';
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts);
      deliveries.push({
        path,
        headers: request.headers,
        bytes: body.length,
        read: () => decrypt(body, keys.get(path)!),
      });
      if (!heldPaths.has(path)) response.writeHead(answers.get(path) ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    deliveries,
    answerWith: (path: string, status: number) => answers.set(path, status),
    /** Accepts requests to that path without answering, until `release`. */
    hold: (path: string) => void heldPaths.add(path),
    release: () => heldPaths.clear(),
    /** Makes the subscription that a browser would register. */
    subscribe(path: string): string {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      const auth = randomBytes(16);
      keys.set(path, { curve, auth });
      return JSON.stringify({
        endpoint: `https://localhost:${port}${path}`,
        keys: { p256dh: curve.getPublicKey('base64url'), auth: auth.toString('base64url') },
      });
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
};
