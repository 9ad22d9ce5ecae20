import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };
import { refusalOf } from './arrows.ts';
import { resolve } from './specifiers.ts';

// `@import` of styles follows the same arrows as code; oxlint reads no CSS.

const ROOT = path.resolve(import.meta.dirname, '../..');

const importsOf = (css: string): string[] =>
  [...css.replaceAll(/\/\*[\s\S]*?\*\//g, '').matchAll(/@import\s+(?:url\()?\s*["']?([^"')\s;]+)/g)].map(
    ([, specifier]) => specifier!,
  );

/** The refusals of one file of styles. */
const refusalsOf = (file: string, css: string): string[] =>
  importsOf(css).flatMap((specifier) => {
    const plain = /^([./#]|\w+:)/.test(specifier) ? specifier : `./${specifier}`;
    const to = resolve(plain, file, pkg.imports);
    return to === null ? [`${file} imports ${specifier}`] : (refusalOf(file, to) ?? []);
  });

test.each([
  ['src/ui/a.css', `@import '../features/watch/b.css';`],
  ['src/ui/b.css', `@import url("../app/frame/b.css") screen;`],
  ['src/ui/c.css', `@import url(../styles/tokens.css);`],
  ['src/ui/d.css', `@import 'https://example.org/font.css';`],
  ['src/app/frame/e.css', `@import '/src/features/watch/b.css';`],
  ['src/app/lists/f.css', `/* */ @import '../payments/b.css' layer(x);`],
  ['src/features/watch/g.css', `@import '../library/b.css';`],
  ['src/features/watch/h.css', `@import '#features/library/b.css';`],
  ['new-area/i.css', `@import 'b.css';`],
])('an @import that the arrows refuse is seen: %s %s', (file, css) => {
  expect(refusalsOf(file, css)).toHaveLength(1);
});

test('an @import in its own folder, or in a comment, is none of them', () => {
  expect(refusalsOf('src/ui/a.css', `@import './b.css'; /* @import '../app/frame/c.css'; */`)).toEqual([]);
  expect(refusalsOf('src/styles/shell.css', `@import '../ui/b.css';`)).toEqual([]);
});

test('no file of styles is imported against the arrows', () => {
  const files = globSync('{src,server}/**/*.css', { cwd: ROOT }).map((file) => file.split(path.sep).join('/'));
  expect(files.filter((file) => importsOf(readFileSync(path.join(ROOT, file), 'utf8')).length > 0)).not.toEqual([]);
  expect(files.flatMap((file) => refusalsOf(file, readFileSync(path.join(ROOT, file), 'utf8')))).toEqual([]);
});
