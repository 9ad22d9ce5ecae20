import { rmSync } from 'node:fs';
import path from 'node:path';
import type { Counts, Failure, TestAddress } from './counts.ts';
import { playwrightPasses, vitestCounts } from './reports.ts';
import { run } from './stages.ts';

/** More failures than this are no accident: none of them gets a second try, and the run fails. */
export const MAX_FLAKY = 3;

/** Runs the test at an address by itself. @returns Whether exactly this test ran and passed. */
export type RunAlone = (address: TestAddress) => Promise<boolean>;

/**
 * Gives each failed test one second try, alone, after all others have ended. What passes then counts as passed and is
 * returned as flaky: its cause is to be found, but it does not stop unrelated work.
 */
export async function trySecondTime(
  { passed, failures }: Counts,
  runAlone: RunAlone,
): Promise<{ counts: Counts; flaky: Failure[] }> {
  const flaky: Failure[] = [];
  if (failures.length <= MAX_FLAKY)
    for (const failure of failures) if (failure.address && (await runAlone(failure.address))) flaky.push(failure);
  const failed = failures.filter((failure) => !flaky.includes(failure));
  return { counts: { passed: passed + flaky.length, failed: failed.length, failures: failed }, flaky };
}

/** `runAlone` with the real runners. The environment, and so the seed, is that of the first try. */
export const alone =
  (root: string): RunAlone =>
  async (address) => {
    const report = path.join(root, '.tmp/reports/second-try.json');
    rmSync(report, { force: true });
    const title = `Second try: ${address.title ?? address.file}`.slice(0, 60);
    const bin = (file: string) => path.join(root, 'node_modules', file);
    const stage = { program: process.execPath, root };
    if (address.runner === 'vitest') {
      const only = address.title === undefined ? [] : ['-t', `^${RegExp.escape(address.title)}$`];
      const args = [bin('vitest/vitest.mjs'), 'run', address.file, ...only];
      const ended = await run(title, {
        ...stage,
        args: [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      });
      const { passed } = vitestCounts(report, ended);
      return ended && (address.title === undefined ? passed > 0 : passed === 1);
    }
    const { project, file, line } = address;
    // Playwright matches against the title with its tags behind it.
    const only = ['--grep', `${RegExp.escape(address.title)}( @.*)?$`];
    const ended = await run(title, {
      ...stage,
      args: [
        bin('@playwright/test/cli.js'),
        'test',
        `--project=${project}`,
        '--workers=1',
        // Not where the traces of the first try are.
        '--output=.tmp/second-try',
        '--reporter=list,json',
        ...only,
        `tests/${file}:${line}`,
      ],
      env: { PLAYWRIGHT_JSON_OUTPUT_NAME: report },
    });
    return ended && playwrightPasses(report, address.title) === 1;
  };
