import { expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { queuedCalls } from './queued-calls.ts';

test('a worker gets every queued call, as it is sent, and no other call', async () => {
  const root = makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `import { queuedCalls } from '../calls.ts'; console.log(queuedCalls)`,
    'calls.ts': `export const queuedCalls = 'the whole table of calls'`,
  });
  await buildFolder(root, [queuedCalls({ module: `${root}/calls.ts` })]);
  const code = builtText(root, 'index');
  expect(code).not.toContain('the whole table of calls');
  for (const { id, offline, path, summary } of allCalls) {
    expect([id, code.includes(`\`${id}\``) || code.includes(`"${id}"`)]).toEqual([id, offline === 'queue']);
    if (offline === 'queue') expect(code).toContain(path);
    expect(code).not.toContain(summary);
  }
});
