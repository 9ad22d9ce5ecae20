import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';

/** The rows of docs/requirements.tsv, and the requirement ids in the titles of tests. docs/README.md defines the columns. */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const TABLE = `${ROOT}/docs/requirements.tsv`;
/** The files that the runners collect: vitest.config.ts and playwright.config.ts. */
const TEST_FILES = [
  '{contract,store,workers,sw,src,build,server}/**/*.test.{ts,tsx}',
  'tests/{support,faults,api,repository}/**/*.test.ts',
  'tests/e2e/**/*.{test,spec}.ts',
  'tests/faults/**/*.spec.ts',
];

export const COLUMNS = [
  'id',
  'area',
  'kind',
  'screen_or_topic',
  'requirement',
  'source',
  'state',
  'test',
  'remark',
] as const;
export type Row = Record<(typeof COLUMNS)[number], string>;

/** `works` and `untested` differ only in whether a title carries the id. */
export const STATES = ['works', 'untested', 'partly', 'decided otherwise', 'not built'] as const;

export const readRows = (): Row[] =>
  readFileSync(TABLE, 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const cells = line.split('\t');
      return Object.fromEntries(COLUMNS.map((column, index) => [column, cells[index] ?? ''])) as Row;
    });

export const writeRows = (rows: readonly Row[]): void => {
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => row[column]))].map((cells) => cells.join('\t'));
  writeFileSync(TABLE, `${lines.join('\n')}\n`);
};

interface Node {
  type: string;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === 'string';

/** The function that a call is made on: `test` of `test.each(rows)('title')`, with the names of all members on the way. */
const calleeOf = (node: Node, members: string[] = []): { name: string; members: string[] } | undefined => {
  if (node.type === 'Identifier') return { name: node['name'] as string, members };
  if (node.type === 'MemberExpression')
    return calleeOf(node['object'] as Node, [(node['property'] as { name: string }).name, ...members]);
  if (node.type === 'CallExpression') return calleeOf(node['callee'] as Node, members);
  if (node.type === 'TaggedTemplateExpression') return calleeOf(node['tag'] as Node, members);
  return undefined;
};

const TEST_FUNCTIONS = new Set(['test', 'it', 'describe']);
/** Tests that do not run prove nothing. */
const NOT_RUN = new Set(['skip', 'todo', 'fixme', 'fails', 'fail', 'only', 'skipIf', 'runIf']);

const textOf = (node: unknown): string | undefined => {
  if (!isNode(node)) return undefined;
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? node['value'] : undefined;
  if (node.type !== 'TemplateLiteral') return undefined;
  return (node['quasis'] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).join('…');
};

/** The titles of the tests and groups of a file that run. */
export const titlesIn = (code: string, file: string): string[] => {
  const titles: string[] = [];
  const visit = (node: Node): void => {
    if (node.type === 'CallExpression') {
      const callee = calleeOf(node['callee'] as Node);
      const title = textOf((node['arguments'] as unknown[])[0]);
      if (callee && title !== undefined && TEST_FUNCTIONS.has(callee.name)) {
        if (callee.members.some((member) => NOT_RUN.has(member))) return;
        titles.push(title);
      }
    }
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node);
  return titles;
};

/** The ids of a title; `ACC-099…ACC-103` is a range. */
export const idsOf = (title: string): string[] =>
  [...title.matchAll(/\b((?!SHA)[A-Z]{3})-(\d{3})(?:…\1-(\d{3}))?\b/g)].flatMap(([, area, first, last]) =>
    Array.from(
      { length: Number(last ?? first) - Number(first) + 1 },
      (_unused, index) => `${area}-${String(Number(first) + index).padStart(3, '0')}`,
    ),
  );

/** The test files by the ids in their titles. */
export const testsById = (): Map<string, string[]> => {
  const tests = new Map<string, Set<string>>();
  for (const file of globSync(TEST_FILES, { cwd: ROOT }).map((path) => path.replaceAll('\\', '/')))
    for (const id of titlesIn(readFileSync(`${ROOT}/${file}`, 'utf8'), file).flatMap(idsOf))
      tests.set(id, (tests.get(id) ?? new Set()).add(file));
  return new Map([...tests].map(([id, files]) => [id, [...files].toSorted()]));
};

/** The row as the titles say it: its tests, and whether a row that works has one. */
export const withTests = (row: Row, tests: ReadonlyMap<string, readonly string[]>): Row => {
  const files = tests.get(row.id) ?? [];
  const state =
    row.state === 'works' || row.state === 'untested' ? (files.length > 0 ? 'works' : 'untested') : row.state;
  return { ...row, state, test: files.join(' ') };
};
