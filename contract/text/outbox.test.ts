import { expect, test } from 'vitest';
import { allCalls } from '../calls.ts';
import { outboxLabels } from './outbox.ts';

test('every call that can wait in the outbox says in words what it does, with and without a name', () => {
  const queued = allCalls.filter((call) => call.offline === 'queue').map((call) => call.id);
  expect(queued.filter((id) => outboxLabels[id] === undefined)).toEqual([]);
  expect(Object.keys(outboxLabels).filter((id) => !queued.includes(id))).toEqual([]);
  for (const label of Object.values(outboxLabels)) {
    expect(label(undefined)).toMatch(/^[A-Z]/);
    expect(label('Drills')).not.toContain('undefined');
  }
});
