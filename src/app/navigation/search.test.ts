import { expect, expectTypeOf, test } from 'vitest';
import { count, day, oneOf, orElse, rowId, search, text, textUpTo } from './search.ts';

const read = search({
  tab: orElse(oneOf('recommended', 'following'), 'recommended'),
  sport: text,
  words: textUpTo(4),
  content: rowId,
  from: count,
});

test('acceptable parameters are read, all others are left out', () => {
  const id = '01930000-0000-7000-8000-000000000001';
  expect(read({ tab: 'following', sport: 'golf', words: 'abcdef', content: id, from: 2, other: 1 })).toEqual({
    tab: 'following',
    sport: 'golf',
    words: 'abcd',
    content: id,
    from: 2,
  });
});

test('no address fails: a parameter that is not acceptable counts as missing', () => {
  for (const strange of [undefined, null, '', 7.5, -1, true, ['a'], { a: 1 }, 'x'])
    expect(Object.keys(read({ tab: strange, content: strange, from: strange }))).toEqual(['tab']);
  expect(read({ sport: 5, words: ['a'] })).toEqual({ tab: 'recommended' });
});

test('a day is one of the calendar', () => {
  const days = search({ on: day });
  expect(days({ on: '2031-05-31' })).toEqual({ on: '2031-05-31' });
  for (const strange of ['2031-05', '2031-13-01', '31.5.2031', 20310531]) expect(days({ on: strange })).toEqual({});
});

test('the types show which parameters are always present', () => {
  expectTypeOf<ReturnType<typeof read>['tab']>().toEqualTypeOf<'recommended' | 'following'>();
  expectTypeOf<ReturnType<typeof read>['sport']>().toEqualTypeOf<string | undefined>();
});
