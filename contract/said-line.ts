import type { Cue } from './captions-cues.ts';

/** How words of captions are found, on the server and on the device alike. Source: decision 0124. */

/** Lower case and without accents, as the server folds words (server/db/repeatable/functions/search.sql). */
export const foldText = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđı]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ı: 'i' })[letter]!)
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe');

/** The folded words of a text: runs of letters and digits. */
export const foldedWords = (text: string): string[] =>
  foldText(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);

/** Whether a term may go on: one or two plain letters may not, since nearly every passage has a word that begins so. */
export const goesOn = (term: string): boolean => !/^[a-z0-9]{1,2}$/.test(term);

/** Whether a folded word is a term, or begins with it. */
export const isTerm = (word: string, term: string): boolean => (goesOn(term) ? word.startsWith(term) : word === term);

/** The terms that a line has. */
export const termsIn = (text: string, terms: readonly string[]): number => {
  const words = foldedWords(text);
  return terms.filter((term) => words.some((word) => isTerm(word, term))).length;
};

/** The line that has most of the terms, the first of these; undefined if none has any. */
export const lineOf = <C extends Cue>(cues: readonly C[], terms: readonly string[]): C | undefined => {
  let best: { cue: C; count: number } | undefined;
  for (const cue of cues) {
    const count = termsIn(cue.text, terms);
    if (count > (best?.count ?? 0)) best = { cue, count };
    if (count === terms.length) break;
  }
  return best?.cue;
};
