import { isHeight, isWeight } from '#contract/profiles-fields.ts';
import type { Profile } from '#contract/rows.ts';

export type Units = 'metric' | 'imperial';
export const UNITS = {
  metric: { height: 'm', weight: 'kg' },
  imperial: { height: 'inch', weight: 'lb' },
} as const;

export interface Size {
  units: Units;
  /** As typed. */
  height: string;
  weight: string;
}

/** Metres, or kilograms, of one unit. */
const IN_METRIC = { m: 1, inch: 0.0254, kg: 1, lb: 0.453_592_37 } as const;
type Unit = keyof typeof IN_METRIC;

/** A typed number; NaN for none. A comma is a decimal point. */
const numberOf = (typed: string): number => (typed.trim() === '' ? NaN : Number(typed.trim().replace(',', '.')));

/** A typed number in another unit, rounded as far as that unit is stored. Anything else stays as it was typed. Source: D-76. */
const converted = (typed: string, from: Unit, to: Unit): string => {
  const value = numberOf(typed);
  if (from === to || Number.isNaN(value)) return typed;
  return String(Number(((value * IN_METRIC[from]) / IN_METRIC[to]).toFixed(to === 'm' ? 2 : 1)));
};

/** The saved size in the units of its height, else of its weight. */
export const sizeOf = ({ height, unitsForHeight, weight, unitsForWeight }: Profile): Size => {
  const units = unitsForHeight === 'inch' || (!unitsForHeight && unitsForWeight === 'lb') ? 'imperial' : 'metric';
  const shown = (value: number | null, from: Unit | null, to: Unit): string =>
    value === null ? '' : converted(String(value), from ?? to, to);
  return {
    units,
    height: shown(height, unitsForHeight, UNITS[units].height),
    weight: shown(weight, unitsForWeight, UNITS[units].weight),
  };
};

/** The size with other units. */
export const inUnits = (size: Size, units: Units): Size => ({
  units,
  height: converted(size.height, UNITS[size.units].height, UNITS[units].height),
  weight: converted(size.weight, UNITS[size.units].weight, UNITS[units].weight),
});

export const isRightHeight = ({ height, units }: Size): boolean =>
  height.trim() === '' || isHeight(numberOf(height), UNITS[units].height);
export const isRightWeight = ({ weight, units }: Size): boolean =>
  weight.trim() === '' || isWeight(numberOf(weight), UNITS[units].weight);

const stored = (typed: string): number | null => (typed.trim() === '' ? null : numberOf(typed));

/** What to send: a size always with its unit. Source: D-362. */
export const toInput = (changed: Partial<Size>, size: Size) => {
  const is = (field: 'height' | 'weight') =>
    changed[field] !== undefined || (changed.units !== undefined && size[field].trim() !== '');
  const { height: heightUnit, weight: weightUnit } = UNITS[size.units];
  const [height, weight] = [stored(size.height), stored(size.weight)];
  return {
    ...(is('height') && { height, unitsForHeight: height === null ? null : heightUnit }),
    ...(is('weight') && { weight, unitsForWeight: weight === null ? null : weightUnit }),
  };
};

/** The form with the input of a refused change; what it does not name stays as it is saved. */
export const sizeOfInput = (input: Readonly<Record<string, unknown>>, saved: Size): Size => {
  const isImperial = input['unitsForHeight'] === 'inch' || input['unitsForWeight'] === 'lb';
  const isMetric = input['unitsForHeight'] === 'm' || input['unitsForWeight'] === 'kg';
  const typed = (field: 'height' | 'weight') => {
    const value = input[field];
    return typeof value === 'number' ? { [field]: String(value) } : value === null ? { [field]: '' } : {};
  };
  return {
    ...inUnits(saved, isImperial ? 'imperial' : isMetric ? 'metric' : saved.units),
    ...typed('height'),
    ...typed('weight'),
  };
};
