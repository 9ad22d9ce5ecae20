import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from '#server/db/embedded-postgres.ts';
import { addPerson, type Person } from '../faults/world/people.ts';
import { createAppHost, type HostedApp } from './app-host.ts';
import { copyOfEmpty } from './empty-data.ts';

const host = createAppHost();
afterEach(() => host.end());

const QUIET = { info: () => {}, warn: () => {}, error: console.error };
const start = async (): Promise<HostedApp> => host.start({ DATA_DIR: await copyOfEmpty(), DEMO: 'false' });

const join = async ({ dataDir }: HostedApp): Promise<Person> => {
  const database = await startEmbeddedPostgres({ dataDir, log: QUIET });
  const sql = new pg.Pool({ ...database.poolConfig, max: 1 });
  const person = await addPerson(sql);
  await sql.end();
  await database.stop();
  return person;
};

const signIn = async ({ url }: HostedApp, { username, password }: Person) => {
  const answer = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username, password }),
  });
  return { status: answer.status, ...((await answer.json()) as { access?: string }) };
};
const readLibrary = async ({ url }: HostedApp, access: string): Promise<number> => {
  const answer = await fetch(`${url}/api/library/contents`, { headers: { Authorization: `Bearer ${access}` } });
  await answer.text();
  return answer.status;
};

test('apps of one process know nothing of each other, and after one that died the next is whole', async () => {
  const first = await start();
  const person = await join(first);
  const { access } = await signIn(first, person);
  expect(await readLibrary(first, access!)).toBe(200);
  const shared = host.pid()!;
  await first.stop();

  const second = await start();
  expect(host.pid()).toBe(shared);
  expect((await signIn(second, person)).status).toBe(401);
  expect(await readLibrary(second, access!)).toBe(401);
  process.kill(shared, 'SIGKILL');
  await second.stop();

  const third = await start();
  expect(host.pid()).not.toBe(shared);
  expect((await signIn(third, await join(third))).status).toBe(200);
  await third.stop();
});
