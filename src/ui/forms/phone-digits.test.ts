import { expect, test } from 'vitest';
import { phoneDigits } from './phone-digits.ts';

test('separators between digits are removed silently', () => {
  expect(phoneDigits('(7700) 900-142 / 3')).toBe('77009001423');
});
test('letters stay, so that the error can name them', () => {
  expect(phoneDigits('77oo 900')).toBe('77oo900');
});
