import { globSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { hasFirefox, hasWebKit, missingEngines } from './engines/installed.ts';
import { ensureChromium } from './support/chromium.ts';
import { count, failed, passed } from './support/counts.ts';
import type { Counts, Failure } from './support/counts.ts';
import { playwrightCounts, vitestCounts } from './support/reports.ts';
import { alone, trySecondTime } from './support/second-try.ts';
import { TEST_SEED } from './support/seeds.ts';
import { emptyFolder, endRunning, run } from './support/stages.ts';

// The last line is always `N passed, N failed`.
//   npm test              all checks and tests
//   npm test -- --strict  the same; failed tests get no second try
//   npm test -- library   the tests whose path has this word, of every kind; no checks, no second try
//   npm run check         types, lint, format, and the unit tests of what is not committed; no second try

const { values: options, positionals: areas } = parseArgs({
  allowPositionals: true,
  options: { strict: { type: 'boolean', default: false }, changed: { type: 'boolean', default: false } },
});

const root = path.resolve(import.meta.dirname, '..');
const bin = (file: string) => path.join(root, 'node_modules', file);
const report = (name: string) => path.join(root, '.tmp/reports', `${name}.json`);

/** Time limit of the whole run, ms. */
const RUN_MAX_MS = 120 * 60_000;

const node = (...args: string[]) => ({ program: process.execPath, args, root });

/** Several checkers of a project each work out the types that its files share: the four of the default take 2.7 times the processor time. */
const ONE_CHECKER = ['--checkers', '1'];

async function types(): Promise<Counts> {
  return (await run('Types', node(bin('typescript/bin/tsc'), '-b', ...ONE_CHECKER))) ? passed(1) : failed('types');
}

async function lint(): Promise<Counts> {
  return (await run('Lint', node(bin('oxlint/bin/oxlint'), '--deny-warnings'))) ? passed(1) : failed('lint');
}

async function format(): Promise<Counts> {
  return (await run('Format', node(bin('oxfmt/bin/oxfmt'), '--check'))) ? passed(1) : failed('format');
}

async function vitest(title: string, projects: readonly string[], ...options: string[]): Promise<Counts> {
  const file = report(projects[0]!.replace('*', ''));
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...options];
  const chosen = projects.flatMap((project) => ['--project', project]);
  return vitestCounts(file, await run(title, node(bin('vitest/vitest.mjs'), ...args, ...chosen)));
}

/** With the browser tests three processes share two cores: one more made each test wait, and the run no shorter. */
const UNIT_WORKERS = 2;

/** At once: tests with a window have one at a time, and leave a core to the others, which often wait. */
async function unitAndWindows(): Promise<Counts> {
  const total = count();
  const inWindows = async () => {
    total.add(await vitest('Browser tests', ['browser']));
    // They also prepare the demo that the app in a browser starts on.
    total.add(await engines());
  };
  const [unit] = await Promise.all([
    vitest('Unit and server tests', ['server*', 'unit*'], `--maxWorkers=${UNIT_WORKERS}`),
    inWindows(),
  ]);
  total.add(unit);
  return total;
}

async function build(): Promise<Counts> {
  const script = path.join(root, 'server/launch/build-now.ts');
  return (await run('Build', node(script))) ? passed(1) : failed('build');
}

/** The checks use one core: the build, which all other tests need, is made beside them. */
async function checksAndBuild(): Promise<Counts> {
  const total = count();
  const checks = async () => {
    for (const check of [types, lint, format]) total.add(await check());
  };
  const [built] = await Promise.all([build(), checks()]);
  total.add(built);
  return total;
}

/** Three at once: a test waits for half of its time, e.g. for media to be prepared, for a sign-in or a time-out. */
const BROWSERS = 3;

async function browsers(...options: string[]): Promise<Counts> {
  const file = report('browsers');
  const projects = ['--project=e2e', '--project=faults'];
  const args = ['test', ...projects, `--workers=${BROWSERS}`, '--reporter=list,json', ...options];
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: file };
  const stage = { ...node(bin('@playwright/test/cli.js'), ...args), env };
  return playwrightCounts(file, await run('The app in a browser, and under faults', stage));
}

/** Firefox and WebKit, where they are installed. */
async function engines(...options: string[]): Promise<Counts> {
  for (const line of missingEngines()) console.log(`\n${line}`);
  return hasFirefox || hasWebKit ? vitest('Firefox and WebKit', ['engines'], ...options) : passed(0);
}

const unitTestsOfChanges = () => vitest('Unit tests of what changed', ['unit*'], '--changed', '--passWithNoTests');

async function testsOfAreas(): Promise<Counts> {
  const total = count();
  total.add(await vitest('Unit and server tests', ['server*', 'unit*'], ...areas, '--passWithNoTests'));
  total.add(await vitest('Browser tests', ['browser'], ...areas, '--passWithNoTests'));
  const paths = areas.map((area) => `tests/.*${RegExp.escape(area)}`);
  total.add(await browsers('--pass-with-no-tests', ...paths));
  const ofEngines = globSync('tests/engines/*.test.ts', { cwd: root }).filter((file) =>
    areas.some((area) => file.includes(area)),
  );
  if (ofEngines.length > 0) total.add(await engines(...areas));
  return total.passed + total.failed + ofEngines.length > 0
    ? total
    : failed(`a test with "${areas.join('" or "')}" in its path`);
}

const WHOLE = [checksAndBuild, unitAndWindows, () => browsers()];
const chosenStages = () => {
  if (areas.length > 0) return [testsOfAreas];
  return options.changed ? [types, lint, format, unitTestsOfChanges] : WHOLE;
};

async function main(): Promise<void> {
  process.env.CHROMIUM_PATH = ensureChromium();
  process.env.FAULT_SEED ??= String(TEST_SEED);
  const late = setTimeout(() => {
    console.log(`Not finished after ${RUN_MAX_MS / 60_000} minutes, ending it.`);
    void endRunning();
  }, RUN_MAX_MS);
  emptyFolder(path.join(root, '.tmp/reports'));
  const total = count();
  for (const stage of chosenStages()) total.add(await stage());
  const isStrict = options.strict || options.changed || areas.length > 0;
  const { counts, flaky } = isStrict ? { counts: total, flaky: [] } : await trySecondTime(total, alone(root));
  clearTimeout(late);
  printList('Flaky', flaky);
  printList('Failed', counts.failures);
  process.exitCode = counts.failed > 0 ? 1 : 0;
  console.log(`\n${counts.passed} passed, ${counts.failed} failed`);
}

function printList(title: string, failures: Failure[]): void {
  if (failures.length > 0) console.log(`\n${title}:\n${failures.map(({ name }) => `  ${name}`).join('\n')}`);
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void endRunning().then(() => process.exit(130)));

await main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
  console.log('\n0 passed, 1 failed');
});
