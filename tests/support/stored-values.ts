import * as v from 'valibot';
import type { Schema } from '#contract/call.ts';
import type { Parts } from './stored-shapes.ts';

const ID = '01890a5d-ac96-774b-bcce-b302099a8057';
/** Texts of every pattern in the contract. */
const TEXTS = [
  'Wall pass',
  ID,
  `user:${ID}`,
  'soccer',
  '2026-11-20T10:00:00.000Z',
  '2026-11-20',
  '2026-11',
  'ana@example.com',
  'en',
  'USD',
  'usd',
  'US',
  '4242',
  'Europe/Vienna',
  `/pictures/${'a'.repeat(20)}`,
  'https://example.com/a',
  'a'.repeat(64),
  'A1B2C3',
];

const first = (schema: Parts, values: readonly unknown[]): unknown => {
  const found = values.find((value) => v.is(schema as unknown as Schema, value));
  if (found === undefined) throw new Error(`No value of v.${schema.type} is known (tests/support/stored-values.ts).`);
  return found;
};

const VALUES: Readonly<Record<string, (schema: Parts) => unknown>> = {
  string: (schema) => first(schema, TEXTS),
  number: (schema) => first(schema, [7, 1, 0]),
  boolean: (schema) => first(schema, [true, false]),
  picklist: ({ options }) => options![0],
  literal: ({ literal }) => literal,
  null: () => null,
  undefined: () => undefined,
  unknown: () => 'anything',
  optional: ({ wrapped }) => valueOf(wrapped!),
  nullable: ({ wrapped }) => valueOf(wrapped!),
  array: ({ item }) => [valueOf(item!)],
  record: ({ key, value }) => ({ [valueOf(key!) as string]: valueOf(value!) }),
  object: ({ entries }) => Object.fromEntries(Object.entries(entries!).map(([name, entry]) => [name, valueOf(entry)])),
  loose_object: (schema) => VALUES['object']!(schema),
  union: ({ options }) => valueOf((options as Parts[])[0]!),
  variant: (schema) => VALUES['union']!(schema),
};

/** A value of a schema in which nothing is left out and no list is empty. @throws Error if it knows none. */
export const valueOf = (schema: object): unknown => VALUES[(schema as Parts).type]!(schema as Parts);

/** Where a field can be removed: the path of every field, through lists and records too. */
export const fieldsOf = (value: unknown, path: readonly string[] = []): (readonly string[])[] =>
  typeof value !== 'object' || value === null
    ? []
    : Object.entries(value).flatMap(([name, each]) => [[...path, name], ...fieldsOf(each, [...path, name])]);

/** The value without one field. */
export const without = <T>(value: T, [name, ...rest]: readonly string[]): T => {
  if (Array.isArray(value) && rest.length > 0)
    return value.map((each, index) => (String(index) === name ? without(each as unknown, rest) : each)) as T;
  const { [name!]: removed, ...others } = value as Record<string, unknown>;
  return (rest.length === 0 ? others : { ...others, [name!]: without(removed, rest) }) as T;
};
