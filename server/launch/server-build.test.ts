import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';

const ROOT = path.resolve(import.meta.dirname, '../..');
const LAUNCH = ['start.ts', 'server-build.ts', 'source-lines.ts', 'bundle-now.ts', 'bundle.ts', 'build-lock.ts'];

// A small server, started by the files that start ours.
let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'bundled-'));
  for (const file of LAUNCH) cpSync(path.join(import.meta.dirname, file), path.join(root, 'server/launch', file));
  cpSync(path.join(ROOT, 'package.json'), path.join(root, 'package.json'));
  mkdirSync(path.join(root, 'node_modules/@rolldown'), { recursive: true });
  install('rolldown');
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, code: string) => {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), code);
};
const install = (name: string) =>
  symlinkSync(path.join(ROOT, 'node_modules', name), path.join(root, 'node_modules', name));

async function start(): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, [path.join(root, 'server/launch/start.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = (await once(child, 'close')) as [number];
  return { code, output: await output, errors: await errors };
}

const entries = () => readdirSync(path.join(root, '.tmp/server')).filter((name) => /^server-.*\.js$/.test(name));

test('the first start bundles, the second uses the bundle, a changed source is in the next', async () => {
  write('server/launch/serve.ts', `import { word } from '../word.ts'; process.stdout.write(word + import.meta.url);`);
  write('server/word.ts', `export const word: string = 'one ';`);
  expect(await start()).toMatchObject({ code: 0, errors: '', output: expect.stringMatching(/^one .*serve\.ts$/) });
  const [made] = entries();
  // What runs is the bundle.
  write(`.tmp/server/${made}`, `process.stdout.write('the bundle');`);
  expect(await start()).toMatchObject({ code: 0, output: 'the bundle' });
  write('server/word.ts', `export const word: string = 'two ';`);
  expect(await start()).toMatchObject({ code: 0, output: expect.stringMatching(/^two /) });
  // A server that runs may still load a part of the former one.
  expect(entries()).toHaveLength(2);
});

test('two starts at once run the same bundle', async () => {
  write('server/launch/serve.ts', `process.stdout.write('here');`);
  const both = await Promise.all([start(), start()]);
  expect(both).toEqual([
    { code: 0, output: 'here', errors: '' },
    { code: 0, output: 'here', errors: '' },
  ]);
  expect(entries()).toHaveLength(1);
});

test('files beside a source are found, and a stack names sources and their lines', async () => {
  write(
    'server/launch/serve.ts',
    `import { readFileSync } from 'node:fs';
interface Lines {
  first: string;
}
import path from 'node:path';
const read = (): Lines => ({ first: readFileSync(new URL('./beside.txt', import.meta.url), 'utf8') });
process.stdout.write(read().first + readFileSync(path.join(import.meta.dirname, 'beside.txt')) + '\\n');

function fails(): never {
  throw new RangeError('on purpose');
}
try {
  fails();
} catch (error) {
  process.stdout.write((error as Error).stack!);
}`,
  );
  write('server/launch/beside.txt', 'beside');
  const { output } = await start();
  const [first, head, ...frames] = output.split('\n');
  expect(first).toBe('besidebeside');
  expect(head).toBe('RangeError: on purpose');
  expect(frames[0]).toBe(`    at fails (${path.join(root, 'server/launch/serve.ts')}:10)`);
});

test('a start that would load a package that few need is refused; the first use may load it', async () => {
  install('nodemailer');
  write('server/launch/serve.ts', `import mailer from 'nodemailer'; process.stdout.write(typeof mailer);`);
  expect(await start()).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(/could not be built:[\s\S]*Every start of the server would load nodemailer/),
  });
  write(
    'server/launch/serve.ts',
    `const { default: mailer } = await import('nodemailer'); process.stdout.write(typeof mailer.createTransport);`,
  );
  expect(await start()).toEqual({ code: 0, output: 'function', errors: '' });
});

test('a package that only a later use loads is missed by the start', async () => {
  cpSync(path.join(ROOT, 'node_modules/nodemailer'), path.join(root, 'node_modules/nodemailer'), { recursive: true });
  write('server/launch/serve.ts', `if (process.argv[2]) await import('nodemailer'); process.stdout.write('here');`);
  expect(await start()).toMatchObject({ code: 0, output: 'here' });
  rmSync(path.join(root, 'node_modules/nodemailer'), { recursive: true });
  expect(await start()).toEqual({
    code: 1,
    output: '',
    errors: expect.stringMatching(
      /The package nodemailer is not installed, and .*serve\.ts imports it\. Run "npm ci"\./,
    ),
  });
});

test('a bundle with a missing part is made again', async () => {
  write('server/launch/serve.ts', `const { word } = await import('../word.ts'); process.stdout.write(word);`);
  write('server/word.ts', `export const word = 'here';`);
  expect(await start()).toMatchObject({ code: 0, output: 'here' });
  const [part] = readdirSync(path.join(root, '.tmp/server')).filter((name) => /^word-.*\.js$/.test(name));
  rmSync(path.join(root, '.tmp/server', part!));
  expect(await start()).toMatchObject({ code: 0, output: 'here', errors: '' });
});

test.for(["import './missing.ts';", "if (process.argv[2]) await import('missing.ts');"])(
  'an import that leads nowhere stops the start: %s',
  async (code) => {
    write('server/launch/serve.ts', code);
    expect(await start()).toEqual({
      code: 1,
      output: '',
      errors: expect.stringMatching(/could not be built:[\s\S]*missing\.ts/),
    });
  },
);
