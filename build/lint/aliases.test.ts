import { beforeAll, describe, expect, it } from 'vitest';
import { lintProbes, type Probe } from './probes.fixtures.ts';

const FIXED: readonly (readonly [...Probe, after: string])[] = [
  ['src/features/watch/a.ts', `import { x } from '../../app/links.ts';\n`, `import { x } from '#app/links.ts';\n`],
  ['src/features/watch/b.ts', `export * from '../../ui/a.ts';\n`, `export * from '#ui/a.ts';\n`],
  ['src/routes/_tabs/c.tsx', `export const x = import('../../app/a.ts');\n`, `export const x = import('#app/a.ts');\n`],
  ['src/routes/k.tsx', `import { x } from '../features/a/b.ts';\n`, `import { x } from '#features/a/b.ts';\n`],
  ['src/app/d.ts', `import type { X } from '../ui/a.ts';\n`, `import type { X } from '#ui/a.ts';\n`],
  ['src/app/data/deep/e.ts', `import { x } from '../../links.ts';\n`, `import { x } from '#app/links.ts';\n`],
  ['src/app/f.ts', `import x from '../../store/a.ts?raw';\n`, `import x from '#store/a.ts?raw';\n`],
  ['server/domains/files/g.ts', `import { x } from '../../db/a.ts';\n`, `import { x } from '#server/db/a.ts';\n`],
  ['sw/h.ts', `export type X = import('../store/a.ts').X;\n`, `export type X = import('#store/a.ts').X;\n`],
  ['server/http/i.test.ts', `import { x } from '../../tests/a.ts';\n`, `import { x } from '#tests/a.ts';\n`],
];

const KEPT: readonly Probe[] = [
  ['src/app/data/keep-a.ts', `import { x } from '../links.ts';\n`],
  ['src/app/keep-b.ts', `import { x } from './links.ts';\n`],
  ['server/http/keep-c.ts', `import { x } from '../db/a.ts';\n`],
  ['src/routes/_tabs/keep-d.tsx', `import '../../styles/tokens.css';\n`],
  ['server/domains/files/keep-e.ts', `export const x = new URL('../../log.ts', import.meta.url);\n`],
  ['src/app/keep-f.ts', `import '../styles/tokens.css';\n`],
];

let linted: Awaited<ReturnType<typeof lintProbes>>;

beforeAll(async () => {
  const probes = FIXED.map(([file, code]): Probe => [file, code]);
  linted = await lintProbes([...probes, ...KEPT], 'aliases', ['--fix']);
}, 60_000);

describe('the lint of aliases', () => {
  it('reads every probe', () => expect(linted.readCount).toBe(FIXED.length + KEPT.length));

  it.each(FIXED)('mends in %s: %s', (file, _code, after) => expect(linted.after(file)).toBe(after));

  it.each(KEPT)('keeps in %s: %s', (file, code) => expect(linted.after(file)).toBe(code));
});
