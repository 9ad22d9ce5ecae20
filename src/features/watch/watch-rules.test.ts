import { expect, test } from 'vitest';
import { isOldCopy, needsRenewal, queueAfter, renewsSoon, resumeAt } from './watch-rules.ts';

test('an expired address is renewed before it is used', () => {
  const nowMs = Date.parse('2026-05-01T12:00:00Z');
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T13:00:00Z' }, nowMs)).toBe(false);
  expect(needsRenewal({ url: '/media/x', urlExpiresAt: '2026-05-01T12:00:30Z' }, nowMs)).toBe(true);
  expect(needsRenewal({ url: null, urlExpiresAt: null }, nowMs)).toBe(true);
});

test('D-207 the address of what plays is renewed some minutes before it expires', () => {
  const nowMs = Date.parse('2026-05-01T12:00:00Z');
  expect(renewsSoon({ url: '/media/x', urlExpiresAt: '2026-05-01T12:20:00Z' }, nowMs)).toBe(false);
  expect(renewsSoon({ url: '/media/x', urlExpiresAt: '2026-05-01T12:04:00Z' }, nowMs)).toBe(true);
});

test('the queue is the rest of the list without the items that cannot be played', () => {
  const items = ['a', 'b', 'c', 'd'].map((id) => ({ id, locked: id === 'c' }) as never);
  expect(queueAfter(items, 'b', (item) => !item.locked).map((item) => item.id)).toEqual(['d']);
  expect(queueAfter(items, 'd', () => true)).toEqual([]);
});

test('an item goes on where the person stopped, and begins again once it was watched to its end', () => {
  expect(resumeAt(42_000, 120_000)).toBe(42_000);
  expect(resumeAt(120_000, 120_000)).toBe(0);
  expect(resumeAt(118_000, 120_000)).toBe(0);
  expect(resumeAt(0, 120_000)).toBe(0);
  // A short clip is not at its end in the middle.
  expect(resumeAt(2_000, 4_000)).toBe(2_000);
  expect(resumeAt(3_900, 4_000)).toBe(0);
  expect(resumeAt(42_000, null)).toBe(42_000);
});

test('a copy on this device is old once the address is of another file; one of an older build is told by its size', () => {
  const current = { url: '/media/token/new/master.m3u8', progressiveSize: 10 };
  expect(isOldCopy({ version: 'new', bytes: 10 }, current)).toBe(false);
  expect(isOldCopy({ version: 'old', bytes: 10 }, current)).toBe(true);
  expect(isOldCopy({ bytes: 10 }, current)).toBe(false);
  expect(isOldCopy({ bytes: 9 }, current)).toBe(true);
  expect(isOldCopy({ version: 'old', bytes: 9 }, { url: null, progressiveSize: null })).toBe(false);
});
