import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, expect, test } from 'vitest';
import { freePort, startApp } from '#tests/support/app-process.ts';
import type { App } from '#tests/support/app-process.ts';
import { copyOfEmpty } from '#tests/support/empty-data.ts';

const START = path.join(import.meta.dirname, 'start.ts');
/** The first of these tests may have to build the app. */
const WITH_BUILD_MS = 180_000;

let apps: App[] = [];
afterEach(async () => {
  for (const app of apps) await app.stop();
  apps = [];
});

/** Starts a server on data of an earlier start. */
async function start(args?: readonly string[]): Promise<App> {
  const app = await startApp({ DEMO: 'false', DATA_DIR: await copyOfEmpty() }, args);
  apps.push(app);
  return app;
}

/** Starts a server that is expected to fail. */
async function startBadly(env: NodeJS.ProcessEnv): Promise<{ code: number; output: string }> {
  const child = spawn(process.execPath, [START, '--no-build'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'exit')) as [number];
  return { code, output: (await out) + (await errors) };
}

const answers = async (app: App) => (await fetch(`${app.url}/api/health`)).ok;
const commands = () => execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' });

test(
  'prints the addresses of the app and its messages, and what other devices need',
  { timeout: WITH_BUILD_MS },
  async () => {
    // Its first start: it makes its database.
    const app = await startApp({ DEMO: 'false' }, []);
    apps.push(app);
    expect(app.output()).toContain(`Sideline is ready:  ${app.url}`);
    expect(app.output()).toContain(`${app.url}/dev/outbox`);
    expect(app.output()).toMatch(/for this machine only.*docs\/operating\.md/);
    expect(await answers(app)).toBe(true);
  },
);

test('SIGTERM ends it with everything it started; the next start reuses build and data', async () => {
  // Each start compares the build with its sources.
  const app = await start([]);
  expect(commands()).toContain(app.dataDir);
  expect(await app.end()).toBe(0);
  expect(commands()).not.toContain(app.dataDir);
  await app.restart({ LOG_LEVEL: 'info' });
  expect(app.output()).not.toContain('Building');
  expect(await answers(app)).toBe(true);
});

test('after SIGKILL, twice in a row, it starts again', async () => {
  const app = await start();
  for (const _ of [1, 2]) {
    await app.kill();
    await app.restart();
    expect(await answers(app)).toBe(true);
  }
  await app.end();
  expect(commands()).not.toContain(app.dataDir);
});

test('a Ctrl-C that arrives twice, from the terminal and from npm, still ends it cleanly', async () => {
  const app = await start();
  process.kill(app.pid()!, 'SIGINT');
  process.kill(app.pid()!, 'SIGINT');
  expect(await app.end()).toBe(0);
  expect(commands()).not.toContain(app.dataDir);
});

test('a second start on the same port and data reports that the port is taken and does not disturb the first', async () => {
  const app = await start();
  const { code, output } = await startBadly({ PORT: String(app.port), DATA_DIR: app.dataDir, DEMO: 'false' });
  expect({ code, output }).toMatchObject({ code: 1, output: expect.stringContaining(`Port ${app.port} is taken`) });
  expect(await answers(app)).toBe(true);
});

test('two servers on one data folder share its database; the end of one does not stop it for the other', async () => {
  const first = await start();
  const second = await startApp({ DEMO: 'false', DATA_DIR: first.dataDir });
  await first.end();
  expect(await answers(second)).toBe(true);
  await second.end();
  expect(commands()).not.toContain(first.dataDir);
});

test('with DATABASE_URL it uses that PostgreSQL and starts none', async () => {
  const owner = await start();
  const url = `postgresql://sideline@localhost/sideline?host=${encodeURIComponent(path.join(owner.dataDir, 'socket'))}`;
  const app = await startApp({ DEMO: 'false', DATABASE_URL: url });
  apps.unshift(app);
  expect(await answers(app)).toBe(true);
  expect(commands()).not.toContain(app.dataDir);
});

test('keeps serving when its output is closed', async () => {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'unheard-'));
  const port = await freePort();
  const env = {
    ...process.env,
    DEMO: 'false',
    PORT: String(port),
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    LAUNCHER_PID: String(process.pid),
  };
  const child = spawn(process.execPath, [START], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  child.stderr.destroy();
  try {
    const ask = () =>
      fetch(`http://localhost:${port}/api/health`).then(
        (answer) => answer.ok,
        () => false,
      );
    await expect.poll(ask).toBe(true);
  } finally {
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).toBe(0);
    rmSync(dataDir, { recursive: true });
  }
});

test('wrong settings are all reported, and nothing is started', async () => {
  const { code, output } = await startBadly({ PORT: 'x', LOG_LEVEL: 'loud' });
  expect({ code, output }).toMatchObject({
    code: 1,
    output: expect.stringMatching(/PORT must be[\s\S]*LOG_LEVEL must be/),
  });
});
