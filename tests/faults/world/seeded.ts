/** Random draws that a seed repeats: every fault test prints its seed, and the same seed chooses the same faults. */
export interface Seeded {
  readonly seed: number;
  /** From 0 (included) to 1 (excluded). */
  next(): number;
  /** An integer from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  chance(part: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight, `[weight, item]`. */
  pickWeighted<T>(items: readonly (readonly [number, T])[]): T;
  /** An independent generator for a part of a test, so that draws of one part do not change those of another. */
  fork(name: string): Seeded;
}

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (const sign of text) value = Math.imul(value ^ sign.codePointAt(0)!, 16_777_619);
  return value >>> 0;
};

/** A random seed. */
export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** FAULT_SEED if set, to repeat a run; otherwise a random seed. */
export const readSeed = (): number => Number(process.env['FAULT_SEED'] ?? freshSeed());

/** Mulberry32: small, and uniform enough for choosing faults. */
export const seeded = (seed: number): Seeded => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <T>(items: readonly T[]): T => items[Math.floor(next() * items.length)]!;
  return {
    seed,
    next,
    pick,
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (part) => next() < part,
    pickWeighted<T>(items: readonly (readonly [number, T])[]): T {
      let rest = next() * items.reduce((sum, [weight]) => sum + weight, 0);
      return (items.find(([weight]) => (rest -= weight) < 0) ?? items.at(-1)!)[1];
    },
    fork: (name) => seeded(hash(`${seed}/${name}`)),
  };
};
