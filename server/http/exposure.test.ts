import { mkdir, mkdtemp, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authHandlers } from '#server/domains/auth/index.ts';
import { seedReference } from '#server/seeds/reference.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
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
  const routes = [mountDevOutbox, (app: Parameters<typeof serveClient>[0]) => serveClient(app, dist)];
  const server = await startTestServer({ handlers: authHandlers, routes, isPartial: true }, env);
  await seedReference(server.services.database.db);
  return server;
};
const OUTBOX = ['/dev/outbox', '/dev/outbox.json', '/dev/outbox.css'];

describe('in production', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await start({ ...PRODUCTION, METRICS_TOKEN });
  });
  afterAll(() => server.close());
  const get = (where: string, headers: Record<string, string> = {}) => fetch(server.url + where, { headers });

  test('the stand-ins show and keep nothing, even if they are chosen by name', async () => {
    for (const where of OUTBOX) expect(await (await get(where)).text(), where).not.toContain('Outbox');
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
    const kept = await server.services.database.db.selectFrom('dev_messages').selectAll().execute();
    expect(kept).toEqual([]);
    await expect(server.services.sms.send('+12025550100', 'Your code is 123456.')).rejects.toThrow('off');
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
    for (const where of OUTBOX) {
      expect((await fetch(server.url + where)).status, where).toBe(200);
      const fromElsewhere = await fetch(server.url + where, { headers: { 'X-Forwarded-For': '203.0.113.7' } });
      expect(fromElsewhere.status, where).toBe(404);
    }
  });
});
