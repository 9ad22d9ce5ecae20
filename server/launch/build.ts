import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { takeBuildLock } from './build-lock.ts';

/** Inputs of the build. */
const INPUTS = [
  'src',
  'contract',
  'store',
  'workers',
  'sw',
  'public',
  'index.html',
  'vite.config.ts',
  'build',
  'package.json',
  'package-lock.json',
];
/** Excludes tests, and the route list, which the build itself writes. */
const NOT_BUILT = /\.test\.tsx?$|(^|\/)routeTree\.gen\.ts$/;

export type BuildOptions = {
  root: string;
  /** Aborts a running build. */
  signal?: AbortSignal;
  /** Called when a build starts. */
  onBuild?: () => void;
};

/**
 * Builds the app into dist/, unless dist/ was built from the same inputs. Two processes that start together build once.
 *
 * @throws Error with the build's output if it fails; dist/ then counts as not built.
 */
export async function buildIfNeeded({ root, signal, onBuild }: BuildOptions): Promise<void> {
  const mark = path.join(root, 'dist/.built');
  const inputsHash = await hashInputs(root);
  const isBuilt = async () => (await readFile(mark, 'utf8').catch(() => '')) === inputsHash;
  if (await isBuilt()) return;
  const release = await takeBuildLock(path.join(root, '.tmp/build.lock'), signal);
  try {
    if (await isBuilt()) return;
    onBuild?.();
    await rm(mark, { force: true });
    await runVite(root, signal);
    await writeFile(mark, inputsHash);
  } finally {
    await release();
  }
}

/** Hashes names and contents of all inputs, and the VITE_ settings that Vite puts into the code. */
export async function hashInputs(root: string): Promise<string> {
  const hash = createHash('sha256');
  for (const input of INPUTS)
    for (const file of await filesBelow(root, input)) {
      hash.update(`${file}\0`).update(
        createHash('sha256')
          .update(await readFile(path.join(root, file)))
          .digest(),
      );
    }
  for (const key of Object.keys(process.env).sort())
    if (key.startsWith('VITE_')) hash.update(`${key}=${process.env[key]}\0`);
  return hash.digest('hex');
}

async function filesBelow(root: string, input: string): Promise<string[]> {
  const stats = await stat(path.join(root, input)).catch(() => undefined);
  if (!stats) return [];
  if (stats.isFile()) return [input];
  const entries = await readdir(path.join(root, input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)).replaceAll(path.sep, '/'))
    .filter((file) => !NOT_BUILT.test(file))
    .sort();
}

async function runVite(root: string, signal?: AbortSignal): Promise<void> {
  const vite = path.join(root, 'node_modules/vite/bin/vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, NODE_ENV: 'production' },
    ...(signal ? { signal } : {}),
  });
  let output = '';
  child.stdout.on('data', (text) => (output += text));
  child.stderr.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`The app could not be built:\n${output.trim()}`);
}
