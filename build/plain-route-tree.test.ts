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

test('the routes below a route are a list, in their order; nothing else changes', async () => {
  const root = app(`const HomeRoute = String('home');
    const ShelfRoute = String('shelf');
    const rootRouteChildren: { ShelfRoute: string; HomeRoute: string } = { ShelfRoute: ShelfRoute, HomeRoute: HomeRoute };
    export const tree = [rootRouteChildren, { ShelfRoute: 'kept' }];`);
  await buildFolder(root, [plainRouteTree(root)], { minify: false });
  const code = builtText(root, 'index').replaceAll(/\s+/g, ' ');
  expect(code).toContain('[String("shelf"), String("home")]');
  expect(code).toContain('{ ShelfRoute: "kept" }');
});

test('fails the build if the tree names its lists in another way', async () => {
  const root = app(`export const tree = { HomeRoute: String(1) };`);
  await expect(buildFolder(root, [plainRouteTree(root)])).rejects.toThrow(
    /CHILDREN .* \(build\/plain-route-tree\.ts\) matches nothing/,
  );
});
