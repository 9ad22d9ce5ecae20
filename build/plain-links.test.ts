import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { plainLinks } from './plain-links.ts';

const ROUTER = 'node_modules/@tanstack/react-router';
const app = (linkFile: string) => ({
  'index.html': DOCUMENT,
  'src/main.css': '',
  'src/main.ts': `import { Link } from '@tanstack/react-router'; import { other } from './link.js'; console.log(Link, other)`,
  'src/link.js': `export const other = 'link of the app'`,
  'plain.ts': `export const Link = 'plain link'`,
  [`${ROUTER}/package.json`]: '{ "name": "@tanstack/react-router", "type": "module", "main": "index.js" }',
  [`${ROUTER}/index.js`]: `export { Link } from './${linkFile}'`,
  [`${ROUTER}/${linkFile}`]: `export const Link = 'link of the router'`,
});

test("the router's link is replaced, and a file of the same name elsewhere is not", async () => {
  const root = makeFolder(app('link.js'));
  await buildFolder(root, [plainLinks(`${root}/plain.ts`)]);
  const code = builtText(root, 'index');
  expect(code).toContain('plain link');
  expect(code).toContain('link of the app');
  expect(code).not.toContain('link of the router');
});

test('fails the build if the router names its link in another way', async () => {
  const root = makeFolder(app('anchor.js'));
  await expect(buildFolder(root, [plainLinks(`${root}/plain.ts`)])).rejects.toThrow(
    /'\.\/link\.js' .*build\/plain-links\.ts.* matches nothing/,
  );
});
