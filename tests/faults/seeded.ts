/** Chance that a seed repeats: every fault test prints its seed, and the same seed chooses the same faults. */
export interface Seeded {
  readonly seed: number;
  /** 0 to 1. */
  next(): number;
  /** A whole number from `min` to `max`, both included. */
  integer(min: number, max: number): number;
  chance(part: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Picks by weight, `[weight, item]`. */
  pickWeighted<T>(items: readonly (readonly [number, T])[]): T;
  /** A source of its own for a part of a test, so that one part's draws do not move another's. */
  fork(name: string): Seeded;
}

const hash = (text: string): number => {
  let value = 2_166_136_261;
  for (const sign of text) value = Math.imul(value ^ sign.codePointAt(0)!, 16_777_619);
  return value >>> 0;
};

/** A seed nobody has seen. */
export const freshSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0]!;

/** The seed to repeat (FAULT_SEED), else a fresh one. */
export const readSeed = (): number => Number(process.env['FAULT_SEED'] ?? freshSeed());

/** Mulberry32: small, and even enough for choosing faults. */
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
