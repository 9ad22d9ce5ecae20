import { describe, expect, test } from 'vitest';
import { canSaveRating, NO_RATINGS } from './rating-rule.ts';

const FULL = { Relevance: 5, Helpful: 4, Engaging: 3 };

describe('when a rating may be saved', () => {
  test('WAT-016 two of three categories are not enough', () => {
    expect(canSaveRating({ ...FULL, Engaging: 0 }, NO_RATINGS)).toBe(false);
  });
  test('WAT-016 all three categories are enough', () => {
    expect(canSaveRating(FULL, NO_RATINGS)).toBe(true);
  });
  test('WAT-017 the saved rating cannot be saved again unchanged', () => {
    expect(canSaveRating(FULL, FULL)).toBe(false);
  });
  test('WAT-017 one changed star can be saved', () => {
    expect(canSaveRating({ ...FULL, Helpful: 5 }, FULL)).toBe(true);
  });
  test('a changed comment counts, surrounding blanks do not', () => {
    expect(canSaveRating(FULL, FULL, 'Clear', '')).toBe(true);
    expect(canSaveRating(FULL, FULL, ' Clear ', 'Clear')).toBe(false);
  });
  test('a comment without stars cannot be saved', () => {
    expect(canSaveRating(NO_RATINGS, NO_RATINGS, 'Clear')).toBe(false);
  });
});
