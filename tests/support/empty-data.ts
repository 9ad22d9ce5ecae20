import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rename, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { startApp } from './app-process.ts';
import { sourcesKey } from './prepared-demo.ts';
import { keptFolder } from './test-files.ts';

/** Longer than a run: no test copies what is older, ms. */
const LEFT_AFTER_MS = 3 * 60 * 60_000;
const PREFIX = 'empty-data-';

let kept: Promise<string> | undefined;

/**
 * A new data folder of a server that has started once without the demo and was stopped, for `startApp({ DATA_DIR })`; `stop()`
 * of that app removes it. Making a database takes 0.7 s of processor time, a copy a tenth of it.
 */
export async function copyOfEmpty(): Promise<string> {
  kept ??= keep();
  const from = await kept;
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sideline-app-'));
  await promisify(execFile)('cp', ['-R', `${from}/.`, dataDir]);
  return dataDir;
}

/** The folder that is copied: one for the same sources and day, shared by all processes. */
async function keep(): Promise<string> {
  const key = (await sourcesKey()).slice(0, 12);
  const folder = keptFolder(`${PREFIX}${new Date().toISOString().slice(0, 10)}-${key}`);
  if (await stat(folder).catch(() => undefined)) return folder;
  const parent = path.dirname(folder);
  await mkdir(parent, { recursive: true });
  await removeOlder(parent);
  // Not there: a database of root's must be where others may pass through.
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sideline-empty-'));
  const app = await startApp({ DEMO: 'false', DATA_DIR: dataDir }, ['--no-build']);
  if ((await app.end()) !== 0) throw new Error(`The server that makes an empty data folder failed:\n${app.output()}`);
  const draft = await mkdtemp(path.join(parent, `${PREFIX}draft-`));
  await promisify(execFile)('cp', ['-R', `${dataDir}/.`, draft]);
  await rm(dataDir, { recursive: true });
  // A rename, so that a folder that is there is whole. Another process may have been faster.
  await rename(draft, folder).catch(() => rm(draft, { recursive: true }));
  return folder;
}

async function removeOlder(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const file = path.join(parent, name);
    if (!name.startsWith(PREFIX)) continue;
    const { mtimeMs } = (await stat(file).catch(() => undefined)) ?? { mtimeMs: Infinity };
    if (Date.now() - mtimeMs > LEFT_AFTER_MS) await rm(file, { recursive: true, force: true });
  }
}
