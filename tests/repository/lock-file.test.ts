import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface Locked {
  integrity?: string;
  optional?: boolean;
  link?: boolean;
}

const { packages } = JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
  packages: Record<string, Locked>;
};

test('every package of the lock file has an integrity hash, except optional ones of other platforms', () => {
  const installed = Object.entries(packages).filter(([path, { link }]) => path !== '' && !link);
  expect(installed.length).toBeGreaterThan(500);
  const unchecked = installed.filter(([, { integrity, optional }]) => !integrity?.startsWith('sha512-') && !optional);
  expect(unchecked.map(([path]) => path)).toEqual([]);
});
