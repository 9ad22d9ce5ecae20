import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';
import type { FirstRoute } from './first-routes.ts';
import { preloadRoutes } from './preload-routes.ts';

const row = (route: string, path: string | null, isPreloaded = true): FirstRoute => ({
  route,
  path,
  isLanding: false,
  isPreloaded,
  isInShell: false,
});
const app = () =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `console.log(() => [
      import('./routes/_tabs.tsx?tsr-split=component'),
      import('./routes/_tabs/home.tsx?tsr-split=component'),
      import('./routes/open.tsx?tsr-split=component'),
      import('./routes/_tabs/shelf.tsx?tsr-split=component'),
    ]);`,
    'src/routes/_tabs.tsx': `import { base } from '../base.ts'; console.log('frame', base)`,
    'src/routes/_tabs/home.tsx': `import '../../home.css'; import { words } from '../../words.ts'; console.log('home', words)`,
    'src/routes/open.tsx': `import { base } from '../base.ts'; console.log('open', base)`,
    'src/base.ts': `export const base = 'of all pages'`,
    'src/routes/_tabs/shelf.tsx': `import { words } from '../../words.ts'; console.log('shelf', words)`,
    'src/home.css': '.home { color: red }',
    'src/words.ts': `export const words = 'of two pages'`,
  });
const built = async (routes: FirstRoute[]): Promise<string> => {
  const root = app();
  await buildFolder(root, [preloadRoutes(root, routes)]);
  return readFileSync(`${root}/dist/index.html`, 'utf8').replaceAll(/-[\w-]{8}(?=\.\w+)/g, '');
};

test('the document preloads what all pages need; the files of each page are named by its path, with the frame if it is inside', async () => {
  const html = await built([
    row('_tabs', null),
    row('open', '/open'),
    row('_tabs/home', '/home'),
    row('_tabs/shelf', '/shelf', false),
  ]);
  expect(html.match(/<link rel="preload"[^>]*>/g)).toEqual([
    '<link rel="preload" as="script" fetchpriority="low" crossorigin="" href="/assets/base.js">',
  ]);
  const [, content] = /<meta name="route-files" content="([^"]*)">/.exec(html)!;
  expect(content!.split(';')).toEqual([
    '/open /assets/open.js',
    '/home /assets/_tabs.js /assets/home.js /assets/home.css /assets/words.js',
    '* /assets/_tabs.js',
  ]);
});

test('fails the build for a preloaded route that is in no file', async () => {
  await expect(built([row('_tabs', null), row('gone', '/gone')])).rejects.toThrow(
    /FIRST_ROUTES 'gone' \(build\/preload-routes\.ts\) matches nothing/,
  );
});
