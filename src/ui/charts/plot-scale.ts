/** A round axis that starts at zero. */
export interface PlotScale {
  top: number;
  /** From zero to `top`. */
  ticks: readonly number[];
}

const STEPS = [1, 2, 3, 4, 5, 6, 8, 10] as const;
const PARTS = 3;

/**
 * An axis of three steps that are round numbers.
 *
 * @param values What is shown; at least zero.
 * @param unit The smallest step, e.g. 1 for what is counted.
 */
export const scaleOf = (values: readonly number[], unit = 1): PlotScale => {
  const part = Math.max(...values, unit * PARTS) / PARTS / unit;
  const power = 10 ** Math.floor(Math.log10(part));
  const step = STEPS.map((one) => one * power).find((one) => one >= part && Number.isInteger(one))! * unit;
  return { top: step * PARTS, ticks: [0, 1, 2, 3].map((n) => n * step) };
};
