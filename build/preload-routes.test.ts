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
      import('./routes/home.tsx?tsr-split=component'),
      import('./routes/shelf.tsx?tsr-split=component'),
    ]);`,
    'src/routes/_tabs.tsx': `console.log('frame')`,
    'src/routes/home.tsx': `import '../home.css'; import { words } from '../words.ts'; console.log('home', words)`,
    'src/routes/shelf.tsx': `import { words } from '../words.ts'; console.log('shelf', words)`,
    'src/home.css': '.home { color: red }',
    'src/words.ts': `export const words = 'of two pages'`,
  });
const built = async (routes: FirstRoute[]): Promise<string> => {
  const root = app();
  await buildFolder(root, [preloadRoutes(root, routes)]);
  return readFileSync(`${root}/dist/index.html`, 'utf8').replaceAll(/-[\w-]{8}(?=\.\w+)/g, '');
};

test('the frame is preloaded, and the files of each page are named by its path', async () => {
  const html = await built([row('_tabs', null), row('home', '/home'), row('shelf', '/shelf', false)]);
  expect(html).toContain('<link rel="preload" as="script" fetchpriority="low" crossorigin="" href="/assets/_tabs.js">');
  const [, content] = /<meta name="route-files" content="([^"]*)">/.exec(html)!;
  expect(content).toBe('/home /assets/home.js /assets/home.css /assets/words.js');
});

test('fails the build for a preloaded route that is in no file', async () => {
  await expect(built([row('_tabs', null), row('gone', '/gone')])).rejects.toThrow(
    /FIRST_ROUTES 'gone' \(build\/preload-routes\.ts\) matches nothing/,
  );
});
