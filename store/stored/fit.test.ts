import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ownRows } from '#contract/rows.ts';
import type { OwnTable } from '#contract/tables.ts';
import { keptCalls } from '#tests/support/stored-shapes.ts';
import { fieldsOf, valueOf, without } from '#tests/support/stored-values.ts';
import { ABSENT, fit } from './fit.ts';
import { fitAnswer, fitRow } from './fit-stored.ts';

// What an older build stored lacks a field, or has another type in it.

/** Every row and answer that a device stores, with what this build reads of a stored one. */
const stored = [
  ...Object.entries(ownRows).map(
    ([table, schema]) => [`row ${table}`, schema, (value: unknown) => fitRow(table as OwnTable, value)] as const,
  ),
  ...keptCalls.map((call) => [`answer ${call.id}`, call.output, (value: unknown) => fitAnswer(call, value)] as const),
];

describe.each(stored)('%s', (_, schema, read) => {
  const whole = valueOf(schema);

  it('is read as it is if it fits', () => {
    expect(v.is(schema, whole)).toBe(true);
    expect(read(whole)).toBe(whole);
  });

  it('fits this build without any one of its fields, or is absent', () => {
    const wrong = fieldsOf(whole).filter((path) => {
      const fitted = read(without(whole, path));
      return fitted !== undefined && !v.is(schema, fitted);
    });
    expect(wrong).toEqual([]);
  });

  it('fits this build with another type in any one of its fields, or is absent', () => {
    const wrong = fieldsOf(whole).filter((path) => {
      const fitted = read(replaced(whole, path, { of: 'another type' }));
      return fitted !== undefined && !v.is(schema, fitted);
    });
    expect(wrong).toEqual([]);
  });
});

const replaced = (value: unknown, [name, ...rest]: readonly string[], by: unknown): unknown => {
  if (name === undefined) return by;
  if (Array.isArray(value))
    return value.map((each: unknown, index) => (String(index) === name ? replaced(each, rest, by) : each));
  const given = value as Record<string, unknown>;
  return { ...given, [name]: replaced(given[name], rest, by) };
};

describe('a missing value', () => {
  it('is empty, zero, false or null', () => {
    const shape = {
      object: { name: 'text', count: 'count', isOpen: 'flag', items: { list: 'text' }, by: { nullable: 'string' } },
    } as const;
    expect(fit(shape, {})).toEqual({ name: '', count: 0, isOpen: false, items: [], by: null });
  });

  it('takes with it what cannot be shown without it, up to the next list', () => {
    const item = { object: { id: 'string', title: 'text' } } as const;
    expect(fit({ object: { items: { list: item } } }, { items: [{ title: 'a' }, { id: '1' }] })).toEqual({
      items: [{ id: '1', title: '' }],
    });
    expect(fit(item, { title: 'a' })).toBe(ABSENT);
    expect(fit({ nullable: item }, { title: 'a' })).toBeNull();
  });

  it('keeps the fields that this build does not know', () => {
    expect(fit({ object: { title: 'text' } }, { former: 1 })).toEqual({ former: 1, title: '' });
  });
});
