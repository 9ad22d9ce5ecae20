import { expect, test } from 'vitest';
import { FOLDER_TITLE_MAX } from '#contract/limits.ts';
import { titlesOf } from './folder-plan.ts';

const titles = (...paths: string[]) => [...titlesOf(paths.map((path) => path.split('/'))).values()];

test('a nested folder is named by its path, because the Library has one level', () => {
  expect(titles('Season', 'Season/Game 1', 'Season/Game 1/First half', 'Season/Game 1')).toEqual([
    'Season',
    'Season - Game 1',
    'Season - Game 1 - First half',
  ]);
});

test('a long path keeps its end, and no title is longer than a folder may have', () => {
  const [short, cut] = titles(`${'a'.repeat(30)}/${'b'.repeat(30)}/Game 1`, '🏉'.repeat(40));
  expect(short).toBe(`${'b'.repeat(30)} - Game 1`);
  expect(cut).toBe('🏉'.repeat(25));
});

test('different folders never share a title', () => {
  const long = 'x'.repeat(60);
  const all = titles('A/b', 'A - B', `${long}/1`, long, `${long}y`, ' ');
  expect(all).toEqual(['A - b', 'A - B (2)', '1', 'x'.repeat(50), `${'x'.repeat(46)} (2)`, 'Folder']);
  expect(all.every(({ length }) => length <= FOLDER_TITLE_MAX)).toBe(true);
});
