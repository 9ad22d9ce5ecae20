import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const read = (path: string): string => readFileSync(`${ROOT}/${path}`, 'utf8');

const plugins = globSync('build/*.ts', { cwd: ROOT })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.(test|fixtures)\.ts$/.test(path) && /: (Plugin|PluginOption\[\]) =(>| )/.test(read(path)));

test('each plugin of the build has a test beside it, that also shows what stops the build', () => {
  expect(plugins.length).toBeGreaterThan(10);
  for (const path of plugins) {
    const beside = path.replace('.ts', '.test.ts');
    expect(existsSync(`${ROOT}/${beside}`), path).toBe(true);
    expect(read(beside), beside).toMatch(/\.toThrow\(/);
    expect(read(path), path).toContain('@throws');
  }
});

test('vite.config.ts only wires them: it has no plugin of its own', () => {
  const config = read('vite.config.ts');
  for (const hook of ['transform', 'load', 'resolveId', 'generateBundle', 'closeBundle', 'apply:'])
    expect(config).not.toMatch(new RegExp(`\\b${hook}\\b[(:]?`));
});

/** The first numbered migrations, which were applied before views and functions got one current text each. */
const LAST_WITH_DEFINITIONS = 8;

test('a migration creates no view and no function: each has one current text in repeatable/', () => {
  const folder = 'server/db/migrations';
  const defining = readdirSync(`${ROOT}/${folder}`).filter((name) =>
    /\bcreate\s+(or\s+replace\s+)?(materialized\s+)?(view|function|procedure)\b/i.test(read(`${folder}/${name}`)),
  );
  expect(defining.filter((name) => Number(name.slice(0, 4)) > LAST_WITH_DEFINITIONS)).toEqual([]);
});
