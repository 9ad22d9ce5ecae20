import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Counts } from './counts.ts';
import { failed } from './counts.ts';

type VitestReport = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { fullName: string; status: string }[];
  }[];
};

type Suite = {
  title: string;
  suites?: Suite[];
  specs?: { title: string; file: string; tests: { status: string }[] }[];
};
type PlaywrightReport = { suites: Suite[]; errors: { message?: string }[]; stats: { expected: number } };

/**
 * Sums Vitest's report. A file that could not be loaded counts as one failure; so does a run that failed although every
 * reported test passed.
 */
export function vitestCounts(file: string, ended: boolean): Counts {
  const report = read<VitestReport>(file);
  if (!report) return failed('unit and server tests (they ended without a report)');
  const failures = report.testResults.flatMap(({ name, status, assertionResults }) => {
    const where = path.relative(process.cwd(), name);
    const bad = assertionResults.filter((test) => test.status === 'failed').map((test) => `${where}: ${test.fullName}`);
    return status === 'failed' && bad.length === 0 ? [`${where}: could not be run`] : bad;
  });
  return close(report.numPassedTests, failures, ended, 'unit and server tests (an error outside of the tests)');
}

/** Sums Playwright's report; a test that passed only on a second try counts as failed. */
export function playwrightCounts(file: string, ended: boolean): Counts {
  const report = read<PlaywrightReport>(file);
  if (!report) return failed('browser paths (they ended without a report)');
  const specs = report.suites.flatMap(specsOf);
  const failures = specs.filter((spec) => spec.bad).map((spec) => `${spec.file}: ${spec.title}`);
  failures.push(...report.errors.map((error) => `browser paths: ${error.message?.split('\n')[0] ?? 'error'}`));
  return close(report.stats.expected, failures, ended, 'browser paths (an error outside of the tests)');
}

function specsOf(suite: Suite): { title: string; file: string; bad: boolean }[] {
  const own = (suite.specs ?? []).map(({ title, file, tests }) => ({
    title,
    file,
    bad: tests.some((test) => test.status === 'unexpected' || test.status === 'flaky'),
  }));
  return [...own, ...(suite.suites ?? []).flatMap(specsOf)];
}

function close(passed: number, failures: string[], ended: boolean, otherwise: string): Counts {
  if (!ended && failures.length === 0) failures.push(otherwise);
  return { passed, failed: failures.length, failures };
}

function read<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    return undefined;
  }
}
