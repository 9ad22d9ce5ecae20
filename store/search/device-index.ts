import MiniSearch from 'minisearch';
import type { DeviceDocument, DeviceKind, DeviceRows } from './device-documents.ts';

/** Results of one kind that a search on the device shows. */
const RESULTS_MAX = 100;
const SUGGESTIONS_MAX = 8;

export type DeviceFound = { [K in DeviceKind]: DeviceRows[K][] };

export interface DeviceIndex {
  find(text: string, sportId: string | undefined): DeviceFound;
  suggest(text: string, sportId: string | undefined): string[];
}

/** Lower case and without accents, as the server folds words (server/db/repeatable/functions/search.sql). */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll(/[øłđı]/g, (letter) => ({ ø: 'o', ł: 'l', đ: 'd', ı: 'i' })[letter]!)
    .replaceAll('ß', 'ss')
    .replaceAll('æ', 'ae')
    .replaceAll('œ', 'oe');

/** An index of what the device holds: every word must match, may go on, and may have a mistake from four letters on. */
export const createDeviceIndex = (documents: readonly DeviceDocument[]): DeviceIndex => {
  const index = new MiniSearch<DeviceDocument>({
    idField: 'key',
    fields: ['title', 'names'],
    tokenize: (text) => fold(text).split(/[^\p{L}\p{N}]+/u),
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
  const search = (text: string, sportId: string | undefined): DeviceDocument[] =>
    index
      .search(text.slice(0, 255))
      .map(({ id }) => byKey.get(id as string)!)
      .filter((document) => sportId === undefined || document.sportId === null || document.sportId === sportId);
  return {
    find(text, sportId) {
      const found: DeviceFound = { channel: [], content: [], playlist: [], educator: [], sport: [] };
      for (const { kind, row } of search(text, sportId))
        if (found[kind].length < RESULTS_MAX) (found[kind] as unknown[]).push(row);
      return found;
    },
    suggest: (text, sportId) => [...new Set(search(text, sportId).map(({ title }) => title))].slice(0, SUGGESTIONS_MAX),
  };
};
