import fc from 'fast-check';

/** Random plays of each property, and the most commands in each. The soak asks for more. Source: docs/reliability.md, P. */
export const RUNS = Number(process.env['SOAK_RUNS'] ?? 100);
export const COMMANDS = Number(process.env['SOAK_COMMANDS'] ?? 40);

const SEED = process.env['FAULT_SEED'];

/**
 * What every property is run with. A failure prints the seed and the path of the smallest play that shows it:
 * `FAULT_SEED=… npm run unit -- that.test.ts` plays it again.
 */
export const runs: fc.Parameters<unknown> = {
  numRuns: RUNS,
  ...(SEED === undefined ? {} : { seed: Number(SEED) | 0 }),
};

/** A play's commands: up to COMMANDS of them, and often close to that. */
export const plays = <T>(command: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(command, { maxLength: COMMANDS, size: 'max' });

/** Time for one property's test: the soak's thousands take longer. */
export const PROPERTY_TIMEOUT_MS = 60_000 + RUNS * COMMANDS * 15;
