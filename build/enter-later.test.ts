import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { enterLater } from './enter-later.ts';

/** An app with a package in a file of its own, which Vite preloads. */
const app = (document: string) => ({
  'index.html': document,
  'src/main.css': 'body { color: red }',
  'src/main.ts': `import { words } from 'words'; console.log(words)`,
  'node_modules/words/package.json': '{ "name": "words", "type": "module", "main": "index.js" }',
  'node_modules/words/index.js': `export const words = 'words'`,
});
const split = {
  rolldownOptions: { output: { codeSplitting: { groups: [{ name: 'vendor', test: /node_modules/ }] } } },
};

test('the style sheet is before the code, and the code is fetched but not run', async () => {
  const root = makeFolder(app(DOCUMENT));
  await buildFolder(root, [enterLater()], split);
  const html = readFileSync(`${root}/dist/index.html`, 'utf8');
  expect(html).toMatch(/<script type="module" src="\/enter\.js" data-entry="\/assets\/index-[^"]+\.js"><\/script>/);
  expect(html).not.toMatch(/<script[^>]* src="\/assets\//);
  expect(html).not.toContain('modulepreload');
  for (const file of ['index', 'vendor'])
    expect(html).toMatch(
      new RegExp(`<link rel="preload" as="script" fetchpriority="low" crossorigin href="/assets/${file}-`),
    );
  expect(html.indexOf('rel="stylesheet"')).toBeLessThan(html.indexOf('/assets/index-'));
});

test('fails the build for a document without style sheet, entry or preloaded package', async () => {
  const withoutStyles = makeFolder(app(DOCUMENT.replace(/<link[^>]*>/, '')));
  await expect(buildFolder(withoutStyles, [enterLater()], split)).rejects.toThrow('in the form of STYLE_SHEET');
  const withoutPackages = makeFolder(app(DOCUMENT));
  await expect(buildFolder(withoutPackages, [enterLater()])).rejects.toThrow('in the form of PACKAGES');
  const withoutEntry = makeFolder(app(DOCUMENT.replace(/<script.*<\/script>/, '')));
  await expect(buildFolder(withoutEntry, [enterLater()])).rejects.toThrow('in the form of ENTRY');
});
