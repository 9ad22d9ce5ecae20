import { expect, test } from 'vitest';
import { typedMention } from './typed-mention.ts';

test('what is typed after an @ is found at the caret', () => {
  expect(typedMention('Hello @mi', 9)).toEqual({ start: 6, typed: 'mi' });
  expect(typedMention('@', 1)).toEqual({ start: 0, typed: '' });
  for (const [text, caret] of [
    ['Hello @mi', 5],
    ['mia@example', 11],
    ['@@mi', 4],
    ['@mia ', 5],
  ] as const)
    expect(typedMention(text, caret)).toBeUndefined();
});
