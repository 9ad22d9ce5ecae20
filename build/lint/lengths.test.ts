import { expect, it } from 'vitest';
import { lintProbes, type Probe } from './probes.fixtures.ts';

const fileOf = (file: string, lines: number): Probe => [
  file,
  Array.from({ length: lines }, (_, n) => `export const x${n} = ${n};`).join('\n'),
];
/** A function of so many lines, its first and last included. */
const functionOf = (file: string, lines: number, line = (n: number) => `  list.push(${n});`): Probe => [
  file,
  [
    'export const fill = (list: (number | string)[]): void => {',
    ...Array.from({ length: lines - 2 }, (_, n) => line(n)),
    '};',
  ].join('\n'),
];
const comment = (n: number): string => `  // ${n}`;

it.each([
  ['a file of 401 lines', 'max-lines', fileOf('server/a.ts', 401), fileOf('server/ok-a.ts', 400)],
  ['a file of a test too', 'max-lines', fileOf('tests/api/b.ts', 401), fileOf('tests/api/ok-b.ts', 400)],
  ['a function of 71 lines', 'max-lines-per-function', functionOf('store/c.ts', 71), functionOf('store/ok-c.ts', 70)],
  [
    'a function of a test, of 121',
    'max-lines-per-function',
    functionOf('store/d.test.ts', 121),
    functionOf('store/ok-d.test.ts', 120),
  ],
  // Comments count in a component, as it is read, and nowhere else.
  [
    'a component of 71',
    'max-lines-per-function',
    functionOf('src/ui/buttons/e.tsx', 71, comment),
    functionOf('store/ok-e.ts', 300, comment),
  ],
])('the lint refuses %s', async (_what, rule, refused, allowed) => {
  const linted = await lintProbes([refused, allowed], rule);
  expect(linted.messagesOf(refused[0])).toHaveLength(1);
  expect(linted.messagesOf(allowed[0])).toEqual([]);
});
