import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
/** What is inside the drawings of a file, whatever its spaces. */
const drawingsIn = (text: string): string[] =>
  [...text.matchAll(/<svg[^>]*>(?<drawing>.*?)<\/svg>/gs)].map(({ groups }) =>
    groups!['drawing']!.replaceAll(/\s+(?=\/?>|<)|(?<=>)\s+/g, ''),
  );

it('the document draws the mark and the wordmark of the files, so that the first paint needs no file for them', () => {
  expect(drawingsIn(read('index.html'))).toEqual(
    ['public/icons/favicon.svg', 'public/wordmark.svg'].flatMap((path) => drawingsIn(read(path))),
  );
});
