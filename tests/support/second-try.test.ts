import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { Failure, TestAddress } from './counts.ts';
import { alone, MAX_FLAKY, trySecondTime } from './second-try.ts';

const failure = (title: string): Failure => ({ name: title, address: { runner: 'vitest', file: 'a.test.ts', title } });
const countsOf = (...failures: Failure[]) => ({ passed: 5, failed: failures.length, failures });

test('what passes alone is listed as flaky and counts as passed; what fails twice has failed', async () => {
  const tried: (string | undefined)[] = [];
  const { counts, flaky } = await trySecondTime(
    countsOf(failure('shaky'), failure('broken'), { name: 'types' }),
    async ({ title }) => {
      tried.push(title);
      return title === 'shaky';
    },
  );
  expect(tried, 'what has no address is not tried').toEqual(['shaky', 'broken']);
  expect(flaky).toEqual([failure('shaky')]);
  expect(counts).toEqual({ passed: 6, failed: 2, failures: [failure('broken'), { name: 'types' }] });
});

test('more failures than may be flaky get no second try', async () => {
  const failures = Array.from({ length: MAX_FLAKY + 1 }, (_, n) => failure(`t${n}`));
  const { counts, flaky } = await trySecondTime(countsOf(...failures), async () => true);
  expect(flaky).toEqual([]);
  expect(counts).toEqual(countsOf(...failures));
});

const root = path.resolve(import.meta.dirname, '../..');
let folder: string | undefined;
afterEach(() => folder && rmSync(folder, { recursive: true, force: true }));

test(
  'alone runs exactly the test of that title: a title that matches none, or two, is no pass',
  { timeout: 120_000 },
  async () => {
    mkdirSync(path.join(root, '.tmp'), { recursive: true });
    folder = mkdtempSync(path.join(root, '.tmp/second-try-'));
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    writeFileSync(path.join(folder, 'vitest.config.ts'), 'export default {};\n');
    writeFileSync(
      path.join(folder, 'a.test.ts'),
      `import { describe, expect, test } from 'vitest';
     describe('a group', () => test('passes in it', () => {}));
     test('passes (a|b) $1.50', () => {});
     test('passes (a|b) $1.50, and more', () => expect(1).toBe(2));
     test('fails', () => expect(1).toBe(2));
     test('twice', () => {});
     test('twice', () => {});\n`,
    );
    const isPassed = (title?: string): Promise<boolean> => {
      const address: TestAddress = { runner: 'vitest', file: 'a.test.ts', ...(title === undefined ? {} : { title }) };
      return alone(folder!)(address);
    };
    expect(await isPassed('passes (a|b) $1.50')).toBe(true);
    expect(await isPassed('a group > passes in it'), 'named as in the report').toBe(true);
    expect(await isPassed('fails')).toBe(false);
    expect(await isPassed('passes')).toBe(false);
    expect(await isPassed('twice')).toBe(false);
    expect(await isPassed(), 'the whole file').toBe(false);
  },
);
