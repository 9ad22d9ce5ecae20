import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const files = globSync('{build,contract,server,src,store,sw,workers}/**/*.{ts,tsx}', { cwd: ROOT });

/** The lines that have a text, each with the line above it. */
const linesWith = (text: RegExp): { at: string; line: string; above: string }[] =>
  files.flatMap((file) => {
    const lines = readFileSync(`${ROOT}/${file}`, 'utf8').split('\n');
    return lines.flatMap((line, index) =>
      text.test(line) ? [{ at: `${file}:${index + 1}`, line, above: lines[index - 1] ?? '' }] : [],
    );
  });

test('what the compiler must not memoise says why, beside or above', () => {
  const found = linesWith(/^\s*'use no memo';/);
  expect(found.length).toBeGreaterThan(0);
  expect(found.filter(({ line, above }) => !`${above}\n${line}`.includes('// ')).map(({ at }) => at)).toEqual([]);
});

test('a waiver of the lint says why, beside or above', () => {
  const found = linesWith(/oxlint-disable/);
  expect(found.length).toBeGreaterThan(0);
  const silent = found.filter(({ line, above }) => !line.includes(' -- ') && !above.trim().startsWith('//'));
  expect(silent.map(({ at }) => at)).toEqual([]);
});
