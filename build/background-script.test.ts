import { readdirSync, readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { backgroundScript } from './background-script.ts';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { serviceWorker } from './service-worker.ts';

const LOADER = `import * as background from './background.ts';
  export const loadBackground = () => background;
  export const loadedBackground = () => background;`;
const WORKER = `import { loadBackground, loadedBackground } from './load-background.ts';
self.before = loadedBackground();
self.answers = () => [loadBackground().answer(), loadBackground().answer()];
self.after = loadedBackground;
console.log(self.__WB_MANIFEST);`;

/** Builds an app whose worker has a background. @returns Its folder of the build, and the code of the worker. */
const built = async (files: Record<string, string> = {}) => {
  const root = makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': 'body { color: red }',
    'src/main.ts': 'console.log(1)',
    'sw/sw.ts': WORKER,
    'sw/load-background.ts': LOADER,
    'sw/background.ts': `let count = 0; export const answer = () => 'sent in the background ' + ++count;`,
    ...files,
  });
  const shell = { root, routes: [], modules: [], files: [/^index/] };
  const notKept = ['assets/background-*.js'];
  await buildFolder(root, [
    serviceWorker({ kept: ['**/*.{js,html}'], notKept, shell, plugins: [backgroundScript({ root })] }),
  ]);
  return { dist: `${root}/dist`, code: readFileSync(`${root}/dist/sw.js`, 'utf8') };
};

test('the worker loads its background with its first event, once, from a file that is not precached', async () => {
  const { dist, code } = await built();
  expect(code).not.toContain('sent in the background');
  const [file] = readdirSync(`${dist}/assets`).filter((name) => name.startsWith('background-'));
  const loads: string[] = [];
  const self: Record<string, unknown> = {};
  const scope = { self, console: { log: (list: { url: string }[]) => (self['list'] = list) } };
  Object.assign(scope, {
    importScripts(url: string) {
      loads.push(url);
      self['sidelineBackground'] = runInNewContext(`${readFileSync(`${dist}${url}`, 'utf8')};sidelineBackground`);
    },
  });
  runInNewContext(code, scope);
  expect([self['before'], loads]).toEqual([undefined, []]);
  expect((self['answers'] as () => string[])()).toEqual(['sent in the background 1', 'sent in the background 2']);
  expect(loads).toEqual([`/assets/${file}`]);
  expect((self['after'] as () => unknown)()).toBe(self['sidelineBackground']);
  expect(JSON.stringify(self['list'])).not.toContain('background-');
});

test('a worker that imports its background by another way stops the build', async () => {
  await expect(built({ 'sw/sw.ts': `import './background.ts';\n${WORKER}` })).rejects.toThrow(
    'The service worker loads',
  );
});

test('a worker that never loads its background stops the build', async () => {
  const worker = 'console.log(self.__WB_MANIFEST)';
  await expect(built({ 'sw/sw.ts': worker })).rejects.toThrow("The glob 'assets/background-*.js'");
});
