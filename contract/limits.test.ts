import { expect, test } from 'vitest';
import * as limits from './limits.ts';
import { VIEW_CONFIG, viewTimeMs } from './view-time.ts';

const DAY_MS = 86_400_000;

test('D-104: every chunk consists of whole units, and a small PDF is at most one smallest chunk', () => {
  expect(limits.UNIT_BYTES).toBe(1024 ** 2);
  expect(limits.CHUNK_UNITS).toEqual([3, 6, 9]);
  expect(limits.PDF_SINGLE_PUT_MAX_BYTES).toBe(limits.CHUNK_UNITS[0] * limits.UNIT_BYTES);
});

test('D-108: one file cannot use all slots for chunks in flight', () => {
  expect(limits.CHUNKS_IN_FLIGHT_PER_FILE).toBeLessThan(limits.CHUNKS_IN_FLIGHT);
  expect(limits.FILES_IN_FLIGHT).toBeLessThanOrEqual(limits.UPLOAD_FILES_MAX);
});

test('D-11: idempotency keys live longer than queued changes and than sessions', () => {
  expect(limits.IDEMPOTENCY_LIFE_MS).toBe(60 * DAY_MS);
  expect(limits.REFRESH_TOKEN_LIFE_MS).toBe(30 * DAY_MS);
  expect(limits.SESSION_LIFE_MS).toBe(180 * DAY_MS);
  expect(limits.IDEMPOTENCY_LIFE_MS).toBeGreaterThan(limits.REFRESH_TOKEN_LIFE_MS);
  expect(limits.ACCESS_TOKEN_LIFE_MS).toBeLessThan(limits.MEDIA_URL_LIFE_MS);
});

test('D-56: a code has six digits, a lifetime of ten minutes and five attempts', () => {
  expect([limits.CODE_DIGITS, limits.CODE_LIFE_MS, limits.CODE_TRIES]).toEqual([6, 600_000, 5]);
});

test('every limit is a positive figure', () => {
  for (const [name, value] of Object.entries(limits))
    for (const each of [value].flat()) expect(each, name).toBeGreaterThan(0);
});

test('WAT-026: a view takes 30 s, a fifth of a long content, never above three minutes nor the whole of a short one', () => {
  expect(viewTimeMs(null)).toBe(VIEW_CONFIG.fixedSeconds * 1000);
  expect(viewTimeMs(10_900)).toBe(10_000);
  expect(viewTimeMs(60_000)).toBe(30_000);
  expect(viewTimeMs(600_000)).toBe(120_000);
  expect(viewTimeMs(7_200_000)).toBe(180_000);
});
