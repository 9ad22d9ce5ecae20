import { expect, test } from 'vitest';
import { tagGroupProblem } from './tag-group-rules.ts';

test('LIB-035 a tag group needs a title of its own of 2 characters or more, and a tag', () => {
  expect(tagGroupProblem({ title: '', tags: ['press'] }, [])).toEqual({ title: 'Required' });
  expect(tagGroupProblem({ title: 'U', tags: ['press'] }, [])).toEqual({ title: 'must be more than 2' });
  expect(tagGroupProblem({ title: 'under 12', tags: [] }, ['Under 12'])).toEqual({
    title: 'under 12 already exists',
    tags: 'Add at least one tag.',
  });
  expect(tagGroupProblem({ title: 'Under 12', tags: ['press'] }, [])).toEqual({});
});
