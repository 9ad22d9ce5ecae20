import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

// Loaded by every start: it imports nothing but Node's own modules.

/** Where the bundle of the server is, below the root. */
export const BUNDLE_FOLDER = '.tmp/server';
const MARK = 'built.json';
/** What changes a bundle besides its sources: how it is made, and the packages that npm has installed. */
const ALWAYS = ['package.json', 'node_modules/.package-lock.json', 'server/launch/bundle.ts'];

/** What a bundle was made from. */
interface Mark {
  /** Names of its files; the first one loads the others. */
  files: string[];
  /** Paths of its sources, below the root, and of the packages that it loads from node_modules. */
  inputs: string[];
  /** `hashServerInputs` of these. */
  hash: string;
}

/**
 * Bundles the server, unless the bundle was made from the same sources.
 *
 * @returns The path of the bundle's first file.
 * @throws Error with the build's output if it fails.
 */
export async function serverBuild(root: string): Promise<string> {
  const mark = currentMark(root) ?? (await makeBundle(root));
  return path.join(root, BUNDLE_FOLDER, mark.files[0]!);
}

/** What the bundle was made from, if that has not changed since and the bundle is whole. */
export function currentMark(root: string): Mark | undefined {
  const mark = readMark(root);
  if (!mark?.files.every((name) => existsSync(path.join(root, BUNDLE_FOLDER, name)))) return undefined;
  return hashServerInputs(root, mark.inputs) === mark.hash ? mark : undefined;
}

/** In a process of its own, because the bundler's memory would stay with the server. */
async function makeBundle(root: string): Promise<Mark> {
  const script = path.join(import.meta.dirname, 'bundle-now.ts');
  const child = spawn(process.execPath, [script], { cwd: root, stdio: ['ignore', 'ignore', 'pipe'] });
  let output = '';
  child.stderr.on('data', (text) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  const mark = readMark(root);
  if (code !== 0 || !mark) throw new Error(`The server could not be built:\n${output.trim()}`);
  return mark;
}

/** Hashes the contents of files; one that is not there has none. */
export function hashServerInputs(root: string, inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of [...ALWAYS, ...inputs]) hash.update(`\0${file}\0`).update(contentOf(path.join(root, file)));
  return hash.digest('hex');
}

function contentOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch {
    return Buffer.of();
  }
}

/** What the last build wrote; undefined if there is none that can be read. */
function readMark(root: string): Mark | undefined {
  try {
    return JSON.parse(readFileSync(path.join(root, BUNDLE_FOLDER, MARK), 'utf8')) as Mark;
  } catch {
    return undefined;
  }
}

export async function writeMark(root: string, mark: Mark): Promise<void> {
  const file = path.join(root, BUNDLE_FOLDER, MARK);
  await writeFile(`${file}.${process.pid}`, JSON.stringify(mark));
  await rename(`${file}.${process.pid}`, file);
}
