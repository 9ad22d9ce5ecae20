import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { plainFileRoutes } from './plain-file-routes.ts';

const app = (route: string) =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `import { Route } from './routes/home.ts'; console.log(Route, createFileRoute('/kept'))`,
    'src/routes/home.ts': route,
  });

test('a route file calls without its path, and with the same options', async () => {
  const root = app(
    `export const Route = createFileRoute('/_tabs/home')({ title: createFileRoute.name, other: '/_tabs/home' });`,
  );
  await buildFolder(root, [plainFileRoutes(root)], { minify: false });
  const code = builtText(root, 'index').replaceAll(/\s+/g, ' ');
  expect(code).toContain('createFileRoute()({ title: createFileRoute.name, other: "/_tabs/home" })');
  expect(code).toContain('createFileRoute("/kept")');
});

test('fails the build if no route file names its path', async () => {
  const root = app(`export const Route = String('home');`);
  await expect(buildFolder(root, [plainFileRoutes(root)])).rejects.toThrow(
    /CREATE .* \(build\/plain-file-routes\.ts\) matches nothing/,
  );
});
