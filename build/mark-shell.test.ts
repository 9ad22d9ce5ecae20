import { randomBytes } from 'node:crypto';
import type { Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { madeBundle, madeChunk, makeFolder } from './build.fixtures.ts';
import { markShell, type MarkShellOptions } from './mark-shell.ts';

const PAGE = '/app/src/routes/home.tsx?tsr-split=component';
const routes = [{ route: 'home', path: '/home', isLanding: true, isPreloaded: true, isInShell: true }];
const options: MarkShellOptions = {
  root: '/app',
  routes,
  files: [/^index\.html$/],
  modules: ['src/toast.ts', 'src/send.ts'],
};
const bundle = madeBundle(
  madeChunk('entry.js', { isEntry: true, imports: ['vendor.js'] }),
  madeChunk('vendor.js'),
  madeChunk('home.js', {
    moduleIds: [PAGE],
    imports: ['part.js', 'entry.js'],
    viteMetadata: { importedCss: new Set(['home.css']) } as Rolldown.OutputChunk['viteMetadata'] & object,
  }),
  madeChunk('part.js'),
  madeChunk('toast.js', { moduleIds: ['/app/src/toast.ts'] }),
  madeChunk('send.js', { moduleIds: ['/app/src/send.ts'] }),
  madeChunk('rest.js'),
);
const names = ['index.html', 'home.css', ...Object.keys(bundle)];

/** Marks these files, each 1,000 bytes that cannot be packed. @returns the shell and the warnings. */
const mark = async (more: MarkShellOptions = {}) => {
  const folder = makeFolder(Object.fromEntries(names.map((name) => [name, randomBytes(500).toString('hex')])));
  const shell = markShell({ ...options, ...more });
  (shell.plugin.writeBundle as (options: object, bundle: Rolldown.OutputBundle) => void)({}, bundle);
  const { manifest, warnings } = await shell.mark(
    names.map((url) => ({ url, revision: null })),
    folder,
  );
  return { shell: manifest.filter((entry) => 'isShell' in entry).map(({ url }) => url), warnings };
};

test('the shell contains the listed files, the entry, the routes and the modules, each with its imports', async () => {
  const { shell, warnings } = await mark();
  expect(shell.toSorted()).toEqual(
    ['index.html', 'entry.js', 'vendor.js', 'home.js', 'part.js', 'home.css', 'toast.js', 'send.js'].toSorted(),
  );
  expect(warnings).toEqual([]);
});

test('a part that does not fit is omitted with a warning, and a smaller one after it is still added', async () => {
  // Files have 500 to 600 bytes when packed: three must be in, three of the route do not fit, two modules do.
  const { shell, warnings } = await mark({ maxBytes: 3_000 });
  expect(shell.toSorted()).toEqual(['index.html', 'entry.js', 'vendor.js', 'toast.js', 'send.js'].toSorted());
  expect(warnings).toEqual([expect.stringContaining("FIRST_ROUTES 'home' is not in the shell")]);
});

test('fails the build if the required files exceed the limit', async () => {
  await expect(mark({ maxBytes: 1_000, modules: [], routes: [] })).rejects.toThrow(/The shell has .* KiB on the wire/);
});

test.each([
  ['file', { files: [/^index\.html$/, /^gone\.svg$/] }, 'SHELL_FILES /^gone\\.svg$/'],
  ['module', { modules: ['src/gone.ts'] }, "SHELL_MODULES 'src/gone.ts'"],
  ['route', { routes: [{ ...routes[0]!, route: 'gone' }] }, "FIRST_ROUTES 'gone'"],
])('a %s that is not in the build stops it', async (_kind, more, message) => {
  await expect(mark(more)).rejects.toThrow(message);
});
