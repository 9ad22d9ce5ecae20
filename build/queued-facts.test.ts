import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { queuedFacts, WORKER_FACTS } from './queued-facts.ts';

const app = (main: string) => ({
  'index.html': DOCUMENT,
  'src/main.css': '',
  'src/main.ts': main,
  'table.ts': `export const queuedTable = 'the whole table of calls'`,
});
const READER = `import { queuedTable } from '../table.ts'; console.log(queuedTable)`;

test('the facts of the queued calls replace the table, without those that only tests read', async () => {
  const root = makeFolder(app(READER));
  await buildFolder(root, [queuedFacts({ module: `${root}/table.ts` })]);
  const code = builtText(root, 'index');
  expect(code).toContain('library.createFolder');
  expect(code).toContain('Create the folder {name}');
  expect(code).toContain('destinationFolderId');
  expect(code).not.toContain('the whole table of calls');
  expect(code).not.toContain('withoutEffect');
});

test('a worker gets only `rows`', async () => {
  const root = makeFolder(app(READER));
  await buildFolder(root, [queuedFacts({ module: `${root}/table.ts`, facts: WORKER_FACTS })]);
  const code = builtText(root, 'index');
  expect(code).toContain('destinationFolderId');
  expect(code).not.toContain('Create the folder');
});

test('fails the build if no page reads the table', async () => {
  const root = makeFolder(app(`console.log('nothing')`));
  await expect(buildFolder(root, [queuedFacts({ module: `${root}/table.ts` })])).rejects.toThrow(
    /table\.ts \(build\/queued-facts\.ts\) matches nothing/,
  );
});
