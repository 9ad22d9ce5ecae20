import MiniSearch from 'minisearch';
import type { Cue } from '#contract/captions-cues.ts';
import { foldedWords, goesOn, lineOf, termsIn } from '#contract/said-line.ts';
import { SEARCH_TERMS_MAX, SEARCH_TEXT_MAX } from '#contract/search-limits.ts';
import type { FoundContent } from '#contract/search.ts';
import type { DeviceDocument, DeviceKind, DeviceRows } from './device-documents.ts';

/** Results of one kind that a search on the device shows. */
const RESULTS_MAX = 100;
const SUGGESTIONS_MAX = 8;

export type DeviceFound = { [K in DeviceKind]: DeviceRows[K][] };

export interface DeviceIndex {
  find(text: string, sportId: string | undefined): DeviceFound;
  suggest(text: string, sportId: string | undefined): string[];
}

/** Longest passage of lines in which all words must be, characters, as on the server (search_passages_of). */
const PASSAGE_CHARACTERS = 600;

const isContent = (document: DeviceDocument): document is DeviceDocument<'content'> => document.kind === 'content';

interface Passage {
  document: DeviceDocument<'content'>;
  language: string;
  cues: readonly Cue[];
  /** The folded words, each between spaces. */
  words: string;
}

/** The lines of captions by passages; the first line of each also ends the one before. */
const passagesOf = (document: DeviceDocument<'content'>): Passage[] => {
  const passages: Passage[] = [];
  for (const { language, cues } of document.tracks ?? []) {
    const parts: Cue[][] = [];
    let before = 0;
    let place = -1;
    for (const cue of cues) {
      const next = Math.floor(before / PASSAGE_CHARACTERS);
      if (next !== place) {
        parts.at(-1)?.push(cue);
        parts.push([]);
        place = next;
      }
      parts.at(-1)!.push(cue);
      // Characters, as the database counts them.
      before += [...cue.text].length;
    }
    for (const part of parts)
      passages.push({
        document,
        language,
        cues: part,
        words: ` ${foldedWords(part.map(({ text }) => text).join(' ')).join(' ')} `,
      });
  }
  return passages;
};

const hasTerm = (words: string, term: string): boolean => words.includes(goesOn(term) ? ` ${term}` : ` ${term} `);

/** Contents by what is said in them: first where one line has all words, then what is watched more. Each once. */
const findSaid = (
  passages: readonly Passage[],
  terms: readonly string[],
  isWanted: (document: DeviceDocument) => boolean,
) => {
  const found = new Map<string, { row: FoundContent; isWhole: boolean }>();
  if (terms.length === 0) return [];
  for (const { document, language, cues, words } of passages) {
    const former = found.get(document.key);
    if (former?.isWhole || !isWanted(document) || !terms.every((term) => hasTerm(words, term))) continue;
    const line = lineOf(cues, terms)!;
    const isWhole = termsIn(line.text, terms) === terms.length;
    if (former && !isWhole) continue;
    const said = { text: line.text, atSeconds: line.startMs / 1000, language };
    found.set(document.key, { row: { ...document.row, said }, isWhole });
  }
  return [...found.values()]
    .toSorted((a, b) => Number(b.isWhole) - Number(a.isWhole) || b.row.views - a.row.views)
    .map(({ row }) => row);
};

/**
 * An index of what the device holds: every word must match, may go on, and may have a mistake from four letters on. After what is
 * found by its title comes what is found by its captions, where no mistake is forgiven. Source: decision 0124.
 */
export const createDeviceIndex = (documents: readonly DeviceDocument[]): DeviceIndex => {
  const index = new MiniSearch<DeviceDocument>({
    idField: 'key',
    fields: ['title', 'names'],
    tokenize: foldedWords,
    processTerm: (term) => term || null,
    searchOptions: {
      combineWith: 'AND',
      prefix: true,
      fuzzy: (term) => (term.length < 4 ? false : term.length < 8 ? 1 : 2),
      boost: { title: 2 },
    },
  });
  index.addAll(documents);
  const byKey = new Map(documents.map((document) => [document.key, document]));
  const passages = documents.flatMap((document) => (isContent(document) ? passagesOf(document) : []));
  const isWithin = (sportId: string | undefined) => (document: DeviceDocument) =>
    sportId === undefined || document.sportId === null || document.sportId === sportId;
  const search = (text: string, sportId: string | undefined): DeviceDocument[] =>
    index
      .search(text.slice(0, SEARCH_TEXT_MAX))
      .map(({ id }) => byKey.get(id as string)!)
      .filter(isWithin(sportId));
  return {
    find(text, sportId) {
      const found: DeviceFound = { channel: [], content: [], playlist: [], educator: [], sport: [] };
      for (const { kind, row } of search(text, sportId))
        if (found[kind].length < RESULTS_MAX) (found[kind] as unknown[]).push(row);
      const titled = new Set(found.content.map(({ id }) => id));
      const terms = foldedWords(text.slice(0, SEARCH_TEXT_MAX)).slice(0, SEARCH_TERMS_MAX);
      const said = findSaid(passages, terms, isWithin(sportId)).filter(({ id }) => !titled.has(id));
      found.content = [...found.content, ...said].slice(0, RESULTS_MAX);
      return found;
    },
    suggest: (text, sportId) => [...new Set(search(text, sportId).map(({ title }) => title))].slice(0, SUGGESTIONS_MAX),
  };
};
