/**
 * What a stored value of this build looks like, as JSON: pages have no schemas, but what an older build stored on the
 * device must be readable without a network. Written from the schemas by WIRE=accept (wire.test.ts).
 *
 * - A leaf names the type and, if the schema accepts it, the neutral value of a missing one: '' for `text`, 0 for
 *   `count`, false for `flag`. `string`, `number` and `boolean` have none, e.g. an id or a date.
 * - `unknown`: anything.
 */
export type StoredShape =
  | 'text'
  | 'count'
  | 'flag'
  | 'string'
  | 'number'
  | 'boolean'
  | 'unknown'
  | { readonly values: readonly unknown[] }
  | { readonly list: StoredShape }
  | { readonly record: StoredShape }
  | { readonly object: Readonly<Record<string, StoredShape>> }
  | { readonly nullable: StoredShape }
  | { readonly optional: StoredShape }
  | { readonly oneOf: readonly StoredShape[] };

/** The shapes of all rows and answers that devices store, by table and by call. */
export interface StoredShapes {
  readonly rows: Readonly<Record<string, StoredShape>>;
  readonly answers: Readonly<Record<string, StoredShape>>;
}
