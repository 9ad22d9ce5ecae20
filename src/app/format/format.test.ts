import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatDuration, formatLength } from './format.ts';

test('SYS-017 SYS-018 sizes count by 1000, the original file size by 1024', () => {
  expect(formatBytes(4_000_000_000)).toBe('4 GB');
  expect(formatBytes(1_500_000)).toBe('1.5 MB');
  expect(formatBytes(1_048_576, 1024)).toBe('1 MB');
  expect(formatBytes(999)).toBe('999 B');
});

test('a length is a time for video and audio, pages for text, nothing while it is unknown', () => {
  expect(formatDuration(402)).toBe('6:42');
  expect(formatDuration(3723)).toBe('1:02:03');
  expect(formatLength({ type: 'text', duration: null, pagesCount: 1 })).toBe('1 page');
  expect(formatLength({ type: 'text', duration: null, pagesCount: 4 })).toBe('4 pages');
  expect(formatLength({ type: 'video', duration: null, pagesCount: null })).toBeUndefined();
});

test('an age is short and never in the future', () => {
  const now = Date.parse('2026-05-10T12:00:00Z');
  expect(formatAge('2026-05-10T12:00:30Z', now)).toBe('now');
  expect(formatAge('2026-05-08T12:00:00Z', now)).toBe('2d');
});
