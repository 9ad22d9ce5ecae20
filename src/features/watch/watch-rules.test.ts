import { expect, test } from 'vitest';
import { needsRenewal, queueAfter } from './watch-rules.ts';

test('an expired address is renewed before it is used', () => {
  const nowMs = Date.parse('2026-05-01T12:00:00Z');
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T13:00:00Z' }, nowMs)).toBe(false);
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T12:00:30Z' }, nowMs)).toBe(true);
  expect(needsRenewal({ url: null, urlExpiresAt: null }, nowMs)).toBe(true);
});

test('the queue is the rest of the list without the items that cannot be played', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, locked: id === 'c' }) as never);
  expect(queueAfter(items, 'b', (item) => !item.locked).map((item) => item.id)).toEqual(['d']);
  expect(queueAfter(items, 'd', () => true)).toEqual([]);
});
