import { readFileSync, writeFileSync } from 'node:fs';
import { listedCoreOf, trimSigns } from '#contract/password-cores.ts';
import { isPattern } from '#contract/password-patterns.ts';

/**
 * Writes contract/common-cores.ts from lists of common passwords and names: one word a line, the commonest first.
 *
 *     node server/launch/node24.mjs tests/support/write-common-cores.ts LIST[:COUNT]…
 *
 * A list counts whole, or its first COUNT lines (decision 0024).
 */

const TARGET = new URL('../../contract/common-cores.ts', import.meta.url);
const CORE_MIN = 3;
const CORE_MAX = 31;

const wordsOf = (argument: string): string[] => {
  const [file = '', count] = argument.split(':');
  return readFileSync(file, 'utf8')
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, count ? Number(count) : undefined);
};

const cores = new Set<string>();
for (const word of process.argv.slice(2).flatMap(wordsOf)) {
  const core = listedCoreOf(word.toLowerCase());
  // Patterns are recognised without a list.
  const isListed = core.length >= CORE_MIN && core.length <= CORE_MAX && !isPattern(trimSigns(word.toLowerCase()));
  if (isListed && /^[a-z0-9]+$/.test(core)) cores.add(core);
}
writeFileSync(
  TARGET,
  `/** Written by tests/support/write-common-cores.ts: what common passwords are built around, and common names (decision 0024). */
export const COMMON_CORES =
  '${[...cores].toSorted().join(' ')}';
`,
);
