import { describe, expect, test } from 'vitest';
import { addTags } from './tags.ts';

const rules = { most: 3, isValid: (tag: string) => /^[\p{L}\p{N}_-]{1,30}$/u.test(tag) };

describe('adding tags', () => {
  test('pasted text is split at spaces and commas, and a hash sign is removed', () => {
    expect(addTags([], '#throw-in, under-10', rules).tags).toEqual(['throw-in', 'under-10']);
  });
  test('D-98 the same tag in another case is not added twice', () => {
    expect(addTags(['Press'], 'press', rules)).toEqual({
      tags: ['Press'],
      added: [],
      refused: [{ tag: 'press', why: 'twice' }],
    });
  });
  test('D-131 tags beyond the limit are refused, the others are kept', () => {
    expect(addTags(['a', 'b'], 'c d', rules)).toMatchObject({
      tags: ['a', 'b', 'c'],
      refused: [{ tag: 'd', why: 'limit' }],
    });
  });
  test('a tag with a forbidden character is refused by name', () => {
    expect(addTags([], 'ok no!', rules)).toMatchObject({ tags: ['ok'], refused: [{ tag: 'no!', why: 'invalid' }] });
  });
});
