import { CHUNK_UNITS, UNIT_BYTES } from '#contract/limits.ts';

/** Half-open range of unit numbers. */
export type Run = [from: number, to: number];

export const unitCount = (sizeBytes: number): number => Math.ceil(sizeBytes / UNIT_BYTES);

/** The units of a file that the server has. Only grows: the server answers after a flush to disk. */
export class UnitMap {
  readonly #flags: Uint8Array;
  readonly #size: number;
  #bytes = 0;

  constructor(sizeBytes: number) {
    this.#size = sizeBytes;
    this.#flags = new Uint8Array(unitCount(sizeBytes));
  }

  get committedBytes(): number {
    return this.#bytes;
  }

  /** Adds units that the server has. @returns The number of new ones. */
  add(runs: readonly (readonly [number, number])[]): number {
    let added = 0;
    for (const [from, to] of runs) {
      for (let unit = Math.max(0, from); unit < Math.min(to, this.#flags.length); unit += 1) {
        if (this.#flags[unit] === 1) continue;
        this.#flags[unit] = 1;
        this.#bytes += Math.min(UNIT_BYTES, this.#size - unit * UNIT_BYTES);
        added += 1;
      }
    }
    return added;
  }

  /** Runs within the bounds that the server does not have, in order. */
  missing([from, to]: Run = [0, this.#flags.length]): Run[] {
    const runs: Run[] = [];
    for (let unit = from; unit < to; unit += 1) {
      if (this.#flags[unit] === 1) continue;
      const last = runs.at(-1);
      if (last?.[1] === unit) last[1] += 1;
      else runs.push([unit, unit + 1]);
    }
    return runs;
  }

  /** The first and the last unit that the server has. */
  ends(): number[] {
    return [...new Set([this.#flags.indexOf(1), this.#flags.lastIndexOf(1)])].filter((unit) => unit >= 0);
  }
}

/** Speeds from which chunks have 6 and 9 units, bytes per second: a chunk should take 1 to 20 s. Source: D-104. */
const FAST = [3 * UNIT_BYTES, 6 * UNIT_BYTES] as const;

export const chooseChunkUnits = (lineBytesPerSecond: number | undefined): number => {
  const speed = lineBytesPerSecond ?? 0;
  return speed >= FAST[1] ? CHUNK_UNITS[2] : speed >= FAST[0] ? CHUNK_UNITS[1] : CHUNK_UNITS[0];
};
