import { expect, test } from 'vitest';
import { needsRenewal, queueAfter } from './watch-rules.ts';

test('an address that has run out is renewed before it is tried', () => {
  const nowMs = Date.parse('2026-05-01T12:00:00Z');
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T13:00:00Z' }, nowMs)).toBe(false);
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T12:00:30Z' }, nowMs)).toBe(true);
  expect(needsRenewal({ url: null, urlExpiresAt: null }, nowMs)).toBe(true);
});

test('the queue is what follows in the list, without what cannot be played', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, locked: id === 'c' }) as never);
  expect(queueAfter(items, 'b', (item) => !item.locked).map((item) => item.id)).toEqual(['d']);
  expect(queueAfter(items, 'd', () => true)).toEqual([]);
});
