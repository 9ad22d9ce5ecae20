import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { buildIfNeeded, hashInputs } from './build.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(path.join(os.tmpdir(), 'build-'));
  mkdirSync(path.join(root, 'src'));
  write('index.html', '<!doctype html><script type="module" src="/src/main.ts"></script>');
  write('src/main.ts', 'console.log("first")');
  symlinkSync(path.resolve(import.meta.dirname, '../../node_modules'), path.join(root, 'node_modules'));
});
afterEach(() => rmSync(root, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(path.join(root, file), text);

/** Builds when needed. @returns whether something was built. */
async function build(): Promise<boolean> {
  let built = false;
  await buildIfNeeded({ root, onBuild: () => (built = true) });
  return built;
}

test('the first start builds, the second does not, a changed source builds again', async () => {
  expect(await build()).toBe(true);
  expect(readFileSync(path.join(root, 'dist/index.html'), 'utf8')).toContain('/assets/');
  expect(await build()).toBe(false);
  write('src/main.ts', 'console.log("second")');
  expect(await build()).toBe(true);
});

test('two starts at once build once', async () => {
  expect((await Promise.all([build(), build()])).sort()).toEqual([false, true]);
});

test('a failed build reports the reason, and the next start tries again', async () => {
  write('src/main.ts', 'import "./missing.ts"');
  await expect(build()).rejects.toThrow(/could not be built:[\s\S]*missing\.ts/);
  expect(existsSync(path.join(root, 'dist/.built'))).toBe(false);
  write('src/main.ts', '');
  expect(await build()).toBe(true);
});

test('the lock of a killed build does not stop the next', async () => {
  mkdirSync(path.join(root, '.tmp'));
  write('.tmp/build.lock', '999999999');
  expect(await build()).toBe(true);
});

test('tests and the route list that the build writes are not inputs', async () => {
  const before = await hashInputs(root);
  write('src/main.test.ts', '1');
  write('src/routeTree.gen.ts', '1');
  expect(await hashInputs(root)).toBe(before);
  write('src/other.ts', '1');
  expect(await hashInputs(root)).not.toBe(before);
});
