import { expect, test } from 'vitest';
import { BLOCKS } from './blocks.ts';

test('no answer of the help promises what is there already', () => {
  expect(BLOCKS.length).toBeGreaterThan(10);
  const promises = BLOCKS.filter((block) => /once it is open|coming soon|opens? soon/i.test(JSON.stringify(block)));
  expect(promises).toEqual([]);
});
