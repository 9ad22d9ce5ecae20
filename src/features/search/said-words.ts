import { foldText, foldedWords, isTerm } from '#contract/said-line.ts';
import { SEARCH_TERMS_MAX } from '#contract/search-limits.ts';

/** Characters of a line that are shown, and those of them before the first word that was found. */
const SHOWN_MAX = 44;
const BEFORE_MAX = 14;

/** A part of the shown words. */
export interface SaidPart {
  text: string;
  isFound: boolean;
}

/** Whole words around the first one that was found, with an ellipsis where the line goes on; the found ones are told apart. */
export const shownWords = (line: string, searched: string): SaidPart[] => {
  const terms = foldedWords(searched).slice(0, SEARCH_TERMS_MAX);
  const isFound = (text: string) => terms.some((term) => isTerm(foldText(text), term));
  const words = line.split(/\s+/).filter(Boolean);
  const first = Math.max(
    0,
    words.findIndex((word) => foldedWords(word).some((each) => terms.some((term) => isTerm(each, term)))),
  );
  const lengthOf = (from: number, to: number) => words.slice(from, to).join(' ').length;
  let start = first;
  while (start > 0 && lengthOf(start - 1, first) <= BEFORE_MAX) start -= 1;
  let end = first + 1;
  while (end < words.length && lengthOf(start, end + 1) <= SHOWN_MAX) end += 1;
  const shown = `${start > 0 ? '…' : ''}${words.slice(start, end).join(' ')}${end < words.length ? '…' : ''}`;
  return shown
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .filter(Boolean)
    .map((text) => ({ text, isFound: isFound(text) }));
};
