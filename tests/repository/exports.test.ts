import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { resolve } from '../../build/lint/specifiers.ts';
import pkg from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Values that a framework asks for by name. */
const EXPECTED = [
  // Of TanStack Router: routes, and the stand-ins for files inside of it (build/package-aliases.ts).
  /^src\/routes\/.* Route$/,
  /^src\/app\/navigation\/no-router-\w+\.ts /,
  // Inside of texts: files that they write.
  /^(contract\/wire\.test|tests\/support\/write-common-cores)\.ts /,
];

/** What a file uses of another one: these names, or `*` for all. */
interface Use {
  file: string;
  names: Iterable<string>;
}

const CLAUSE = String.raw`(?:import|export)\s+(?:type\s+)?(?:(\w+)\s*,?\s*)?(?:\{([^}]*)\}|(\*)(?:\s+as\s+\w+)?)?\s*`;
const STATIC = new RegExp(String.raw`\b${CLAUSE}from\s*['"]([^'"]+)['"]`, 'g');
const DYNAMIC = /\bimport\(\s*['"`]([^'"`]+)['"`]/g;
const VALUE = /^export (?:async )?(?:const|let|function\*?|class) (\w+)/gm;
const LIST = /^export \{([^}]*)\};$/gm;

/** `a, type b as c` → `a` and `b` by 0, `a` and `c` by −1. */
const namesIn = (list: string, which: 0 | -1): string[] =>
  list
    .split(',')
    .filter((each) => each.trim())
    .map((each) =>
      each
        .trim()
        .replace(/^type\s+/, '')
        .split(/\s+as\s+/)
        .at(which)!,
    );

const usesIn = (code: string): Use[] => [
  ...[...code.matchAll(STATIC)].map(([, byDefault, list = '', all, file]) => ({
    file: file!,
    names: all ? ['*'] : [...(byDefault ? ['default'] : []), ...namesIn(list, 0)],
  })),
  // What is used of it stands in the same file, in some form.
  ...[...code.matchAll(DYNAMIC)].map(([, file]) => ({ file: file!, names: new Set(code.match(/\w+/g)) })),
];

const valuesIn = (code: string): string[] => [
  ...[...code.matchAll(VALUE)].map(([, name]) => name!),
  ...[...code.matchAll(LIST)].flatMap(([, list]) => namesIn(list!, -1)),
];

test('what a file exports, another file imports', () => {
  const paths = globSync(['*.ts', '{build,contract,server,src,store,sw,tests,workers}/**/*.{ts,tsx}'], { cwd: ROOT });
  const files = paths.map((file) => [file.replaceAll('\\', '/'), readFileSync(`${ROOT}/${file}`, 'utf8')] as const);
  const used = new Map(files.map(([file]) => [file, new Set<string>()]));
  for (const [file, code] of files)
    for (const use of usesIn(code)) {
      const names = used.get(resolve(use.file, file, pkg.imports) ?? '');
      for (const name of names ? use.names : []) names!.add(name);
    }
  const unused = files.flatMap(([file, code]) => {
    const names = used.get(file)!;
    return names.has('*')
      ? []
      : valuesIn(code)
          .filter((name) => !names.has(name))
          .map((name) => `${file} ${name}`);
  });
  expect(unused.length).toBeLessThan(files.length);
  expect(unused.filter((each) => !EXPECTED.some((pattern) => pattern.test(each)))).toEqual([]);
});
