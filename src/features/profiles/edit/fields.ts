import * as v from 'valibot';
import { COUNTRY_CODES } from '#contract/country-codes.ts';
import { Place } from '#contract/profiles-fields.ts';
import { profileEditText as text } from '#contract/text/profiles-edit.ts';
import type { SelectOption } from '#ui/forms/option-match.ts';

/** Error messages by field; none for a field that is right. */
export type FieldProblems<D> = { readonly [K in keyof D]?: string | undefined };

/** The error message of a value that must be there. */
export const problemOf = (schema: v.GenericSchema<string, unknown>, value: string): string | undefined =>
  v.safeParse(schema, value).issues?.[0].message;

/** The error message of a value that may be empty. */
export const optionalProblem = (schema: v.GenericSchema<string, unknown>, value: string): string | undefined =>
  value.trim() === '' ? undefined : problemOf(schema, value);

export const placeProblem = (value: string): string | undefined => optionalProblem(Place, value);

/** An option that empties the field. */
export const NOT_CHOSEN: SelectOption = { value: '', label: text.notChosen };
export const COUNTRIES: readonly SelectOption[] = [
  NOT_CHOSEN,
  ...COUNTRY_CODES.map(({ id, name }) => ({ value: id, label: name })),
];

/** Texts as a call takes them: trimmed; an empty one is null. */
export const textsOf = <D extends object>(fields: D): { [K in keyof D]: D[K] extends string ? D[K] | null : D[K] } =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [name, typeof value === 'string' ? value.trim() || null : value]),
  ) as never;

const comparable = (value: unknown): string => JSON.stringify(typeof value === 'string' ? value.trim() : value);

/** The fields that differ from what the form started with: only those are sent. Source: D-362. */
export const changedOf = <D extends object>(draft: D, base: D): Partial<D> =>
  Object.fromEntries(
    Object.entries(base)
      .filter(([name, value]) => comparable(draft[name as keyof D]) !== comparable(value))
      .map(([name]) => [name, draft[name as keyof D]]),
  ) as Partial<D>;
