import { expect, test } from 'vitest';
import { build, type Plugin } from 'vite';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { dropServerFacts } from './drop-server-facts.ts';

const call = (id: string, more = '') => `defineCall({
  id: '${id}', method: 'GET', path: '/${id.replace('.', '/')}',
  may: 'signedIn',
  input: v.object({ name: text(1, 50) }), // what travels
  offline: 'cache',
  summary: 'Summary of ${id}',${more}
})`;

/** An app with calls in the contract's folder and in a folder below it. */
const app = (files: Readonly<Record<string, string>> = {}) =>
  makeFolder({
    'index.html': DOCUMENT,
    'src/main.css': '',
    'src/main.ts': `import { readHome } from '../contract/home.ts';
      import { readWallet } from '../contract/wallet/calls.ts';
      console.log(readHome, readWallet);`,
    'contract/call.ts': `/* @__NO_SIDE_EFFECTS__ */
      export const defineCall = (call: object) => call;`,
    'contract/patterns.ts': `import * as v from 'valibot';
      /* @__NO_SIDE_EFFECTS__ */
      export const text = (min: number, max: number) => v.object({ kind: 'schema-of-text', min, max });`,
    'contract/home.ts': `import * as v from 'valibot';
      import { defineCall } from './call.ts';
      import { text } from './patterns.ts';
      export const readHome = ${call('home.read')};
      export const readOther = ${call('home.other')};
      export const Unused = v.object({ kind: 'unused-schema', name: text(1, 5) });
      export const length = text(1, 9);`,
    'contract/wallet/calls.ts': `import * as v from 'valibot';
      import { defineCall } from '../call.ts';
      import { text } from '../patterns.ts';
      export const readWallet = ${call('wallet.read')};`,
    'contract/home.test.ts': 'this is not read',
    'node_modules/valibot/package.json': '{ "name": "valibot", "type": "module", "main": "index.js" }',
    'node_modules/valibot/index.js': `export const object = (entries) => { console.log('schema-of-valibot'); return entries; }`,
    ...files,
  });
const facts = ['input', 'may', 'summary'];
const dropped = async (root: string, options = {}): Promise<string> => {
  await buildFolder(root, [dropServerFacts({ root, facts, ...options })]);
  return builtText(root, 'index');
};

test("the server's facts and schemas are dropped, in every folder below the contract", async () => {
  const code = await dropped(app());
  for (const kept of ['home.read', '/home/read', 'wallet.read', 'offline']) expect(code).toContain(kept);
  for (const gone of ['summary', 'Summary of', 'signedIn', 'schema-of', 'unused-schema', 'home.other'])
    expect(code).not.toContain(gone);
});

test("the contract's pure helpers are marked where they are called, under any local name", async () => {
  const root = app({
    'contract/home.ts': `import * as v from 'valibot';
      import { defineCall } from './call.ts';
      import { text as words } from './patterns.ts';
      import { text } from '../src/other.ts';
      export const readHome = ${call('home.read')};
      export const Shape = v.object({ name: words(1, 5), other: text(1) });`,
    'src/other.ts': 'export const text = (min: number) => min;',
  });
  let code = '';
  const seen: Plugin = {
    name: 'seen',
    transform: (text, id) => {
      if (id.endsWith('/contract/home.ts')) code = text;
    },
  };
  await buildFolder(root, [dropServerFacts({ root, facts }), seen]);
  expect(code).toContain('readHome = /* @__PURE__ */ defineCall(');
  expect(code).toContain('Shape = /* @__PURE__ */ v.object(');
  expect(code).toContain('name: /* @__PURE__ */ words(1, 5)');
  expect(code).toContain('other: text(1)');
});

test('keeps a fact that is not in the list', async () => {
  const code = await dropped(app(), { facts: ['input', 'summary'] });
  expect(code).toContain('signedIn');
  expect(code).not.toContain('Summary of');
});

test('fails the build for a fact that no call has', async () => {
  await expect(dropped(app(), { facts: [...facts, 'mayNot'] })).rejects.toThrow(
    /SERVER_FACTS 'mayNot' .* matches nothing/,
  );
});

test('fails the build for a call that is not an object literal', async () => {
  const spread = `import * as v from 'valibot'; import { defineCall } from '../call.ts';
    const shared = { summary: 'Summary' };
    export const readWallet = defineCall({ id: 'wallet.read', path: '/wallet', ...shared });`;
  await expect(dropped(app({ 'contract/wallet/calls.ts': spread }))).rejects.toThrow(
    /contract\/wallet\/calls\.ts calls defineCall with something else/,
  );
});

test('fails the build if a call with a server fact reaches the client', async () => {
  const outside = `export const readWallet = { id: 'wallet.read', path: '/wallet', summary: 'Summary' };`;
  await expect(dropped(app({ 'contract/wallet/calls.ts': outside }))).rejects.toThrow(
    /assets\/index-.*\.js has 'summary' of the call 'wallet\.read', which only the server reads/,
  );
});

test('fails the build of a worker for the same', async () => {
  const root = app({
    'src/main.ts': `import { readHome } from '../contract/home.ts';
      console.log(readHome, new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }));`,
    'src/worker.ts': `const call = { id: 'wallet.read', path: '/wallet', may: 'signedIn' }; console.log(call);`,
  });
  const plugins = () => [dropServerFacts({ root, facts })];
  const options = { root, configFile: false as const, logLevel: 'silent' as const };
  await expect(build({ ...options, plugins: plugins(), worker: { format: 'es', plugins } })).rejects.toThrow(
    /worker-.*\.js has 'may' of the call 'wallet\.read'/,
  );
});

test('fails the build for a contract without annotations, or with a misplaced one', async () => {
  const unmarked = {
    'contract/call.ts': 'export const defineCall = (call: object) => call;',
    'contract/patterns.ts': '',
  };
  await expect(dropped(app(unmarked))).rejects.toThrow(/The mark @__NO_SIDE_EFFECTS__ .* matches nothing/);
  const unread = { 'contract/call.ts': `export const defineCall = /* @__NO_SIDE_EFFECTS__ */ (call: object) => call;` };
  await expect(dropped(app(unread))).rejects.toThrow('contract/call.ts has a mark');
});

test('fails a build without any call, because its check would be void', async () => {
  const unused = { 'src/main.ts': `import '../contract/home.ts'; console.log(1);` };
  await expect(dropped(app({ ...unused }))).rejects.toThrow(/The check for server facts .* matches nothing/);
});
