import { expect, test } from 'vitest';
import { titlesOf } from './shown-titles.ts';

test('names show their ending only where two would look alike', () => {
  const contents = ['clip.avi', 'Clip.mpg', 'tone.wav', 'no ending'].map((filename) => ({
    filename,
    title: filename.replace(/\.[^.]+$/, ''),
  }));
  expect(contents.map(titlesOf(contents))).toEqual(['clip.avi', 'Clip.mpg', 'tone', 'no ending']);
});
