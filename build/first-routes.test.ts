import { expect, test } from 'vitest';
import { makeFolder } from './build.fixtures.ts';
import { checkFirstRoutes, FIRST_ROUTES, type FirstRoute } from './first-routes.ts';
import { ROOT } from './root.ts';

const row = (route: string, path: string | null): FirstRoute => ({
  route,
  path,
  isLanding: false,
  isPreloaded: false,
  isInShell: false,
});
const root = () =>
  makeFolder({
    'src/routes/_tabs.tsx': `export const Route = createFileRoute('/_tabs')({ component: Tabs });`,
    'src/routes/_tabs/library.index.tsx': `export const Route = createFileRoute('/_tabs/library/')({ component: Library });`,
    'src/routes/index.tsx': `export const Route = createFileRoute('/')({ beforeLoad });`,
  });

test('the table matches the routes of the app', () => {
  checkFirstRoutes(ROOT, FIRST_ROUTES);
});

test('the path of a page does not contain its frame', () => {
  checkFirstRoutes(root(), [row('_tabs', null), row('_tabs/library.index', '/library')]);
});

test('fails the build for a route without a file, without a page, or with another path', () => {
  expect(() => checkFirstRoutes(root(), [row('_tabs/home', '/home')])).toThrow("FIRST_ROUTES '_tabs/home'");
  expect(() => checkFirstRoutes(root(), [row('index', '/')])).toThrow('src/routes/index.tsx has no page');
  expect(() => checkFirstRoutes(root(), [row('_tabs/library.index', '/shelf')])).toThrow(
    "The path of _tabs/library.index is '/library'",
  );
});
