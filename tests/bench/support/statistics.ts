/** Figures of one case in one round. */
export type Figures = Record<string, number>;

export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export type Rounds<Name extends string> = Record<Name, (Figures | null)[]>;

/**
 * Runs every case once per round, alternately forwards and backwards, so that load on the machine slows all of them
 * alike. A failed round is reported and not counted.
 */
export async function interleave<Name extends string>(
  cases: Record<Name, (round: number) => Promise<Figures>>,
  rounds: number,
): Promise<Rounds<Name>> {
  const names = Object.keys(cases) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as (Figures | null)[]])) as Rounds<Name>;
  for (let round = 0; round < rounds; round++) {
    for (const name of round % 2 === 1 ? names.toReversed() : names) {
      try {
        results[name].push(await cases[name](round));
      } catch (error) {
        results[name].push(null);
        console.error(
          `  ${name}, round ${round + 1}: ${error instanceof Error ? error.message.split('\n')[0] : String(error)}`,
        );
      }
    }
  }
  return results;
}

/** The median of one figure over the rounds; NaN where no round has it. */
export const middleOf = (rounds: readonly (Figures | null)[], figure: string): number => {
  const values = rounds
    .map((round) => round?.[figure])
    .filter((value) => value !== undefined && Number.isFinite(value)) as number[];
  return values.length > 0 ? median(values) : NaN;
};

/** Median over the rounds of our figure divided by the reference of the same round, which other load changes least. */
export const ratioOf = (
  ours: readonly (Figures | null)[],
  reference: readonly (Figures | null)[],
  figure: string,
  referenceFigure = figure,
): number => {
  const ratios = ours
    .map((round, index) => (round?.[figure] ?? NaN) / (reference[index]?.[referenceFigure] ?? NaN))
    .filter(Number.isFinite);
  return ratios.length > 0 ? median(ratios) : NaN;
};
