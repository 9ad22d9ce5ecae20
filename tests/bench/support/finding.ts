import { middleOf, ratioOf, type Figures } from './statistics.ts';

/** The goal of a figure: for its value, or its ratio to the reference. */
export type Goal = { of: 'value' | 'ratio'; atLeast: number } | { of: 'value' | 'ratio'; atMost: number };

export interface Finding {
  figure: string;
  unit: string;
  /** NaN if not measured; the note has the reason. */
  ours: number;
  reference?: { name: string; value: number };
  ratio?: number;
  /** Without a goal the figure is only informative. */
  goal?: Goal;
  note?: string;
}

export type Runs = readonly (Figures | null)[];

/** A figure with its reference of the same interleaved rounds. */
export const compare = (
  figure: string,
  unit: string,
  runs: { ours: Runs; reference: Runs; name: string; key: string; referenceKey?: string },
  goal?: Goal,
  note?: string,
): Finding => ({
  figure,
  unit,
  ours: middleOf(runs.ours, runs.key),
  reference: { name: runs.name, value: middleOf(runs.reference, runs.referenceKey ?? runs.key) },
  ratio: ratioOf(runs.ours, runs.reference, runs.key, runs.referenceKey),
  ...(goal ? { goal } : {}),
  ...(note ? { note } : {}),
});

/** A figure without a reference. */
export const state = (figure: string, unit: string, ours: number, goal?: Goal, note?: string): Finding => ({
  figure,
  unit,
  ours,
  ...(goal ? { goal } : {}),
  ...(note ? { note } : {}),
});

/** A figure that could not be measured here. */
export const missing = (figure: string, why: string): Finding => ({ figure, unit: '', ours: NaN, note: why });

export type Verdict = 'reached' | 'NOT REACHED' | 'not measured' | '';

export const judge = ({ ours, ratio, goal }: Finding): Verdict => {
  const value = goal?.of === 'ratio' ? (ratio ?? NaN) : ours;
  if (!Number.isFinite(value)) return 'not measured';
  if (!goal) return '';
  const isReached = 'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;
  return isReached ? 'reached' : 'NOT REACHED';
};

const number = (value: number): string => {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  return value.toFixed(size >= 100 || Number.isInteger(value) ? 0 : size >= 10 ? 1 : 2);
};

const goalText = ({ goal, unit }: Finding): string => {
  if (!goal) return '';
  const limit = 'atLeast' in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
  return goal.of === 'ratio' ? `${limit} ×` : `${limit} ${unit}`;
};

/** One row: figure, ours, reference, ratio, goal, verdict. */
export const cells = (finding: Finding): string[] => [
  finding.figure,
  `${number(finding.ours)} ${finding.unit}`.trim(),
  finding.reference ? `${number(finding.reference.value)} (${finding.reference.name})` : '',
  finding.ratio === undefined ? '' : number(finding.ratio),
  goalText(finding),
  [judge(finding), finding.note].filter(Boolean).join(': '),
];

export const HEADINGS = ['Figure', 'Ours', 'Reference', 'Ratio', 'Goal', 'Result'];
