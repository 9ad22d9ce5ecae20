import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createPushSender } from './push-sender.ts';
import { guardedLookup, isAllowedEndpoint } from './push-endpoint.ts';

describe('the endpoint of a push', () => {
  test('must be public https; loopback only if allowed', () => {
    const yes = [
      'https://fcm.googleapis.com/fcm/send/a',
      'https://updates.push.services.mozilla.com/wpush/v2/a',
      'https://web.push.apple.com/a',
      'https://[2a00:1450::1]/a',
    ];
    const no = [
      'http://fcm.googleapis.com/a',
      'https://10.1.2.3/a',
      'https://192.168.1.1/a',
      'https://172.20.0.1/a',
      'https://169.254.169.254/a',
      'https://100.64.0.1/a',
      'https://0.0.0.0/a',
      'https://[fc00::1]/a',
      'https://[fe80::1]/a',
      'https://[::ffff:10.0.0.1]/a',
      'https://printer.local/a',
      'https://db.internal/a',
      'https://intranet/a',
      'https://user@push.example.org/a',
      'https://push.example.org:8443/a',
      'https://[2002:a00:1::1]/a',
      'https://[2001:0:a00:1::1]/a',
      'https://[::ffff:0:a00:1]/a',
      'https://[64:ff9b:1::a00:1]/a',
      'https://printer.local./a',
      'nonsense',
    ];
    for (const address of yes) expect([address, isAllowedEndpoint(address, false)]).toEqual([address, true]);
    for (const address of no) expect([address, isAllowedEndpoint(address, true)]).toEqual([address, false]);
    for (const address of [
      'https://localhost:8443/a',
      'https://127.0.0.1/a',
      'https://[::1]/a',
      'https://0x7f000001/a',
      'https://[::ffff:127.0.0.1]/a',
    ]) {
      expect([address, isAllowedEndpoint(address, true), isAllowedEndpoint(address, false)]).toEqual([
        address,
        true,
        false,
      ]);
    }
  });

  test('is refused at the connection if its public name resolves to loopback', async () => {
    const resolve = (allow: boolean) =>
      new Promise<string>((done) =>
        guardedLookup(allow)('localhost', {}, (error, address) =>
          done(error ? (error.code ?? 'error') : String(address)),
        ),
      );
    expect(await resolve(false)).toBe('EACCES');
    expect(await resolve(true)).toMatch(/^(127\.0\.0\.1|::1)$/);
  });
});

describe('Firebase Cloud Messaging', () => {
  const { privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  let asked: { path: string; authorization: string | undefined; body: string }[] = [];
  let answer = { status: 200, body: {} as unknown };
  const google = createServer((request, response) => {
    let body = '';
    request.on('data', (part: Buffer) => {
      body += part.toString();
    });
    request.on('end', () => {
      asked.push({ path: request.url ?? '', authorization: request.headers.authorization, body });
      const isToken = request.url === '/token';
      response
        .writeHead(isToken ? 200 : answer.status, { 'Content-Type': 'application/json' })
        .end(JSON.stringify(isToken ? { access_token: 'abc', expires_in: 3600 } : answer.body));
    });
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => google.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(google.address() as AddressInfo).port}`;
  });
  afterAll(
    () =>
      new Promise<void>((resolve) => {
        google.closeAllConnections();
        google.close(() => resolve());
      }),
  );
  beforeEach(() => {
    asked = [];
    answer = { status: 200, body: {} };
  });

  const sender = () =>
    createPushSender({
      nodeEnv: 'test',
      publicUrl: 'https://sideline.example',
      push: {
        kind: 'fcm',
        url,
        projectId: 'club',
        vapidKey: 'V',
        serviceAccount: { client_email: 'push@club', private_key: privateKey, token_uri: `${url}/token` },
        webConfig: { apiKey: 'k', projectId: 'club', messagingSenderId: '1', appId: 'a' },
      },
    });
  const payload = { id: 'n1', userId: 'u1', title: 'New member', text: 'Mia joined.', link: '/channels/1', unread: 3 };

  test('sends data only, with one access token for many pushes', async () => {
    const push = sender();
    expect(await Promise.all([push.send('T1', payload), push.send('T2', payload)])).toEqual(['sent', 'sent']);
    await push.send('T3', payload);
    const [token, ...messages] = asked;
    expect(new URLSearchParams(token!.body).get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer');
    expect(messages.map(({ path, authorization }) => [path, authorization])).toEqual(
      Array.from({ length: 3 }, () => ['/v1/projects/club/messages:send', 'Bearer abc']),
    );
    const { message } = JSON.parse(messages[0]!.body);
    expect(message.data).toEqual({
      id: 'n1',
      userId: 'u1',
      title: 'New member',
      text: 'Mia joined.',
      link: '/channels/1',
      unread: '3',
    });
    expect(message.notification).toBeUndefined();
    await push.send('T4', { ...payload, subject: 's1', act: 'Update' });
    expect(JSON.parse(asked.at(-1)!.body).message.data).toEqual({ ...message.data, subject: 's1', act: 'Update' });
  });

  test('returns gone for a dead registration, and throws for a failure that a retry may solve', async () => {
    const push = sender();
    answer = { status: 404, body: { error: { status: 'NOT_FOUND', details: [{ errorCode: 'UNREGISTERED' }] } } };
    expect(await push.send('T', payload)).toBe('gone');
    answer = { status: 503, body: { error: { status: 'UNAVAILABLE' } } };
    await expect(push.send('T', payload)).rejects.toThrow('FCM answered 503 UNAVAILABLE');
  });
});
