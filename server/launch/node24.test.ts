import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const STARTER = path.join(import.meta.dirname, 'node24.mjs');

let folder: string;
let children: ChildProcess[];
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'starter-'));
  children = [];
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
});

function script(code: string): string {
  const file = path.join(folder, 'script.ts');
  writeFileSync(file, code);
  return file;
}

function start(args: string[], options: { program?: string; starter?: string; env?: NodeJS.ProcessEnv } = {}) {
  const { program = process.execPath, starter = STARTER, env = {} } = options;
  const child = spawn(program, [starter, ...args], {
    env: { ...process.env, npm_lifecycle_event: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const ended = once(child, 'exit').then(async ([code]) => ({
    code: code as number,
    output: await output,
    errors: await errors,
  }));
  return { child, ended };
}

/** The first line that the child writes, while it runs. */
async function firstLine(child: ChildProcess): Promise<string> {
  const lines = createInterface({ input: child.stdout! });
  const [line] = (await once(lines, 'line')) as [string];
  return line;
}

test('runs a TypeScript file with its arguments, returns its exit code, and puts its Node first in PATH', async () => {
  const file = script(
    `console.log(JSON.stringify([process.argv.slice(2), process.env.PATH!.split(':')[0], process.execPath])); process.exit(7)`,
  );
  const { code, output } = await start([file, 'one', '--two=3']).ended;
  const [args, first, node] = JSON.parse(output) as [string[], string, string];
  expect({ code, args }).toEqual({ code: 7, args: ['one', '--two=3'] });
  expect(path.dirname(node)).toBe(first);
});

test('prints its usage without a script', async () => {
  expect(await start([]).ended).toMatchObject({ code: 2, errors: expect.stringContaining('Usage') });
});

test.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
  'passes on %s and returns the exit code of the script',
  async (signal) => {
    const file = script(
      `process.on('${signal}', () => process.exit(42)); setInterval(() => {}, 1000); console.log('ready')`,
    );
    const { child, ended } = start([file]);
    await firstLine(child);
    child.kill(signal);
    expect((await ended).code).toBe(42);
  },
);

test('a script killed by a signal returns 128 plus the number of the signal', async () => {
  expect((await start([script(`process.kill(process.pid, 'SIGKILL')`)]).ended).code).toBe(137);
});

test('started by npm, it ends the script when npm is killed', async () => {
  const file = script(
    `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log(process.pid)`,
  );
  const npm = path.join(folder, 'npm.mjs');
  writeFileSync(
    npm,
    `import { spawn } from 'node:child_process'; spawn(process.execPath, [${JSON.stringify(STARTER)}, ${JSON.stringify(file)}], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
  );
  const parent = spawn(process.execPath, [npm], { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(parent);
  const pid = Number(await firstLine(parent));
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(pid)).toBe(false);
});

test.skipIf(process.platform !== 'linux')(
  'npm is killed and its shell lives on between npm and the starter: the script is asked to end',
  async () => {
    const file = script(
      `process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000); console.log(process.pid)`,
    );
    const npm = path.join(folder, 'npm.mjs');
    // Two commands, so that the shell cannot hand its process over to the first.
    const command = `${JSON.stringify(process.execPath)} ${JSON.stringify(STARTER)} ${JSON.stringify(file)}; true`;
    writeFileSync(
      npm,
      `import { spawn } from 'node:child_process'; spawn('sh', ['-c', ${JSON.stringify(command)}], { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } })`,
    );
    const parent = spawn(process.execPath, [npm], { stdio: ['ignore', 'pipe', 'inherit'] });
    children.push(parent);
    const pid = Number(await firstLine(parent));
    parent.kill('SIGKILL');
    await expect.poll(() => isAlive(pid)).toBe(false);
  },
);

// Simulates an older Node by changing `process.versions`.
test('without a new enough Node it prints what to install', async () => {
  const copy = path.join(folder, 'server/launch/node24.mjs');
  mkdirSync(path.dirname(copy), { recursive: true });
  cpSync(STARTER, copy);
  cpSync(path.join(path.dirname(STARTER), 'server-flags.mjs'), path.join(path.dirname(copy), 'server-flags.mjs'));
  const old = path.join(folder, 'old.mjs');
  writeFileSync(
    old,
    `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
  const { code, errors } = await start(['any.ts'], { starter: copy, env: { NODE_OPTIONS: `--import=${old}` } }).ended;
  expect(code).toBe(1);
  expect(errors).toMatch(/needs Node 24 or newer[\s\S]*install Node 24 from https:\/\/nodejs\.org/);
});

test('an older Node hands over to the one that npm installed', async () => {
  const old = path.join(folder, 'old.mjs');
  writeFileSync(
    old,
    `if (!process.env.LAUNCHER_PID) Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } });`,
  );
  const file = script(`console.log(process.execPath)`);
  const env = { NODE_OPTIONS: `--import=${old}`, LAUNCHER_PID: '' };
  expect((await start([file], { env }).ended).output).toContain(path.join('node_modules', 'node-'));
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
