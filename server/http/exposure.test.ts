import { once } from 'node:events';
import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authHandlers } from '#server/domains/auth/index.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { mountDevClock } from './dev-clock.ts';
import { mountDevOutbox } from './dev-outbox.ts';
import { serveClient } from './static.ts';

const METRICS_TOKEN = 'figures-for-prometheus-2026';
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://app.example',
  SIDELINE_SECRET: 'q8Wm2xT0vZ4bN6yR1kP9sL3dF7hJ5gCa',
  DATABASE: 'embedded',
  OBJECTS: 'folder',
  PUSH: 'webpush',
  MAIL: 'outbox',
  SMS: 'outbox',
};

/** A server with all routes that could tell a stranger something. */
const start = async (env: NodeJS.ProcessEnv): Promise<TestServer> => {
  const dist = await mkdtemp(path.join(os.tmpdir(), 'sideline-dist-'));
  await mkdir(path.join(dist, '.vite'));
  await writeFile(path.join(dist, '.vite/manifest.json'), '{}');
  await writeFile(path.join(dist, 'index.html'), '<!doctype html>');
  const routes = [mountDevClock, mountDevOutbox, (app: Parameters<typeof serveClient>[0]) => serveClient(app, dist)];
  const server = await startTestServer({ handlers: authHandlers, routes, isPartial: true }, env);
  await seedReference(server.services.database.db);
  return server;
};
const OUTBOX = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css'];
const PREVIEWS = ['/dev/outbox/1', '/dev/outbox/1.html'];

describe('in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ ...PRODUCTION, METRICS_TOKEN });
  });
  afterAll(() => server.close());
  const get = (where: string, headers: Record<string, string> = {}) => fetch(server.url + where, { headers });

  test('the stand-ins show and keep nothing, even if they are chosen by name', async () => {
    for (const where of [...OUTBOX, ...PREVIEWS])
      expect(await (await get(where)).text(), where).not.toContain('Outbox');
    await server.addPerson({ username: 'victim' });
    await server.services.database.db
      .updateTable('users')
      .set({ phone_number: '+12025550100' })
      .where('username', '=', 'victim')
      .execute();
    for (const [communicationMethod, destinationValue] of [
      ['text', '+12025550100'],
      ['email', 'victim@example.org'],
    ])
      await server.call('POST /auth/password-reset/request', { communicationMethod, destinationValue });
    const kept = () => server.services.database.db.selectFrom('dev_messages').selectAll().execute();
    // Those codes are sent by a job: what it would do.
    const { mail, sms } = server.services;
    const code = { subject: 'Your code', text: 'It is 123456.' };
    await expect(mail.send({ to: 'victim@example.org', ...code })).rejects.toThrow('off');
    await expect(sms.send('+12025550100', code.text)).rejects.toThrow('off');
    expect(await kept()).toEqual([]);
  });

  test('without a payment provider no page of Stripe may be loaded, and there is no webhook and no sandbox', async () => {
    const policy = (await get('/')).headers.get('content-security-policy');
    expect(policy).toContain("script-src 'self';");
    expect(policy).not.toContain('stripe.com');
    expect(server.services.payments).toBeNull();
    const answer = await fetch(`${server.url}/api/webhooks/stripe`, { method: 'POST', body: '{}' });
    expect(answer.status).toBe(404);
  });

  test('no address moves the clock', async () => {
    expect(server.services.moveClock).toBeNull();
    const answer = await fetch(`${server.url}/dev/clock?at=2031-01-01T00:00:00Z`, { method: 'POST' });
    expect(answer.status).toBe(404);
  });

  test('figures and the OpenAPI document are for who knows the token', async () => {
    for (const where of ['/metrics', '/api/openapi.json']) {
      expect((await get(where)).status, where).toBe(404);
      expect((await get(where, { Authorization: `Bearer ${METRICS_TOKEN}x` })).status, where).toBe(404);
      expect((await get(where, { Authorization: `Bearer ${METRICS_TOKEN}` })).status, where).toBe(200);
    }
  });

  test('folders with a dot are not served', async () => {
    expect((await get('/.vite/manifest.json')).status).toBe(404);
    expect((await get('/%2Evite/manifest.json')).status).toBe(404);
  });
});

describe('in development', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ NODE_ENV: 'development' });
  });
  afterAll(() => server.close());

  test('the outbox answers this machine only', async () => {
    await server.services.mail.send({ to: 'mia@example.org', subject: 'Your code', text: 'It is 123456.' });
    for (const where of [...OUTBOX, ...PREVIEWS]) {
      expect((await fetch(server.url + where)).status, where).toBe(200);
      const fromElsewhere = await fetch(server.url + where, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      expect(fromElsewhere.status, where).toBe(404);
    }
  });

  test('the outbox answers local names only: a page whose name leads to this machine reads no codes', async () => {
    const { port } = new URL(server.url);
    const answerTo = async (host: string) => {
      const request = get({ host: '127.0.0.1', port, path: '/dev/outbox.json', headers: { Host: host } });
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.resume();
      return answer.statusCode;
    };
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      '127.0.0.1.evil.example',
      'localhost.evil.example',
      '192.168.1.7',
    ])
      expect(await answerTo(host), host).toBe(404);
    for (const host of [`localhost:${port}`, 'app.localhost', `127.0.0.1:${port}`, `[::1]:${port}`])
      expect(await answerTo(host), host).toBe(200);
  });
});

test('with CLOCK=movable a program of this machine moves the clock, and no page and no other machine does', async () => {
  const server = await start({ NODE_ENV: 'development', CLOCK: 'movable' });
  const move = async (at: string, headers: Record<string, string> = {}) =>
    (await fetch(`${server.url}/dev/clock?at=${at}`, { method: 'POST', headers })).status;
  const at = '2031-01-01T00:00:00Z';
  expect(await move(at, { 'X-Forwarded-For': '203.0.113.7' })).toBe(404);
  expect(await move(at, { 'Sec-Fetch-Site': 'none' })).toBe(404);
  expect(await move('soon')).toBe(422);
  expect(await move(at)).toBe(204);
  await server.close();
});

test('a change with the Origin of another site is refused, whatever else the browser says of where it comes from', async () => {
  const server = await start({ NODE_ENV: 'development' });
  const change = async (headers: Record<string, string>) =>
    (await server.call('POST /auth/check-username', { username: 'somebody' }, { headers })).status;
  const foreign = { Origin: 'https://evil.example' };
  expect(await change({ ...foreign, 'Sec-Fetch-Site': 'none' })).toBe(403);
  expect(await change({ Origin: 'null', 'Sec-Fetch-Site': 'none' })).toBe(403);
  expect(await change(foreign)).toBe(403);
  expect(await change({ 'Sec-Fetch-Site': 'same-site' })).toBe(403);
  expect(await change({ Origin: server.url, 'Sec-Fetch-Site': 'same-origin' })).toBe(200);
  expect(await change({})).toBe(200);
  await server.close();
});

test('where Stripe takes the cards, its script and its frames may be loaded, and nothing else of others', async () => {
  const server = await start({
    STRIPE_SECRET_KEY: 'sk_test_0123456789',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_0123456789',
    STRIPE_WEBHOOK_SECRET: 'whsec_0123456789',
  });
  const policy = (await fetch(server.url)).headers.get('content-security-policy')!;
  await server.close();
  expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
  expect(policy).toContain('https://hooks.stripe.com');
  const hosts = [...policy.matchAll(/https:\/\/(\S+?)(?=[\s;]|$)/g)].map(([, host]) => host!);
  expect(hosts.filter((host) => !host.endsWith('.stripe.com') && !host.endsWith('.googleapis.com'))).toEqual([]);
});
