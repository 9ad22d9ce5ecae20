import { globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = [
  '{build,contract,store,workers,sw,src,server,tests}/**/*.{ts,tsx,css,sql,mjs}',
  'public/*.js',
  'docs/**/*.md',
  '*.{md,ts,html}',
];
/** The cited documents, this file, which contains the forbidden names, and `vite.config.ts`, which moves to build/. */
const NOT_CHECKED = ['docs/spec/', 'tests/repository/citations.test.ts'];

const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');
const files = globSync(SOURCES, { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !NOT_CHECKED.some((start) => path.startsWith(start)))
  .map((path) => ({ path, text: read(path) }));

/** All matches in the checked files, with the place of each. */
const found = (pattern: RegExp): { place: string; match: RegExpExecArray }[] =>
  files.flatMap(({ path, text }) =>
    [...text.matchAll(pattern)].map((match) => ({
      place: `${path}:${text.slice(0, match.index).split('\n').length}: ${match[0]}`,
      match,
    })),
  );
const placesOf = (pattern: RegExp, isWrong: (groups: string[]) => boolean): string[] =>
  found(pattern)
    .filter(({ match }) => isWrong(match.slice(1).map((group) => group ?? '')))
    .map(({ place }) => place);

const idsIn = (path: string, definition: RegExp): Set<string> =>
  new Set([...read(path).matchAll(definition)].map((match) => match.slice(1).find((id) => id !== undefined) ?? ''));
const requirements = idsIn('docs/requirements.tsv', /^([A-Z]{3}-\d{3})\t/gm);
const decisions = idsIn('docs/spec/decisions.md', /^\| (D-\d+) \||^\*\*(D-\d+)\.|^### .*\((D-\d+)\)$/gm);
const texts = idsIn('docs/spec/decisions.md', /^\| (T-\d+) \|/gm);
const designSections = idsIn('docs/design.md', /^## (\d+)\. /gm);
const records = new Set(readdirSync(`${ROOT}/docs/decisions`).map((name) => name.slice(0, 4)));

describe('what comments, tests and documents cite is in the repository', () => {
  test('the cited documents define ids', () => {
    expect(files.length).toBeGreaterThan(500);
    for (const ids of [requirements, decisions, texts, designSections, records]) expect(ids.size).toBeGreaterThan(8);
  });

  test('requirement ids are rows of docs/requirements.tsv', () => {
    expect(placesOf(/\b((?!SHA-)[A-Z]{3}-\d{3})\b/g, ([id]) => !requirements.has(id!))).toEqual([]);
  });

  test('ranges of ids stay in one area and ascend', () => {
    const isWrong = ([area, from, lastArea, to]: string[]): boolean => area !== lastArea || Number(from) >= Number(to);
    expect(placesOf(/\b([A-Z]+)-(\d+)…([A-Z]*)-?(\d+)/g, isWrong)).toEqual([]);
  });

  test('D- and T-numbers are rows of docs/spec/decisions.md', () => {
    expect(placesOf(/\b([DT]-\d+)\b/g, ([id]) => !decisions.has(id!) && !texts.has(id!))).toEqual([]);
  });

  test('numbered decisions are records in docs/decisions', () => {
    expect(placesOf(/\bdecisions?[ /](\d{4})\b/gi, ([number]) => !records.has(number!))).toEqual([]);
  });

  test('a section sign follows the design guide, and its section exists, or an RFC', () => {
    const isWrong = ([source, section]: string[]): boolean =>
      !/\bRFC \d+ $/.test(source!) && !(/\bdesign $/i.test(source!) && designSections.has(section!));
    expect(placesOf(/(.{0,12})§(\w*)/g, isWrong)).toEqual([]);
  });

  test('a source is an id or a document of the repository', () => {
    const citation = /^([A-Z]{3}-\d{3}|[DT]-\d+|design §|docs\/|decision \d{4})/;
    expect(placesOf(/\bSources?:\s+(?:\* )?(.{0,15})/g, ([cited]) => !citation.test(cited!))).toEqual([]);
  });

  test('documents that are elsewhere are not named', () => {
    const elsewhere = /pitfalls|fault-tests|mockups?\b|\b(stack|architecture|performance)\.md|\.\.\/shared/gi;
    expect(placesOf(elsewhere, () => true)).toEqual([]);
  });
});
