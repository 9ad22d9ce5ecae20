import { expect, test } from 'vitest';
import { MENTIONS_MAX, mentionsIn, splitMentions } from './comments-mentions.ts';

test('a mention is an @ and a username that stands for itself: not inside a word or an address', () => {
  expect(mentionsIn('@mia and @Leo7, thanks (@ana)! @MIA')).toEqual(['mia', 'leo7', 'ana']);
  expect(mentionsIn('mia@example.org @a @@mia @mia_x @mia@example @größe @')).toEqual([]);
  expect(mentionsIn('@mia\n@leo')).toEqual(['mia', 'leo']);
  expect(mentionsIn(Array.from({ length: 30 }, (_, n) => `@person${n}`).join(' '))).toHaveLength(MENTIONS_MAX);
});

test('a text is split at the mentions of known people only, and nothing of it is lost', () => {
  const text = 'Thanks @Mia, and @nobody, @leo!';
  const pieces = splitMentions(text, [
    { id: '1', username: 'mia' },
    { id: '2', username: 'Leo' },
  ]);
  expect(pieces).toEqual([
    { text: 'Thanks ' },
    { text: '@Mia', id: '1' },
    { text: ', and @nobody, ' },
    { text: '@leo', id: '2' },
    { text: '!' },
  ]);
  expect(pieces.map((piece) => piece.text).join('')).toBe(text);
  expect(splitMentions('No names.', [])).toEqual([{ text: 'No names.' }]);
});
