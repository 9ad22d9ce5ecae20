import { expect, test } from 'vitest';
import { moved, tagGroupProblem } from './tag-group-rules.ts';

test('LIB-035 a tag group needs a title of its own of 2 characters or more, and a tag', () => {
  expect(tagGroupProblem({ title: '', tags: ['press'] }, [])).toEqual({ title: 'Required' });
  expect(tagGroupProblem({ title: 'U', tags: ['press'] }, [])).toEqual({ title: 'must be more than 2' });
  expect(tagGroupProblem({ title: 'under 12', tags: [] }, ['Under 12'])).toEqual({ title: 'under 12 already exists', tags: 'Add at least one tag.' });
  expect(tagGroupProblem({ title: 'Under 12', tags: ['press'] }, [])).toEqual({});
});

test('an item moves to any place and no further than the ends', () => {
  expect(moved(['a', 'b', 'c'], 0, 2)).toEqual(['b', 'c', 'a']);
  expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b']);
  expect(moved(['a', 'b', 'c'], 1, 9)).toEqual(['a', 'c', 'b']);
});
