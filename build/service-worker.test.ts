import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { buildFolder, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { serviceWorker, type ServiceWorkerOptions } from './service-worker.ts';

/** Builds an app with a service worker. @returns the code of the worker. */
const built = async (options: ServiceWorkerOptions): Promise<string> => {
  const root = makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': 'body { color: red }',
    'src/main.ts': 'console.log(1)',
    'sw/sw.ts': 'console.log(self.__WB_MANIFEST)',
    'public/art/big.svg': '<svg></svg>',
    'public/art/small.svg': '<svg></svg>',
  });
  await buildFolder(root, [
    serviceWorker({ shell: { root, routes: [], modules: [], files: [/^index/] }, plugins: [], ...options }),
  ]);
  return readFileSync(`${root}/dist/sw.js`, 'utf8');
};

test('the worker contains the list of precached files, with the shell marked and the pack of all others', async () => {
  const code = await built({ kept: ['**/*.html', 'art/*.svg'], notKept: ['art/big*'] });
  const [, list] = /console\.log\((\[.*\])\)/.exec(code)!;
  expect(JSON.parse(list!)).toEqual([
    expect.objectContaining({ url: 'index.html', isShell: true }),
    expect.not.objectContaining({ isShell: true }),
    expect.objectContaining({ url: expect.stringMatching(/^assets\/rest-.*\.pack$/), isPack: true }),
  ]);
  expect(code).toContain('art/small.svg');
  expect(code).not.toContain('big.svg');
});

test.each([
  ['kept', { kept: ['**/*.html', 'icons/*.svg'], notKept: ['art/big*'] }, "The glob 'icons/*.svg'"],
  ['left out', { kept: ['**/*.html'], notKept: ['fonts/*'] }, "The glob 'fonts/*'"],
])('a glob of files that are %s and do not exist stops the build', async (_kind, options, message) => {
  await expect(built(options)).rejects.toThrow(message);
});
