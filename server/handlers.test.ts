import { readdirSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { allCalls } from '#contract/calls.ts';
import { handlers } from './handlers.ts';

const DOMAINS = path.join(import.meta.dirname, 'domains');
/** The first half of a call's id. */
const areas = [...new Set(allCalls.map(({ id }) => id.split('.')[0]!))].toSorted();
// That a domain without calls is listed is tested in tests/repository/areas.test.ts.
test('every area of calls has a domain', () => {
  const entries = readdirSync(DOMAINS, { withFileTypes: true });
  const domains = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(areas.filter((area) => !domains.includes(area))).toEqual([]);
});

test.each(areas)('%s: the index of the area exports the handlers of all its calls, and of no other', async (area) => {
  const door = (await import(path.join(DOMAINS, area, 'index.ts'))) as Record<string, Record<string, unknown>>;
  const own = door[`${area}Handlers`] ?? {};
  expect(Object.keys(own).toSorted()).toEqual(
    allCalls
      .map(({ id }) => id)
      .filter((id) => id.startsWith(`${area}.`))
      .toSorted(),
  );
  for (const [id, handler] of Object.entries(own)) expect(handlers[id as keyof typeof handlers]).toBe(handler);
});
