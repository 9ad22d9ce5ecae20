import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { count, failed, passed } from './counts.ts';
import { playwrightCounts, playwrightPasses, vitestCounts } from './reports.ts';

let file: string;
beforeEach(() => (file = path.join(mkdtempSync(path.join(os.tmpdir(), 'reports-')), 'report.json')));
afterEach(() => rmSync(path.dirname(file), { recursive: true }));
const keep = (report: unknown) => writeFileSync(file, JSON.stringify(report));

const testFile = (name: string, status: string, ...statuses: string[]) => ({
  name,
  status,
  message: '',
  assertionResults: statuses.map((of, index) => ({ ancestorTitles: ['group'], title: `t${index}`, status: of })),
});

test('passed and failed tests are counted, and the failed ones named', () => {
  keep({
    numPassedTests: 2,
    testResults: [
      testFile('a.test.ts', 'failed', 'passed', 'failed'),
      testFile('b.test.ts', 'passed', 'passed', 'skipped'),
    ],
  });
  expect(vitestCounts(file, false)).toEqual({
    passed: 2,
    failed: 1,
    failures: [
      {
        name: expect.stringMatching(/a\.test\.ts: group > t1$/),
        address: { runner: 'vitest', file: expect.stringMatching(/a\.test\.ts$/), title: 'group > t1' },
      },
    ],
  });
});

test('a test file that cannot be loaded counts as a failure', () => {
  keep({ numPassedTests: 0, testResults: [testFile('a.test.ts', 'failed')] });
  expect(vitestCounts(file, false)).toMatchObject({
    passed: 0,
    failed: 1,
    failures: [
      {
        name: expect.stringContaining('could not be run'),
        address: { runner: 'vitest', file: expect.stringMatching(/a\.test\.ts$/) },
      },
    ],
  });
});

test('a run that ends badly is a failure even when every test passed, or nothing was reported', () => {
  keep({ numPassedTests: 1, testResults: [testFile('a.test.ts', 'passed', 'passed')] });
  expect(vitestCounts(file, false)).toMatchObject({ passed: 1, failed: 1 });
  expect(vitestCounts(`${file}.none`, true)).toMatchObject({ passed: 0, failed: 1 });
  expect(playwrightCounts(`${file}.none`, true)).toMatchObject({ passed: 0, failed: 1 });
});

test('browser paths are found in nested groups; one that needed a second try counts as failed', () => {
  const spec = (title: string, status: string) => ({
    title,
    file: 'p.spec.ts',
    line: 7,
    tests: [{ status, projectName: 'e2e' }],
  });
  keep({
    suites: [
      {
        title: 'file',
        specs: [spec('ok', 'expected')],
        suites: [{ title: 'group', specs: [spec('bad', 'unexpected'), spec('shaky', 'flaky')] }],
      },
    ],
    errors: [],
    stats: { expected: 1 },
  });
  expect(playwrightCounts(file, false)).toEqual({
    passed: 1,
    failed: 2,
    failures: ['bad', 'shaky'].map((title) => ({
      name: `p.spec.ts: ${title}`,
      address: { runner: 'playwright', project: 'e2e', file: 'p.spec.ts', line: 7, title },
    })),
  });
  expect(playwrightPasses(file, 'ok')).toBe(1);
  expect(playwrightPasses(file, 'bad')).toBe(0);
  expect(playwrightPasses(file, 'no such test')).toBe(0);
});

test('parts add up', () => {
  const total = count();
  total.add(passed(3));
  total.add(failed('types', 'lint'));
  expect(total).toMatchObject({ passed: 3, failed: 2, failures: [{ name: 'types' }, { name: 'lint' }] });
});
