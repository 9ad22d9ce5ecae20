import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import type { FirstRoute } from './first-routes.ts';
import { preloadLists } from './preload-lists.ts';

const row = (route: string): FirstRoute => ({
  route,
  path: `/${route}`,
  isLanding: false,
  isPreloaded: false,
  isInShell: false,
});
const page = (name: string) =>
  `import '../${name}.css'; import { words } from '../words.ts'; console.log('${name}', words)`;
const app = () =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `console.log(() => [
      import('./routes/home.tsx?tsr-split=component'),
      import('./routes/shelf.tsx?tsr-split=component'),
    ]);`,
    'src/routes/home.tsx': page('home'),
    'src/routes/shelf.tsx': page('shelf'),
    'src/home.css': '.home { color: red }',
    'src/shelf.css': '.shelf { color: red }',
    'src/words.ts': `export const words = 'of two pages'`,
  });
/** The files that are listed beside the import of a page. */
const listOf = (code: string, name: string): string[] => {
  const files = JSON.parse(/m\.f=(\[[^\]]*\])/.exec(code)![1]!) as string[];
  const [, list] = new RegExp(String.raw`import\(.\./${name}-[^)]*\),__vite__mapDeps\((\[[\d,]*\])\)`).exec(code)!;
  return (JSON.parse(list!) as number[]).map((at) => files[at]!.replace(/^assets\//, '').replace(/-[\w-]{8}\./, '.'));
};

test('a page of the table keeps the list of its scripts; any other only that of its style sheets', async () => {
  const root = app();
  await buildFolder(root, [preloadLists(root, [row('home')])]);
  const code = builtText(root, 'index');
  expect(listOf(code, 'home').toSorted()).toEqual(['home.css', 'home.js', 'words.js']);
  expect(listOf(code, 'shelf')).toEqual(['shelf.css']);
});

test('fails the build for a route that is in no file', async () => {
  const root = app();
  await expect(buildFolder(root, [preloadLists(root, [row('gone')])])).rejects.toThrow(
    /FIRST_ROUTES 'gone' \(build\/preload-lists\.ts\) matches nothing/,
  );
});
