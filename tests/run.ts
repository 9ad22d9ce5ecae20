import path from 'node:path';
import { ensureChromium } from './support/chromium.ts';
import { count, failed, passed } from './support/counts.ts';
import type { Counts } from './support/counts.ts';
import { playwrightCounts, vitestCounts } from './support/reports.ts';
import { emptyFolder, endRunning, run } from './support/stages.ts';

// Runs all checks and tests; the last line is always `N passed, N failed`.

const root = path.resolve(import.meta.dirname, '..');
const bin = (file: string) => path.join(root, 'node_modules', file);
const report = (name: string) => path.join(root, '.tmp/reports', `${name}.json`);

/** Time limit of one stage, ms; a run that hangs must end and name the stage. */
const STAGE_MAX_MS = 12 * 60_000;

const node = (...args: string[]) => ({ program: process.execPath, args, root, limitMs: STAGE_MAX_MS });

async function types(): Promise<Counts> {
  return (await run('Types', node(bin('typescript/bin/tsc'), '-b'))) ? passed(1) : failed('types');
}

async function lint(): Promise<Counts> {
  return (await run('Lint', node(bin('oxlint/bin/oxlint'), '--deny-warnings'))) ? passed(1) : failed('lint');
}

async function format(): Promise<Counts> {
  return (await run('Format', node(bin('oxfmt/bin/oxfmt'), '--check'))) ? passed(1) : failed('format');
}

async function unitAndServer(): Promise<Counts> {
  const file = report('vitest');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  return vitestCounts(file, await run('Unit, server and browser tests', node(bin('vitest/vitest.mjs'), ...args)));
}

async function build(): Promise<Counts> {
  const script = path.join(root, 'server/launch/build-now.ts');
  return (await run('Build', node(script))) ? passed(1) : failed('build');
}

async function browser(title: string, folder: string, workers: number): Promise<Counts> {
  const file = report(folder);
  const stage = node(
    bin('@playwright/test/cli.js'),
    'test',
    `tests/${folder}/`,
    '--output',
    `.tmp/e2e/${folder}`,
    '--workers',
    String(workers),
    '--reporter=list,json',
  );
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  return playwrightCounts(file, await run(title, { ...stage, env }));
}

const e2e = () => browser('The app in a browser', 'e2e', 1);
/** The fault tests: each has its own server and browser, and mostly waits. */
const faults = () => browser('The app under faults', 'faults', 2);

async function main(): Promise<void> {
  process.env.CHROMIUM_PATH = ensureChromium();
  emptyFolder(path.join(root, '.tmp/reports'));
  const total = count();
  for (const stage of [types, lint, format, unitAndServer, build, e2e, faults]) total.add(await stage());
  if (total.failures.length > 0) console.log(`\nFailed:\n${total.failures.map((name) => `  ${name}`).join('\n')}`);
  process.exitCode = total.failed > 0 ? 1 : 0;
  console.log(`\n${total.passed} passed, ${total.failed} failed`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void endRunning().then(() => process.exit(130)));

await main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
  console.log('\n0 passed, 1 failed');
});
