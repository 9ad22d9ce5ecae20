import { expect, test } from 'vitest';
import { formatAge, formatBytes, formatFileSize, formatLength } from './format.ts';
import { formatMoney } from './money.ts';

test('SYS-017 SYS-018 sizes count by 1000, the original file size by 1024', () => {
  expect(formatBytes(4_000_000_000)).toBe('4 GB');
  expect(formatBytes(1_500_000)).toBe('1.5 MB');
  expect(formatFileSize(1_048_576)).toBe('1 MB');
  expect(formatBytes(999)).toBe('999 B');
  expect([formatBytes(2_380_000), formatFileSize(2_380_000)]).toEqual(['2.38 MB', '2.27 MB']);
});

test('a length is a time for video and audio, pages for text, nothing while it is unknown', () => {
  const video = (duration: number) => formatLength({ type: 'video', duration, pagesCount: null });
  expect([402, 3723, 8.6, 0.3].map(video)).toEqual(['6:42', '1:02:03', '0:09', '0:01']);
  expect(formatLength({ type: 'text', duration: null, pagesCount: 1 })).toBe('1 page');
  expect(formatLength({ type: 'text', duration: null, pagesCount: 4 })).toBe('4 pages');
  expect(formatLength({ type: 'video', duration: null, pagesCount: null })).toBeUndefined();
});

test('an age is short and never in the future', () => {
  const now = Date.parse('2026-05-10T12:00:00Z');
  expect(formatAge('2026-05-10T12:00:30Z', now)).toBe('now');
  expect(formatAge('2026-05-08T12:00:00Z', now)).toBe('2d');
});

test('SYS-015 D-246 money is dollars with two decimals, written the same in every locale', () => {
  expect([399, 0, 5, 60_00, 1_234_50, -99].map((cents) => formatMoney(cents))).toEqual([
    '$3.99',
    '$0.00',
    '$0.05',
    '$60.00',
    '$1,234.50',
    '-$0.99',
  ]);
  expect(formatMoney(1250, 'EUR')).toBe('€12.50');
});
