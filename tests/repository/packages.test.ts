import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import pkg from '../../package.json' with { type: 'json' };

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = ['*.{ts,html}', '{build,contract,server,src,store,sw,tests,workers}/**/*.{ts,tsx,mjs,css}'];

/** Packages that other packages ask for, and no file of ours imports. */
const ASKED_FOR: Readonly<Record<string, string>> = {
  '@babel/core': '@rolldown/plugin-babel',
  'babel-plugin-react-compiler': '@vitejs/plugin-react',
  '@vitest/browser': '@vitest/browser-playwright',
  'workbox-build': 'vite-plugin-pwa',
  'workbox-window': 'vite-plugin-pwa',
};

test('every package is imported, run as a command, or asked for by another one', () => {
  const sources = globSync(SOURCES, { cwd: ROOT, exclude: ['tests/repository/packages.test.ts'] });
  const text = sources.map((file) => readFileSync(`${ROOT}/${file}`, 'utf8')).join('\n');
  const scripts = Object.values(pkg.scripts).join('\n');
  const names = Object.keys({ ...pkg.dependencies, ...pkg.devDependencies });
  const isUsed = (name: string): boolean => {
    const typed = /^@types\/(.*)$/.exec(name)?.[1];
    if (typed) return typed === 'node' || names.includes(typed);
    const inSource = new RegExp(String.raw`['"\`]${name}(?:/[^'"\`]*)?['"\`]|node_modules/${name}/`);
    const asCommand = new RegExp(String.raw`node_modules/${name}/|(?:^|&& )${name}(?: |$)`, 'm');
    return inSource.test(text) || asCommand.test(scripts);
  };
  const unused = names.filter((name) => !isUsed(name));
  expect(unused.toSorted()).toEqual(Object.keys(ASKED_FOR).toSorted());
  for (const by of Object.values(ASKED_FOR)) expect(names).toContain(by);
});
