import { afterAll, beforeAll, expect, test } from 'vitest';
import { handlers } from '#server/handlers.ts';
import { startServer } from '#server/main.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { seedReference } from '../reference.ts';
import { DEMO_ACCOUNTS, fillRows } from './index.ts';
import { setDemoSuspended } from './suspend.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ handlers, routes: [], isPartial: true });
  await seedReference(server.services.database.db);
  await fillRows(server.services);
});
afterAll(() => server.close());

test('a production server on the data of a demo lets none of its people in, and ends their sessions; others stay', async () => {
  const login = ({ username, password }: { username: string; password: string }) =>
    server.call('POST /auth/login', { username, password }, { headers: { 'X-Forwarded-For': '203.0.113.4' } });
  const me = (token: string) =>
    server.call('GET /users/me', undefined, { headers: { Authorization: `Bearer ${token}` } });
  const before = await Promise.all(DEMO_ACCOUNTS.map(login));
  expect(before.every(({ body }) => body.loginAllowed)).toBe(true);
  const ana = await server.addPerson();
  const { rows } = await server.services.database.pool.query<{ id: string }>(
    `select id from channels where scope like 'user:%'`,
  );
  const own = new Set(rows.map(({ id }) => id));
  /** How many contents are listed that people of the demo have published, not an organization. */
  const shown = async () =>
    (
      await server.call('GET /channels/contents/all/sports/soccer/all/newest?limit=100', undefined, { as: ana })
    ).body.results.filter(({ channel }: { channel: { id: string } }) => own.has(channel.id)).length;
  const published = await shown();
  expect(published).toBeGreaterThan(0);

  const { config, database, log } = server.services;
  const production = await startServer({
    config: { ...config, nodeEnv: 'production', demo: false, port: 0, publicUrl: 'http://localhost:0' },
    pool: database.pool.options,
    log,
  });
  expect((await fetch(`${production.url}/api/ready`)).status).toBe(200);
  await production.close();
  for (const { body } of await Promise.all(DEMO_ACCOUNTS.map(login))) {
    expect(body.loginAllowed).toBe(false);
    expect(body.access).toBeUndefined();
  }
  for (const { body } of before) expect((await me(body.access)).status).toBe(401);
  expect((await me(ana.token)).status).toBe(200);

  // Nor is anything shown that they have published.
  expect(await shown()).toBe(0);

  await setDemoSuspended(server.services, false);
  expect(await shown()).toBe(published);
  expect((await login(DEMO_ACCOUNTS[0]!)).body.loginAllowed).toBe(true);
});
