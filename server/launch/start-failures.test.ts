import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { freePort, startApp, type App } from '#tests/support/app-process.ts';
import { mountSmallDisk } from '#tests/faults/world/small-disk.ts';
import { testDatabase } from '#tests/support/postgres.ts';
import { placeOf } from './start-problem.ts';

const START = path.join(import.meta.dirname, 'start.ts');

let folder: string;
let cleanUp: (() => unknown)[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'start-failure-'));
  cleanUp = [() => rmSync(folder, { recursive: true, force: true })];
});
afterEach(async () => {
  for (const step of cleanUp.toReversed()) await step();
});

/** A start that must fail. */
async function startBadly(env: NodeJS.ProcessEnv): Promise<{ code: number; lines: string[] }> {
  const child = spawn(process.execPath, [START, '--no-build'], {
    env: {
      ...process.env,
      PORT: String(await freePort()),
      DATA_DIR: path.join(folder, 'data'),
      DEMO: 'false',
      LOG_LEVEL: 'info',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'exit')) as [number];
  return { code, lines: `${await out}${await errors}`.trim().split('\n') };
}

/** The last line is the sentence, and no line is part of a stack. */
function expectLastSentence({ code, lines }: { code: number; lines: string[] }, sentence: RegExp): void {
  expect(code).toBe(1);
  expect(lines.at(-1)).toMatch(sentence);
  expect(lines.filter((line) => /"stack"|^\s+at /.test(line))).toEqual([]);
}

test('nothing listens at DATABASE_URL: the variable and what to do', async () => {
  const port = await freePort();
  const failed = await startBadly({ DATABASE_URL: `postgres://u:hush@127.0.0.1:${port}/d` });
  expectLastSentence(
    failed,
    /^No PostgreSQL can be reached at 127\.0\.0\.1:\d+: the connection is refused\. Start it, or correct the address in DATABASE_URL\.$/,
  );
  expect(failed.lines.join('\n')).not.toContain('hush');
});

test('the host in DATABASE_URL does not exist', async () => {
  const failed = await startBadly({ DATABASE_URL: 'postgres://u@nowhere.invalid/d' });
  expectLastSentence(failed, /^No PostgreSQL can be reached at nowhere\.invalid:5432: .*DATABASE_URL\.$/);
});

test('what answers at DATABASE_URL is silent: the start gives up and says so', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1');
  await once(silent, 'listening');
  cleanUp.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const failed = await startBadly({ DATABASE_URL: `postgres://u@127.0.0.1:${port}/d` });
  expectLastSentence(failed, /^No PostgreSQL can be reached at .*: it does not answer in time\..*DATABASE_URL\.$/);
});

test('the database or the user of DATABASE_URL does not exist', async () => {
  const kept = await testDatabase();
  cleanUp.push(() => kept.drop());
  const { host, port, user } = kept.poolConfig as { host: string; port: number; user: string };
  const url = (name: string, as: string) =>
    `postgres://localhost/${name}?${new URLSearchParams({ host, port: String(port), user: as })}`;
  expectLastSentence(
    await startBadly({ DATABASE_URL: url('not_there', user) }),
    /^PostgreSQL at .* has no database "not_there"\. Create it \(createdb\), or correct the name at the end of DATABASE_URL\.$/,
  );
  expectLastSentence(
    await startBadly({ DATABASE_URL: url('postgres', 'nobody_here') }),
    /^PostgreSQL at .* refuses the user "nobody_here" or the password\. Correct both in DATABASE_URL\.$/,
  );
});

test('a taken port is reported before anything is started', async () => {
  const other = createServer().listen(0, '0.0.0.0');
  await once(other, 'listening');
  cleanUp.push(() => other.close());
  const failed = await startBadly({ PORT: String((other.address() as AddressInfo).port) });
  expectLastSentence(failed, /^Port \d+ is taken by another program\. Set PORT to another one/);
  expect(failed.lines).toHaveLength(1);
});

test('a port that is taken while the server starts is the last line too', async () => {
  const { explainStart } = await import('./start-problem.ts');
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  cleanUp.push(() => other.close());
  const { port } = other.address() as AddressInfo;
  const [error] = (await once(createServer().listen(port, '127.0.0.1'), 'error')) as [Error];
  expect(explainStart(error, { port, dataDir: folder, objects: { path: folder } })).toContain(`Port ${port} is taken`);
});

test('DATA_DIR or OBJECTS_DIR cannot be used', async () => {
  writeFileSync(path.join(folder, 'file'), '');
  expectLastSentence(
    await startBadly({ DATA_DIR: path.join(folder, 'file/data') }),
    /^DATA_DIR \(.*file\/data\) cannot be used: a part of the path is a file, not a folder\./,
  );
  expectLastSentence(
    await startBadly({ OBJECTS_DIR: path.join(folder, 'file') }),
    /^OBJECTS_DIR \(.*file\) cannot be used: it is a file, not a folder\./,
  );
});

test('the disk of DATA_DIR is full, or fills up while the database is made', async ({ skip }) => {
  const disk = await mountSmallDisk(path.join(folder, 'disk'), 12);
  if (!disk) return skip('Only root may mount a small disk.');
  cleanUp.push(() => disk.remove());
  const full = /^The disk of DATA_DIR \(.*\) is full\. Make room on it and start again/;
  // Room for the secret and the check, not for a database.
  expectLastSentence(await startBadly({ DATA_DIR: path.join(disk.folder, 'data') }), full);
  mkdirSync(path.join(disk.folder, 'other'));
  await disk.fill();
  expectLastSentence(await startBadly({ DATA_DIR: path.join(disk.folder, 'other') }), full);
});

test('a dead mail server is a warning that names SMTP_URL, and the start shows no outbox for mails', async () => {
  const port = await freePort();
  const env = { DEMO: 'false', MAIL: 'smtp', SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'club@example.org' };
  const app: App = await startApp(env, ['--no-build']);
  cleanUp.push(() => app.stop());
  await expect
    .poll(() => app.output(), { timeout: 15_000 })
    .toMatch(/The mail server 127\.0\.0\.1:\d+ cannot be used .*; mails, codes too, cannot be sent\. .*SMTP_URL/);
  expect((await fetch(`${app.url}/api/health`)).ok).toBe(true);
  expect(app.output()).not.toMatch(/Mails[^\n]*\/dev\/outbox/);
});

test('the place of a database is shown without its password', () => {
  expect(placeOf('postgres://ana:s%40fe@db.example:6432/club%20a')).toEqual({
    at: 'db.example:6432',
    host: 'db.example',
    user: 'ana',
    database: 'club a',
  });
});
