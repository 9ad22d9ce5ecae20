import { expect, test } from 'vitest';
import { BLOCKS } from './blocks.ts';

test('no answer of the help promises what is there already', () => {
  expect(BLOCKS.length).toBeGreaterThan(10);
  const promises = BLOCKS.filter((block) => /once it is open|coming soon|opens? soon/i.test(JSON.stringify(block)));
  expect(promises).toEqual([]);
});

test('what the help says of sending is true in browsers that send nothing with the app closed', () => {
  const answers = BLOCKS.flatMap(({ answer }) => answer ?? []);
  const ofSending = answers.filter((answer) => /once you are online again|goes on by itself/.test(answer));
  expect(ofSending).toHaveLength(2);
  for (const answer of ofSending) expect(answer).toMatch(/iPhone.*Safari and Firefox.*while Sideline is open/);
  expect(answers.filter((answer) => answer.includes('as soon as you are online'))).toEqual([]);
});
