import { expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { queuedCalls } from './queued-calls.ts';

const folderWith = (main: string): string =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': main,
    'queued.ts': `import { allCalls } from './calls.ts'; export const queuedCalls = allCalls;`,
    'calls.ts': `export const allCalls = 'the whole table of calls';`,
  });
const SENDER = `import { queuedCalls } from '../queued.ts'; console.log(queuedCalls)`;
const modulesOf = (root: string) => ({ module: `${root}/queued.ts`, whole: `${root}/calls.ts` });

test('a worker gets every queued call, as it is sent, and no other call', async () => {
  const root = folderWith(SENDER);
  await buildFolder(root, [queuedCalls(modulesOf(root))]);
  const code = builtText(root, 'index');
  expect(code).not.toContain('the whole table of calls');
  for (const { id, offline, path, summary } of allCalls) {
    expect([id, code.includes(`\`${id}\``) || code.includes(`"${id}"`)]).toEqual([id, offline === 'queue']);
    if (offline === 'queue') expect(code).toContain(path);
    expect(code).not.toContain(summary);
  }
});

test('fails the build if a module that it names is not there', async () => {
  const root = folderWith(SENDER);
  for (const moved of [{ module: `${root}/moved.ts` }, { whole: `${root}/moved.ts` }])
    await expect(buildFolder(root, [queuedCalls({ ...modulesOf(root), ...moved })])).rejects.toThrow(
      /moved\.ts \(build\/queued-calls\.ts\) matches nothing/,
    );
});

test('fails the build for a worker that loads the whole table another way', async () => {
  const root = folderWith(`import { allCalls } from '../calls.ts'; console.log(allCalls)`);
  await expect(buildFolder(root, [queuedCalls(modulesOf(root))])).rejects.toThrow(/A worker loads .*calls\.ts/);
});
