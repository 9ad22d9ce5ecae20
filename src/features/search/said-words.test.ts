import { expect, test } from 'vitest';
import { shownWords } from './said-words.ts';

const marked = (line: string, searched: string) =>
  shownWords(line, searched)
    .map(({ text, isFound }) => (isFound ? `[${text}]` : text))
    .join('');

test('a short line is shown whole, its found words told apart, whatever case, accents and ending', () => {
  expect(marked('Keep your elbows high!', 'elbow HIGH')).toBe('Keep your [elbows] [high]!');
  expect(marked('Gardez les épaules', 'epaul')).toBe('Gardez les [épaules]');
  expect(marked('Держите локоть высоко', 'лок')).toBe('Держите [локоть] высоко');
  // Two letters are only a whole word.
  expect(marked('An ox or an oxen', 'ox')).toBe('An [ox] or an oxen');
  expect(marked('Two\nlines', 'lines')).toBe('Two [lines]');
});

test('a long line is cut at words around the first found one, and says that it goes on', () => {
  const line = `${'Before it we talk. '.repeat(20)}Now the elbow goes up and ${'after it we go on '.repeat(20)}`;
  const shown = marked(line, 'elbow');
  expect(shown).toMatch(/^…talk\. Now the \[elbow\] goes up and .*…$/);
  expect(shown.length).toBeLessThan(60);
});

test('signs of markup and of patterns are text', () => {
  expect(marked('<b>elbow</b> .* [x]', 'elbow .*')).toBe('<b>[elbow]</b> .* [x]');
});
