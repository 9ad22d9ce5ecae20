import { execFile, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import type { EmbeddedOptions, EmbeddedPostgres } from './embedded-postgres.ts';
import { findNativeFolder, restoreLinks } from './embedded/binaries.ts';
import { readPostmaster } from './embedded/postmaster.ts';

const isRoot = process.getuid?.() === 0;
const USER_SCRIPT = path.join(import.meta.dirname, '../../tests/support/postgres-user.ts');

/** For tests that need no durability. */
const QUICK = { shared_buffers: '16MB', fsync: 'off' };

let folder: string;
let notes: string[];
let started: EmbeddedPostgres[];
let users: ChildProcess[];

beforeEach(() => {
  folder = realpathSync(mkdtempSync(path.join(os.tmpdir(), 'pg-')));
  [notes, started, users] = [[], [], []];
});
afterEach(async () => {
  for (const user of users) user.kill('SIGKILL');
  for (const server of started) await server.stop();
  // A killed process leaves its server running: connect to it and stop it.
  if (existsSync(path.join(folder, 'postgres/postmaster.pid'))) await (await start(folder)).stop();
  rmSync(folder, { recursive: true, force: true });
});

async function start(dataDir: string, extra: Partial<EmbeddedOptions> = {}): Promise<EmbeddedPostgres> {
  const note = (text: unknown) => void notes.push(String(text));
  const log = { info: note, warn: note, error: note } as EmbeddedOptions['log'];
  const server = await startEmbeddedPostgres({ dataDir, log, settings: QUICK, ...extra });
  started.push(server);
  return server;
}

async function ask<T>({ poolConfig }: EmbeddedPostgres, sql: string): Promise<T[]> {
  const client = new pg.Client(poolConfig);
  await client.connect();
  const { rows } = await client.query<{ value: T }>(sql);
  await client.end();
  return rows.map((row) => row.value);
}

/** Another process that uses the database in `dataDir` until it is stopped or killed. */
async function startUser(dataDir: string): Promise<ChildProcess> {
  const user = spawn(process.execPath, [USER_SCRIPT, dataDir], { stdio: ['pipe', 'pipe', 'inherit'] });
  users.push(user);
  for await (const line of createInterface({ input: user.stdout! })) if (line === 'ready') break;
  return user;
}

async function killed(user: ChildProcess): Promise<void> {
  user.kill('SIGKILL');
  await once(user, 'exit');
}

const pidOf = (dataDir: string) => readPostmaster(realpathSync(path.join(dataDir, 'postgres')))?.pid;
const isAlive = (pid: number | undefined) => {
  try {
    if (pid === undefined || !process.kill(pid, 0)) return false;
    // The pid of a zombie process exists, but has no program.
    return process.platform !== 'linux' || readlinkSync(`/proc/${pid}/exe`) !== '';
  } catch {
    return false;
  }
};

test('a first start makes a durable database that only this user reaches; rows survive a second start', async () => {
  const first = await start(folder, { settings: {} });
  expect(
    await ask(
      first,
      `select setting as value from pg_settings where name in ('fsync', 'listen_addresses', 'jit') order by name`,
    ),
  ).toEqual(['on', 'off', '']);
  await ask(first, 'create table kept as select 7 as value');
  const pid = pidOf(folder);
  await first.stop();
  expect(isAlive(pid)).toBe(false);
  expect(await ask(await start(folder), 'select value from kept')).toEqual([7]);
});

test('letters beyond ASCII keep their case rules, and rows sort the same on every machine', async () => {
  const server = await start(folder);
  expect(await ask(server, `select lower('ŠKOLA') as value`)).toEqual(['škola']);
  expect(await ask(server, `select value from (values ('b'), ('Š'), ('B'), ('a')) t(value) order by value`)).toEqual([
    'B',
    'a',
    'b',
    'Š',
  ]);
});

test('a path with spaces, commas and quotes works', async () => {
  const server = await start(path.join(folder, `my "data", a b's`));
  expect(await ask(server, 'select 1 as value')).toEqual([1]);
});

test('a path too long for a socket: the socket moves to a private temporary folder', async () => {
  const long = path.join(folder, 'l'.repeat(100));
  const server = await start(long);
  expect(server.poolConfig.host.startsWith(long)).toBe(false);
  expect(await ask(server, 'select 1 as value')).toEqual([1]);
  await server.stop();
  expect(existsSync(server.poolConfig.host)).toBe(false);
});

test('two processes on one data folder share one server; the last one to disconnect stops it', async () => {
  const [mine, user] = await Promise.all([start(folder), startUser(folder)]);
  const pid = pidOf(folder);
  await mine.stop();
  expect(isAlive(pid)).toBe(true);
  user.stdin?.end();
  await once(user, 'exit');
  expect(isAlive(pid)).toBe(false);
});

test('if the process that started the server disconnects first, the server keeps running for the other', async () => {
  const user = await startUser(folder);
  const mine = await start(folder);
  user.stdin?.end();
  await once(user, 'exit');
  expect(await ask(mine, 'select 1 as value')).toEqual([1]);
});

test('after a SIGKILL of the process, the next start takes over its server and stops it at the end', async () => {
  await killed(await startUser(folder));
  const left = pidOf(folder);
  const mine = await start(folder);
  expect(pidOf(folder)).toBe(left);
  await mine.stop();
  expect(isAlive(left)).toBe(false);
});

test('after a SIGKILL of process and database, the next start recovers all acknowledged commits', async () => {
  const user = await startUser(folder);
  const before = await start(folder);
  await ask(before, 'create table kept as select 7 as value');
  process.kill(pidOf(folder)!, 'SIGKILL');
  await killed(user);
  expect(await ask(await start(folder), 'select value from kept')).toEqual([7]);
});

test('a running process restarts its database after that was killed', async () => {
  const server = await start(folder);
  const pid = pidOf(folder);
  process.kill(pid!, 'SIGKILL');
  await expect.poll(() => ask(server, 'select 1 as value').catch(() => [])).toEqual([1]);
  expect(pidOf(folder)).not.toBe(pid);
});

test('a lock file whose pid belongs to another program does not prevent the start', async () => {
  await (await start(folder)).stop();
  const lines = [process.pid, path.join(folder, 'postgres'), 0, 5432, path.join(folder, 'socket'), '', '', 'ready'];
  writeFileSync(path.join(folder, 'postgres/postmaster.pid'), lines.join('\n'));
  writeFileSync(path.join(folder, 'socket/.s.PGSQL.5432.lock'), `${process.pid}\n`);
  expect(await ask(await start(folder), 'select 1 as value')).toEqual([1]);
});

test('a first start that was killed half-way leaves nothing that blocks or accumulates', async () => {
  const draft = path.join(folder, 'postgres.new-999999999-abc');
  mkdirSync(draft);
  await start(folder);
  expect(existsSync(draft)).toBe(false);
});

test('a failed start reports the last lines of the server’s log', async () => {
  await (await start(folder)).stop();
  writeFileSync(path.join(folder, 'postgres/PG_VERSION'), '9.6\n');
  await expect(start(folder)).rejects.toThrow(/does not start:[\s\S]*not compatible/);
});

test('restores the links of skipped install scripts, idempotently', async () => {
  const copy = path.join(folder, 'package/native');
  cpSync(findNativeFolder(), copy, { recursive: true, verbatimSymlinks: true });
  const links = JSON.parse(readFileSync(path.join(copy, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
  for (const { target } of links) rmSync(path.join(copy, '..', target), { force: true });
  await restoreLinks(copy);
  await restoreLinks(copy);
  for (const { target } of links) expect(existsSync(path.join(copy, '..', target))).toBe(true);
  expect((await promisify(execFile)(path.join(copy, 'bin/initdb'), ['--version'])).stdout).toContain('initdb');
});

test.runIf(isRoot)('as root below a folder that only root can enter', async () => {
  const closed = mkdtempSync(path.join(os.userInfo().homedir, 'pg-closed-'));
  try {
    const server = await start(path.join(closed, 'data'));
    expect(await ask(server, 'select 1 as value')).toEqual([1]);
    expect(notes.join()).toMatch(/Running as root/);
    await server.stop();
  } finally {
    rmSync(closed, { recursive: true });
  }
});

test.runIf(isRoot)(
  'as root without user namespaces, in an accessible folder: runs there as the user nobody',
  async () => {
    const server = await start(folder, { runAs: 'nobody' });
    expect(await ask(server, `select current_setting('data_directory') as value`)).toEqual([
      path.join(folder, 'postgres'),
    ]);
    expect(notes.join()).toMatch(/runs as user 65534/);
  },
);

test.runIf(isRoot)(
  'as root without user namespaces, below a closed folder: logs where the database is, and finds it again',
  async () => {
    const closed = mkdtempSync(path.join(os.userInfo().homedir, 'pg-closed-'));
    const dataDir = path.join(closed, 'data');
    let reachable = '';
    try {
      const first = await start(dataDir, { runAs: 'nobody' });
      reachable = path.dirname(readlinkSync(path.join(dataDir, 'postgres')));
      expect(notes.join()).toContain(reachable);
      await ask(first, 'create table kept as select 7 as value');
      await first.stop();
      const second = await start(dataDir);
      expect(await ask(second, 'select value from kept')).toEqual([7]);
      await second.stop();
    } finally {
      rmSync(closed, { recursive: true });
      if (reachable) rmSync(reachable, { recursive: true });
    }
  },
);

test('in the data folder only the database is accessible to others', async () => {
  await start(folder);
  expect(readdirSync(folder).sort()).toEqual(['postgres', 'postgres.log', 'socket']);
});
