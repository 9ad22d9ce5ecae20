import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { plainRouter } from './plain-router.ts';

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
const plain = (root: string) =>
  plainRouter([{ id: './link.js', by: '/@tanstack/react-router/', replacement: `${root}/plain.ts` }]);

test('a part of the router is replaced, and a file of the same name elsewhere is not', async () => {
  const root = makeFolder(app('link.js'));
  await buildFolder(root, [plain(root)]);
  const code = builtText(root, 'index');
  expect(code).toContain('plain link');
  expect(code).toContain('link of the app');
  expect(code).not.toContain('link of the router');
});

test('fails the build if the router names a part in another way', async () => {
  const root = makeFolder(app('anchor.js'));
  await expect(buildFolder(root, [plain(root)])).rejects.toThrow(
    /'\.\/link\.js' .*build\/plain-router\.ts.* matches nothing/,
  );
});
