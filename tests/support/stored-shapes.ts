import * as v from 'valibot';
import type { Schema } from '#contract/call.ts';
import { allCalls } from '#contract/calls.ts';
import { ownRows } from '#contract/rows.ts';
import type { StoredShape, StoredShapes } from '#contract/stored-shape.ts';

/** The parts of a valibot schema by which it is walked. */
export interface Parts {
  type: string;
  wrapped?: Parts;
  item?: Parts;
  key?: Parts;
  value?: Parts;
  entries?: Record<string, Parts>;
  options?: readonly unknown[];
  literal?: unknown;
}

const leaf = (schema: Parts, neutral: unknown, filled: StoredShape, bare: StoredShape): StoredShape =>
  v.is(schema as unknown as Schema, neutral) ? filled : bare;

/** By the type of a schema. */
const SHAPES: Readonly<Record<string, (schema: Parts) => StoredShape>> = {
  string: (schema) => leaf(schema, '', 'text', 'string'),
  number: (schema) => leaf(schema, 0, 'count', 'number'),
  boolean: (schema) => leaf(schema, false, 'flag', 'boolean'),
  picklist: ({ options }) => ({ values: options! }),
  literal: ({ literal }) => ({ values: [literal] }),
  null: () => ({ values: [null] }),
  undefined: () => ({ optional: 'unknown' }),
  unknown: () => 'unknown',
  optional: ({ wrapped }) => ({ optional: shapeOf(wrapped!) }),
  nullable: ({ wrapped }) => ({ nullable: shapeOf(wrapped!) }),
  array: ({ item }) => ({ list: shapeOf(item!) }),
  record: ({ value }) => ({ record: shapeOf(value!) }),
  object: ({ entries }) => ({
    object: Object.fromEntries(Object.entries(entries!).map(([name, entry]) => [name, shapeOf(entry)])),
  }),
  loose_object: (schema) => SHAPES['object']!(schema),
  union: ({ options }) => ({ oneOf: (options as Parts[]).map(shapeOf) }),
  variant: (schema) => SHAPES['union']!(schema),
};

/**
 * The stored shape of a schema.
 *
 * @throws Error for a type of schema that no row or answer had so far: say above what its shape is.
 */
const shapeOf = (schema: Parts): StoredShape => {
  const shape = SHAPES[schema.type];
  if (!shape) throw new Error(`No stored shape is known of v.${schema.type} (tests/support/stored-shapes.ts).`);
  return shape(schema);
};

/** Calls whose answers devices keep. */
export const keptCalls = allCalls.filter(({ offline }) => offline === 'cache');

/** The shapes of this build, from its schemas. */
export const storedShapesNow = (): StoredShapes => ({
  rows: Object.fromEntries(Object.entries(ownRows).map(([table, schema]) => [table, shapeOf(schema as Parts)])),
  answers: Object.fromEntries(
    keptCalls
      .map(({ id, output }) => [id, shapeOf(output as unknown as Parts)] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ),
});
