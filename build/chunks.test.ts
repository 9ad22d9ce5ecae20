import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { chunks } from './chunks.ts';
import type { FirstRoute } from './first-routes.ts';

const row = (route: string, path: string | null, isLanding: boolean): FirstRoute => ({
  route,
  path,
  isLanding,
  isPreloaded: true,
  isInShell: true,
});
const routes = [row('_tabs', null, false), row('_tabs/home', '/home', true), row('_tabs/shelf', '/shelf', true)];

const page = (id: string, imports: string, words: string) => `${imports}
  const createFileRoute = (id: string) => (options: object) => ({ id, ...options });
  export const Route = createFileRoute('${id}')({ component: () => console.log('${words}') });`;
const icon = (name: string) =>
  `import createIcon from '../../../src/ui/create-icon.ts'; export default createIcon('icon-${name}');`;
const pack = (name: string, main: string) => `{ "name": "${name}", "type": "module", "main": "${main}" }`;

/** Two landings in a frame, and a third page. */
const app = (files: Readonly<Record<string, string>> = {}) =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `import { useRouter } from '@tanstack/react-router';
      const pages = [
        () => import('./routes/_tabs.tsx?tsr-split=component'),
        () => import('./routes/_tabs/home.tsx?tsr-split=component'),
        () => import('./routes/_tabs/shelf.tsx?tsr-split=component'),
        () => import('./routes/later.tsx?tsr-split=component'),
        () => import('./app/navigation/places.ts'),
      ];
      console.log(useRouter, pages);`,
    'src/routes/_tabs.tsx': page('/_tabs', '', 'page-frame'),
    'src/routes/_tabs/home.tsx': page(
      '/_tabs/home',
      `import '../../common.ts'; import '../../only-home.ts';
       import { HomeIcon } from '../../ui/icons.ts'; console.log(HomeIcon);
       import { readHome } from '../../../contract/home.ts'; console.log(readHome);`,
      'page-home',
    ),
    'src/routes/_tabs/shelf.tsx': page(
      '/_tabs/shelf',
      `import '../../common.ts'; import '../../app/navigation/entries.ts';`,
      'page-shelf',
    ),
    'src/routes/later.tsx': page(
      '/later',
      `import { LaterIcon } from '../ui/icons.ts'; import { Id } from '../../contract/ids.ts'; console.log(LaterIcon, Id);`,
      'page-later',
    ),
    'src/app/navigation/places.ts': `import './entries.ts'; console.log('places');`,
    'src/app/navigation/entries.ts': `console.log('of a landing and of every start')`,
    'src/common.ts': `console.log('of two landings')`,
    'src/only-home.ts': `console.log('of one landing')`,
    'src/ui/create-icon.ts': `export default (name: string) => ({ name, maker: 'icon maker' })`,
    'src/ui/icons.ts': `export { default as HomeIcon } from 'lucide/icons/house';
      export { default as LaterIcon } from 'lucide/icons/clock';`,
    'contract/call.ts': `export const defineCall = (call: object) => call;`,
    'contract/ids.ts': `import { string } from 'valibot'; export const Id = string('schema of ids');`,
    'contract/home.ts': `import { string } from 'valibot'; import { Id } from './ids.ts'; import { defineCall } from './call.ts';
      export const readHome = defineCall({ id: 'home.read', input: [string, Id] });`,
    'node_modules/lucide/package.json':
      '{ "name": "lucide", "type": "module", "exports": { "./icons/*": "./icons/*.js" } }',
    'node_modules/lucide/icons/house.js': icon('house'),
    'node_modules/lucide/icons/clock.js': icon('clock'),
    'node_modules/valibot/package.json': pack('valibot', 'index.js'),
    'node_modules/valibot/index.js': `export const string = (name) => { console.log('schema package', name); return name; }`,
    'node_modules/@tanstack/react-router/package.json': pack('@tanstack/react-router', 'dist/esm/index.js'),
    'node_modules/@tanstack/react-router/dist/esm/index.js': `export const useRouter = 'router'; export * from './useBlocker.js';`,
    'node_modules/@tanstack/react-router/dist/esm/useBlocker.js': `export const useBlocker = 'blocker';`,
    ...files,
  });
const built = (root: string, split: readonly string[] = []) => buildFolder(root, [chunks(root, routes, split)]);

test('landings have chunks of their own; modules of two landings and the icons of one are in the frame', async () => {
  const root = app();
  await built(root);
  const frame = builtText(root, 'frame');
  const home = builtText(root, '_tabs-home');
  for (const words of ['page-frame', 'of two landings', 'icon-house']) expect(frame).toContain(words);
  expect(builtText(root, 'base')).toContain('of a landing and of every start');
  for (const words of ['page-home', 'of one landing']) expect(home).toContain(words);
  expect(builtText(root, '_tabs-shelf')).toContain('page-shelf');
  expect(builtText(root, 'vendor')).toContain('router');
  expect(builtText(root, 'start')).toContain('icon maker');
  for (const code of [frame, home]) {
    expect(code).not.toContain('icon-clock');
    expect(code).not.toContain('schema of ids');
    expect(code).not.toContain('schema package');
  }
});

test('what a page outside the frame shares with a landing is not in the frame', async () => {
  const root = app({
    'src/routes/open.tsx': page('/open', `import '../brand.ts';`, 'page-open'),
    'src/brand.ts': `console.log('of a landing and of a page outside')`,
    'src/only-home.ts': `import './brand.ts'; console.log('of one landing')`,
    'src/app/navigation/places.ts': `import './entries.ts';
      console.log('places', () => import('../../routes/open.tsx?tsr-split=component'));`,
  });
  await buildFolder(root, [chunks(root, [...routes, row('open', '/open', false)], [])]);
  expect(builtText(root, 'base')).toContain('of a landing and of a page outside');
  expect(builtText(root, 'open')).not.toContain('frame');
});

test('calls from whose module a call takes a schema are not in the chunk of its page', async () => {
  const root = app({
    'contract/home.ts': `import { string } from 'valibot'; import { Id } from './ids.ts'; import { Shelf } from './shelf.ts';
      import { defineCall } from './call.ts'; export const readHome = defineCall({ id: 'home.read', input: [string, Id, Shelf] });`,
    'contract/shelf.ts': `import { string } from 'valibot'; import { defineCall } from './call.ts';
      export const Shelf = 'a shelf'; export const readShelf = defineCall({ id: 'shelf.read', input: [string] }); console.log(readShelf);`,
  });
  await built(root);
  expect(builtText(root, '_tabs-home')).toContain('home.read');
  expect(builtText(root, '_tabs-home')).not.toContain('shelf.read');
});

test('what many later pages use of a split landing is in a chunk that does not have its page', async () => {
  const users = ['a', 'b', 'c', 'd', 'e', 'f'];
  const pages = Object.fromEntries(
    users.map((name) => [`src/${name}.ts`, `import './field.ts'; console.log('${name}')`]),
  );
  const root = app({
    ...pages,
    'src/field.ts': `import './deep.ts'; console.log('a field of many pages')`,
    'src/deep.ts': `console.log('what the field needs')`,
    'src/routes/_tabs/shelf.tsx': page(
      '/_tabs/shelf',
      `import '../../common.ts'; import '../../field.ts'; import '../../app/navigation/entries.ts';`,
      'page-shelf',
    ),
    'src/app/navigation/places.ts': `import './entries.ts';
      console.log(${users.map((name) => `() => import('../../${name}.ts')`).join(', ')});`,
  });
  await built(root, ['_tabs/shelf']);
  const shared = builtText(root, '_tabs-shelf-shared');
  for (const words of ['a field of many pages', 'what the field needs']) expect(shared).toContain(words);
  expect(shared).not.toContain('page-shelf');
  expect(builtText(root, 'a')).toContain('_tabs-shelf-shared');
});

test('fails the build for a split landing of which nothing is shared', async () => {
  await expect(built(app(), ['_tabs/shelf'])).rejects.toThrow("The group '_tabs-shelf-shared'");
});

test.each([
  ['FIRST_ROUTES', { 'src/main.ts': `import './common.ts'` }, /matches nothing/],
  [
    'LATER',
    { 'node_modules/@tanstack/react-router/dist/esm/index.js': `export const useRouter = 1` },
    /LATER .*useBlocker/,
  ],
  [
    'the list of icons',
    {
      'src/routes/_tabs/home.tsx': page('/_tabs/home', '', 'home'),
      'src/routes/later.tsx': page('/later', '', 'later'),
    },
    /The list of icons .*src\/ui\/icons\.ts .*matches nothing/,
  ],
  [
    "the icons' maker",
    {
      'node_modules/lucide/icons/house.js': 'export default 1',
      'node_modules/lucide/icons/clock.js': 'export default 2',
    },
    /The icons' maker .*matches nothing/,
  ],
  ["the calls' maker", { 'contract/home.ts': 'export const readHome = 1' }, /The calls' maker .*matches nothing/],
  ['schemas', { 'contract/ids.ts': 'export const Id = 1' }, /only declares schemas .*matches nothing/],
])('%s that are not in the build stop it', async (_what, files, message) => {
  await expect(built(app(files))).rejects.toThrow(message);
});

test('fails the build for a landing that no page imports', async () => {
  const root = app();
  const more = [...routes, row('later', '/later', true), row('_tabs/gone', '/gone', true)];
  await expect(buildFolder(root, [chunks(root, more, [])])).rejects.toThrow("FIRST_ROUTES '_tabs/gone'");
});
