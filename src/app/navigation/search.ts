import type { Scope } from '#contract/ids.ts';

/** Reads one search parameter as parsed by the router; undefined if it is missing or not acceptable. */
type Reader<T> = (value: unknown) => T | undefined;
type Readers = Readonly<Record<string, Reader<unknown>>>;

/** One key per reader: required if the reader has a default, else optional. */
export type SearchOf<R extends Readers> = {
  [K in keyof R as undefined extends ReturnType<R[K]> ? never : K]: ReturnType<R[K]>;
} & {
  [K in keyof R as undefined extends ReturnType<R[K]> ? K : never]?: Exclude<ReturnType<R[K]>, undefined>;
};

/**
 * The one way to declare a route's search parameters: `validateSearch: search({ tab: oneOf('new', 'old'), id: text })`.
 * A parameter that is not declared, or not acceptable, is left out: an address never fails. Why this is no valibot
 * schema: docs/decisions/0021.
 */
export const search =
  <R extends Readers>(readers: R) =>
  (raw: Record<string, unknown>): SearchOf<R> =>
    Object.fromEntries(
      Object.entries(readers)
        .map(([key, read]) => [key, read(raw[key])] as const)
        .filter(([, value]) => value !== undefined),
    ) as SearchOf<R>;

/** Any text. */
export const text: Reader<string> = (value) => (typeof value === 'string' && value !== '' ? value : undefined);

/** Text, cut after `maxLength` characters. */
export const textUpTo =
  (maxLength: number): Reader<string> =>
  (value) =>
    text(value)?.slice(0, maxLength);

/** An instant, ISO 8601 in UTC. */
export const instant: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : undefined;

/** A day, `2031-05-31`. */
export const day: Reader<string> = (value) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value)) ? value : undefined;

/** One of these values. */
export const oneOf =
  <const T extends string | number>(...values: readonly T[]): Reader<T> =>
  (value) =>
    values.find((each) => each === value);

const SCOPE = /^(user|org):[0-9a-f-]{36}$/;
const UUID = /^[0-9a-f-]{36}$/;

/** The owner of rows: `user:<id>` or `org:<id>`. */
export const scope: Reader<Scope> = (value) =>
  typeof value === 'string' && SCOPE.test(value) ? (value as Scope) : undefined;

/** The id of a row. */
export const rowId: Reader<string> = (value) => (typeof value === 'string' && UUID.test(value) ? value : undefined);

/** A whole number from 1. */
export const count: Reader<number> = (value) =>
  Number.isSafeInteger(value) && (value as number) > 0 ? (value as number) : undefined;

/** The value of `read`, else `fallback`. */
export const orElse =
  <T, const F>(read: Reader<T>, fallback: F) =>
  (value: unknown): T | F =>
    read(value) ?? fallback;
