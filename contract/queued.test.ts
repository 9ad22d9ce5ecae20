import * as v from 'valibot';
import { expect, test } from 'vitest';
import { defineCall, type Call } from './call.ts';
import { allCalls } from './calls.ts';
import { Id } from './ids.ts';
import { Nothing } from './patterns.ts';
import { inputsOf, rowRefs, type QueuedFacts } from './queued.ts';

const entry = {
  id: 'folders.tidy',
  method: 'POST',
  path: '/folders/tidy',
  may: 'creator',
  input: v.object({ folderId: Id }),
  output: Nothing,
  problems: [],
  summary: 'Tidies a folder',
} as const;
const facts = {
  label: 'Tidy a folder',
  shownAt: 'folders',
  rows: { changes: [{ table: 'folders', by: 'folderId' }] },
} as const;

test('types: a queued call without its facts does not compile, nor one with facts that is not queued', () => {
  const good = defineCall({ ...entry, offline: 'queue', queued: facts });
  // @ts-expect-error -- queued, and no facts
  defineCall({ ...entry, offline: 'queue' });
  // @ts-expect-error -- facts, and not queued
  defineCall({ ...entry, offline: 'online', queued: facts });
  // @ts-expect-error -- no input of this name
  defineCall({ ...entry, offline: 'queue', queued: { ...facts, rows: { changes: [{ table: 'folders', by: 'id' }] } } });
  // @ts-expect-error -- no own table of this name
  defineCall({ ...entry, offline: 'queue', queued: { ...facts, rows: { changes: [{ table: 'files' }] } } });
  // @ts-expect-error -- no screen of this name
  defineCall({ ...entry, offline: 'queue', queued: { ...facts, shownAt: 'kitchen' } });
  // @ts-expect-error -- a label with a name that leaves no place for it
  defineCall({ ...entry, offline: 'queue', queued: { ...facts, label: { named: 'Tidy', unnamed: 'Tidy a folder' } } });
  expect(good.offline).toBe('queue');
});

type QueuedCall = Call & { readonly queued: QueuedFacts };
const queuedCalls = allCalls.filter((call): call is QueuedCall => call.offline === 'queue');
const entriesOf = (call: Call): Record<string, Call['input']> =>
  (call.input as unknown as { entries: Record<string, Call['input']> }).entries;

/** True where an id occurs anywhere in a schema: alone, in a list, in an object. */
const holdsId = (schema: unknown, seen = new Set<unknown>()): boolean => {
  if (schema === Id) return true;
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return false;
  seen.add(schema);
  return Object.values(schema).some((part) => holdsId(part, seen));
};

test('the facts of a queued call name every input that holds an id, and no other', () => {
  for (const call of queuedCalls) {
    const withIds = Object.entries(entriesOf(call)).filter(([, schema]) => holdsId(schema));
    const { rows } = call.queued;
    expect([...inputsOf(rowRefs(rows)), ...(rows.notRows ?? [])].toSorted(), call.id).toEqual(
      withIds.map(([name]) => name).toSorted(),
    );
  }
});

test('a queued call that creates a row takes the row’s id as input', () => {
  const makers = queuedCalls.filter(({ queued }) => queued.rows.makes);
  expect(makers.length).toBeGreaterThan(0);
  for (const call of makers) {
    const schema = entriesOf(call)[call.queued.rows.makes!.by]!;
    expect(schema.type === 'array' ? holdsId(schema) : schema === Id, call.id).toBe(true);
  }
});
