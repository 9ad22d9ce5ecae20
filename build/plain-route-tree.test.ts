import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { plainRouteTree } from './plain-route-tree.ts';

const app = (tree: string) =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `import { tree } from './routeTree.gen.ts'; console.log(tree)`,
    'src/routeTree.gen.ts': tree,
  });

const HOME = `const HomeRoute = HomeRouteImport.update({ id: '/home', path: '/home', getParentRoute: () => rootRoute });`;
const IMPORTS = `const rootRoute = { name: 'root' };
  const [HomeRouteImport, ShelfRouteImport, FrameRouteImport] = ['home', 'shelf', 'frame'].map((name) => ({ update: (options) => ({ name, ...options, above: options.getParentRoute() }) }));`;

test('the routes below a route are a list, in their order; nothing else changes', async () => {
  const root = app(`${IMPORTS} ${HOME} const ShelfRoute = String('shelf');
    const rootRouteChildren: { ShelfRoute: string; HomeRoute: unknown } = { ShelfRoute: ShelfRoute, HomeRoute: HomeRoute };
    export const tree = [rootRouteChildren, { ShelfRoute: 'kept' }];`);
  await buildFolder(root, [plainRouteTree(root)], { minify: false });
  const code = builtText(root, 'index').replaceAll(/\s+/g, ' ');
  expect(code).toContain('[String("shelf"), HomeRoute]');
  expect(code).toContain('{ ShelfRoute: "kept" }');
});

test('a route is placed by one function, with the same options; one without a path keeps its own', async () => {
  const root = app(`${IMPORTS} ${HOME}
    const FrameRoute = FrameRouteImport.update({ id: '/_frame', getParentRoute: () => rootRoute });
    const ShelfRoute = ShelfRouteImport.update({ id: '/_frame/shelf', path: '/shelf', getParentRoute: () => FrameRoute });
    const rootRouteChildren = { HomeRoute: HomeRoute, FrameRoute: FrameRoute, ShelfRoute: ShelfRoute };
    globalThis.tree = rootRouteChildren; export const tree = rootRouteChildren;`);
  await buildFolder(root, [plainRouteTree(root)], { minify: false });
  const code = builtText(root, 'index');
  expect(code).not.toContain('HomeRouteImport.update');
  const [home, frame, shelf] = runInNewContext(`${code}\n;tree`, { console: { log: () => {} } });
  expect(home).toMatchObject({ name: 'home', id: '/home', path: '/home', above: { name: 'root' } });
  expect(frame).toMatchObject({ name: 'frame', id: '/_frame', above: { name: 'root' } });
  expect(frame).not.toHaveProperty('path');
  expect(shelf).toMatchObject({ name: 'shelf', id: '/_frame/shelf', path: '/shelf', above: { name: 'frame' } });
});

test('fails the build if the tree names its lists or options in another way', async () => {
  const noLists = app(`${IMPORTS} export const tree = { HomeRoute: String(1) };`);
  await expect(buildFolder(noLists, [plainRouteTree(noLists)])).rejects.toThrow(
    /CHILDREN .* \(build\/plain-route-tree\.ts\) matches nothing/,
  );
  const noPlaces = app(`const rootRouteChildren = { a: String(1) }; export const tree = rootRouteChildren;`);
  await expect(buildFolder(noPlaces, [plainRouteTree(noPlaces)])).rejects.toThrow(
    /PLACE_KEYS .* \(build\/plain-route-tree\.ts\) matches nothing/,
  );
});
