import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Counts, Failure } from './counts.ts';
import { failed } from './counts.ts';

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { ancestorTitles: string[]; title: string; status: string }[];
  }[];
};

type Spec = { title: string; file: string; line: number; tests: { status: string; projectName: string }[] };
type Suite = { title: string; suites?: Suite[]; specs?: Spec[] };
type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[]; stats: { expected: number } };

/**
 * Sums Vitest's report. A file that could not be loaded counts as one failure; so does a run that failed although every
 * reported test passed.
 */
export function vitestCounts(file: string, ended: boolean): Counts {
  const report = read<VitestReport>(file);
  if (!report) return failed('unit and server tests (they ended without a report)');
  const failures = report.testResults.flatMap(({ name, status, assertionResults }): Failure[] => {
    const where = path.relative(process.cwd(), name);
    const bad = assertionResults.filter((test) => test.status === 'failed');
    if (status === 'failed' && bad.length === 0)
      return [{ name: `${where}: could not be run`, address: { runner: 'vitest', file: where } }];
    return bad.map((test): Failure => {
      // As Vitest itself joins them: a run by title matches this text.
      const title = [...test.ancestorTitles, test.title].join(' > ');
      return { name: `${where}: ${title}`, address: { runner: 'vitest', file: where, title } };
    });
  });
  return close(report.numPassedTests, failures, ended, 'unit and server tests (an error outside of the tests)');
}

/** Sums Playwright's report; a test that passed only on Playwright's own retry counts as failed. */
export function playwrightCounts(file: string, ended: boolean): Counts {
  const report = read<PlaywrightReport>(file);
  if (!report) return failed('browser paths (they ended without a report)');
  const failures = report.suites.flatMap(specsOf).flatMap(({ title, file: where, line, tests }): Failure[] => {
    const bad = tests.find(({ status }) => status === 'unexpected' || status === 'flaky');
    if (!bad) return [];
    const address = { runner: 'playwright', project: bad.projectName, file: where, line, title } as const;
    return [{ name: `${where}: ${title}`, address }];
  });
  failures.push(
    ...report.errors.map((error) => ({ name: `browser paths: ${error.message?.split('\n')[0] ?? 'error'}` })),
  );
  return close(report.stats.expected, failures, ended, 'browser paths (an error outside of the tests)');
}

/** How many tests of this title passed in Playwright's report. */
export function playwrightPasses(file: string, title: string): number {
  const specs = read<PlaywrightReport>(file)?.suites.flatMap(specsOf) ?? [];
  return specs.filter((spec) => spec.title === title && spec.tests.every(({ status }) => status === 'expected')).length;
}

function specsOf(suite: Suite): Spec[] {
  return [...(suite.specs ?? []), ...(suite.suites ?? []).flatMap(specsOf)];
}

function close(passed: number, failures: Failure[], ended: boolean, otherwise: string): Counts {
  if (!ended && failures.length === 0) failures.push({ name: otherwise });
  return { passed, failed: failures.length, failures };
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
