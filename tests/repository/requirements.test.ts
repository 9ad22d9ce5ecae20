import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { COLUMNS, idsOf, readRows, STATES, testsById, titlesIn, withTests, type Row } from './requirement-rows.ts';

// The column `test` is written by `npm run requirements`; docs/README.md defines the states.

const rows = readRows();
const tests = testsById();
const idsWhere = (isWrong: (row: Row) => boolean): string[] => rows.filter(isWrong).map(({ id }) => id);

test('every row has an id of its own, a state, and no cell with a line break or a tab', () => {
  expect(rows.length).toBeGreaterThan(1000);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  expect(idsWhere(({ id, area }) => !new RegExp(`^${area}-\\d{3}$`).test(id))).toEqual([]);
  expect(idsWhere(({ state }) => !(STATES as readonly string[]).includes(state))).toEqual([]);
  expect(idsWhere((row) => Object.keys(row).length !== COLUMNS.length)).toEqual([]);
});

test('a row that works in part, or as a decision says, has a remark that tells how', () => {
  expect(idsWhere(({ state, remark }) => (state === 'partly' || state === 'decided otherwise') && !remark)).toEqual([]);
});

test('the columns state and test are what the titles of the tests say: run `npm run requirements`', () => {
  const differs = (row: Row): boolean => {
    const { state, test: files } = withTests(row, tests);
    return row.state !== state || row.test !== files;
  };
  expect(idsWhere(differs)).toEqual([]);
});

test('an id in the title of a test is a row, and one that is built', () => {
  const states = new Map(rows.map(({ id, state }) => [id, state]));
  const wrong = [...tests].filter(([id]) => (states.get(id) ?? 'not built') === 'not built');
  expect(wrong.map(([id, files]) => `${id} in ${files.join(' ')}`)).toEqual([]);
});

test('the titles are read from every file that has a test', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const named = new Set([...tests.values()].flat());
  const missed = globSync('{contract,store,workers,sw,src,build,server,tests}/**/*.{test,spec}.{ts,tsx}', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('tests/repository/'))
    .filter((path) =>
      /\b(test|it)(\.\w+)*\(\s*['"`](?!SHA)[A-Z]{3}-\d{3}/.test(readFileSync(`${root}/${path}`, 'utf8')),
    )
    .filter((path) => !named.has(path));
  expect(missed).toEqual([]);
});

test('titles are found in every form of a test, and not in tests that do not run', () => {
  const code = `
    test('LIB-001 a', () => {});
    describe('LIB-002', () => { it.each([1])(\`LIB-003 \${1} b\`, () => {}); });
    test.skip('LIB-004', () => {});
    test.todo('LIB-005');
    describe.skip('LIB-006', () => { test('LIB-007', () => {}); });
    expect('LIB-008').toBe('LIB-009');
    // test('LIB-010', () => {});
  `;
  expect(titlesIn(code, 'a.test.ts')).toEqual(['LIB-001 a', 'LIB-002', 'LIB-003 … b']);
  expect(idsOf('LIB-001, LIB-003…LIB-005 of SHA-256')).toEqual(['LIB-001', 'LIB-003', 'LIB-004', 'LIB-005']);
});
