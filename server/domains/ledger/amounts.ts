// Arithmetic of money: integer minor units, exact for every safe integer. Source: decision 0079.

const whole = (amount: number): bigint => {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is no amount of minor units`);
  return BigInt(amount);
};
const floorOf = (numerator: bigint, denominator: bigint): bigint => {
  const quotient = numerator / denominator;
  return numerator % denominator < 0n ? quotient - 1n : quotient;
};

/**
 * `amount * part / of`, rounded half up.
 *
 * @param of Positive.
 */
export const shareOf = (amount: number, part: number, of: number): number => {
  if (of <= 0) throw new RangeError('The whole of a share must be positive.');
  return Number(floorOf(2n * whole(amount) * whole(part) + whole(of), 2n * whole(of)));
};

/** Hundredths of a percent: 50 % is 5,000. */
const WHOLE_BASIS_POINTS = 10_000;
/** A percentage in basis points of an amount, rounded half up. */
export const percentOf = (amount: number, basisPoints: number): number =>
  shareOf(amount, basisPoints, WHOLE_BASIS_POINTS);

/** Who gets a part, and how much of the whole: any integers from zero. */
export interface Weight {
  id: string;
  weight: number;
}

/**
 * Splits an amount by weights so that the parts sum up to it: each gets the floor of its share, and the cents that are left
 * go to the largest remainders, ties by id. A weight of zero gets nothing. Source: D-351.
 *
 * @param amount Zero or more.
 * @throws RangeError without a positive weight, or for ids that repeat.
 */
export const splitByLargestRemainder = (amount: number, weights: readonly Weight[]): Map<string, number> => {
  const total = whole(amount);
  const sum = weights.reduce((before, { weight }) => before + whole(weight), 0n);
  if (total < 0n || sum <= 0n || weights.some(({ weight }) => weight < 0))
    throw new RangeError('An amount from zero is split by weights from zero, of which one is positive.');
  const parts = weights.map(({ id, weight }) => {
    const product = total * whole(weight);
    return { id, part: product / sum, remainder: product % sum };
  });
  let left = total - parts.reduce((before, { part }) => before + part, 0n);
  const order = parts.toSorted(
    (one, two) =>
      Number(two.remainder > one.remainder) - Number(two.remainder < one.remainder) || compare(one.id, two.id),
  );
  for (const each of order) {
    if (left === 0n) break;
    each.part += 1n;
    left -= 1n;
  }
  const split = new Map(parts.map(({ id, part }) => [id, Number(part)]));
  if (split.size !== weights.length) throw new RangeError('Two parts have the same id.');
  return split;
};

const compare = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0);
