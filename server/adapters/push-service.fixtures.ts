import { createECDH, randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';

/** For localhost only, made for these tests, good until 2125. */
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
}

/** A push service of our own: keeps what is sent to it and answers with a status that the test sets. */
export const startPushService = async () => {
  const deliveries: Delivery[] = [];
  const answers = new Map<string, number>();
  const server: Server = createServer({ key: KEY, cert: CERTIFICATE }, (request, response) => {
    let bytes = 0;
    request.on('data', (part: Buffer) => { bytes += part.length; });
    request.on('end', () => {
      deliveries.push({ path: request.url ?? '', headers: request.headers, bytes });
      response.writeHead(answers.get(request.url ?? '') ?? 201).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    deliveries,
    answerWith: (path: string, status: number) => answers.set(path, status),
    /** What a browser would register with. */
    subscribe(path: string): string {
      const curve = createECDH('prime256v1');
      curve.generateKeys();
      return JSON.stringify({ endpoint: `https://localhost:${port}${path}`, keys: { p256dh: curve.getPublicKey('base64url'), auth: randomBytes(16).toString('base64url') } });
    },
    close: () => new Promise<void>((resolve) => {
      server.closeAllConnections();
      server.close(() => resolve());
    }),
  };
};
