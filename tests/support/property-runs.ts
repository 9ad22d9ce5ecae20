import fc from 'fast-check';

// Tests of the app are compiled without Node's types.
const { env } = (globalThis as unknown as { process: { env: Record<string, string | undefined> } }).process;

/**
 * Random plays per property, and most commands per play. The soak sets higher numbers. Source: docs/reliability.md, P.
 */
export const RUNS = Number(env['SOAK_RUNS'] ?? 100);
export const COMMANDS = Number(env['SOAK_COMMANDS'] ?? 40);

const SEED = env['FAULT_SEED'];

/** Time limit of one property test, ms: the soak's thousands of plays take longer. */
export const PROPERTY_TIMEOUT_MS = 60_000 + RUNS * COMMANDS * 15;

/**
 * Options of every property test. A failure prints the seed and the path of the smallest failing play: `FAULT_SEED=…
 * npm run unit -- that.test.ts` repeats it. The search for the smallest one ends before the test's time does, which would hide
 * what failed.
 */
export const runs: fc.Parameters<unknown> = {
  numRuns: RUNS,
  interruptAfterTimeLimit: PROPERTY_TIMEOUT_MS * 0.8,
  markInterruptAsFailure: true,
  ...(SEED === undefined ? {} : { seed: Number(SEED) | 0 }),
};

/** A play: up to COMMANDS commands, often close to that. */
export const plays = <T>(command: fc.Arbitrary<T>): fc.Arbitrary<T[]> =>
  fc.array(command, { maxLength: COMMANDS, size: 'max' });
