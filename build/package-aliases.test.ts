import { expect, test } from 'vitest';
import { buildFolder, builtText, DOCUMENT, makeFolder } from './build.fixtures.ts';
import { packageAliases } from './package-aliases.ts';

const alias = {
  find: /^store$/,
  replacement: 'store/modern.js',
  used: /\/node_modules\/store\/modern\.js$/,
  unused: /\/node_modules\/store\/(?!modern\.js)/,
};
const app = (main: string) => ({
  'index.html': DOCUMENT,
  'src/main.css': '',
  'src/main.ts': main,
  'node_modules/store/package.json': '{ "name": "store", "type": "module", "main": "old.js" }',
  'node_modules/store/old.js': `export const kind = 'for old browsers'`,
  'node_modules/store/modern.js': `export const kind = 'for modern browsers'`,
});

test('the build contains the replacement and not the replaced file', async () => {
  const root = makeFolder(app(`import { kind } from 'store'; console.log(kind)`));
  await buildFolder(root, [packageAliases([alias])]);
  expect(builtText(root, 'index')).toContain('for modern browsers');
});

test('fails the build for an alias that nothing imports', async () => {
  const root = makeFolder(app('console.log(1)'));
  await expect(buildFolder(root, [packageAliases([alias])])).rejects.toThrow(
    /The alias \/\^store\$\/ .* matches nothing.*does not use store\/modern\.js/,
  );
});

test('fails the build for an import that bypasses the alias', async () => {
  const root = makeFolder(
    app(`import { kind } from 'store'; import { kind as old } from 'store/old.js'; console.log(kind, old)`),
  );
  await expect(buildFolder(root, [packageAliases([alias])])).rejects.toThrow(/misses some imports: .*store\/old\.js/);
});

test('ignores imports by modules that an alias is not limited to', async () => {
  const root = makeFolder(
    app(`import { kind } from 'store'; import { kind as old } from 'store/old.js'; console.log(kind, old)`),
  );
  const byPackage = { ...alias, by: /\/node_modules\// };
  await expect(buildFolder(root, [packageAliases([byPackage])])).rejects.toThrow('does not use store/modern.js');
  const bySource = { ...alias, unused: /\/node_modules\/store\/old\.js/, by: /\/src\/main\.ts$/ };
  await expect(buildFolder(root, [packageAliases([bySource])])).rejects.toThrow('misses some imports');
});
