import type { Call, OutputOf } from '#contract/call.ts';
import type { OwnTable } from '#contract/tables.ts';
import type { StoredShapes } from '#contract/stored-shape.ts';
import storedShapes from '#contract/stored-shapes.json' with { type: 'json' };
import { ABSENT, fit } from './fit.ts';

// Loaded only where something that another build stored is read.

// JSON widens the names of the leaves to `string`.
const { rows, answers } = storedShapes as unknown as StoredShapes;

/** An answer as this build reads it; undefined if it cannot be shown, or if the call does not keep answers. */
export const fitAnswer = <C extends Call>({ id }: Pick<C, 'id'>, stored: unknown): OutputOf<C> | undefined => {
  const shape = answers[id];
  const fitted = shape === undefined ? ABSENT : fit(shape, stored);
  return fitted === ABSENT ? undefined : (fitted as OutputOf<C>);
};

/** A row as this build reads it, the same if it fits; undefined if it cannot be shown. */
export const fitRow = <R>(table: OwnTable, row: R): R | undefined => {
  const fitted = fit(rows[table]!, row);
  return fitted === ABSENT ? undefined : (fitted as R);
};
