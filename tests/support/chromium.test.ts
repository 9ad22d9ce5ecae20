import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { expect, test } from 'vitest';
import { WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT } from './chromium.ts';

test('what Playwright switches off in Chromium stays off in the browsers of tests', () => {
  const playwright = createRequire(createRequire(import.meta.url).resolve('playwright'));
  const folder = path.dirname(playwright.resolve('playwright-core/package.json'));
  const source = readFileSync(path.join(folder, 'lib/coreBundle.js'), 'utf8');
  const list = /disabledFeatures = \[([^\]]+)\]/.exec(source)![1]!;
  const names = [...list.matchAll(/^\s*"(\w+)"/gm)].map(([, name]) => name);
  expect(names.length).toBeGreaterThan(5);
  expect(WITHOUT_ADDRESS_BAR_IN_PLAYWRIGHT.split(/[=,]/)).toEqual(expect.arrayContaining(names));
});
