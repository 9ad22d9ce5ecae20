import { expect, test } from 'vitest';
import type { DeviceDocument } from './device-documents.ts';
import { createDeviceIndex } from './device-index.ts';

const content = (title: string, sportId = 'tennis') =>
  ({
    key: `content/${title}`,
    kind: 'content',
    title,
    names: '',
    sportId,
    row: { title },
  }) as unknown as DeviceDocument;
const titles = (documents: DeviceDocument[], text: string, sportId?: string) =>
  createDeviceIndex(documents)
    .find(text, sportId)
    .content.map(({ title }) => title);

test('finds by words in any order, unfinished, without accents, and with a mistake', () => {
  const documents = [content('Échauffement des épaules'), content('The backhand volley'), content('Volley drills')];
  expect(titles(documents, 'epaules echauf')).toEqual(['Échauffement des épaules']);
  expect(titles(documents, 'bakhand voley')).toEqual(['The backhand volley']);
  expect(titles(documents, 'volley').toSorted()).toEqual(['The backhand volley', 'Volley drills']);
  expect(titles(documents, 'volley épaules')).toEqual([]);
  expect(titles(documents, '&|!:*')).toEqual([]);
});

test('searches within a sport, and suggests each title once', () => {
  const documents = [
    content('Serve'),
    { ...content('Serve'), key: 'content/2' },
    content('Serve receive', 'volleyball'),
  ];
  expect(titles(documents, 'serve', 'volleyball')).toEqual(['Serve receive']);
  expect(createDeviceIndex(documents).suggest('ser', undefined)).toEqual(['Serve', 'Serve receive']);
});

const lesson = (title: string, lines: string[], { views = 0, language = 'en' } = {}) => {
  const cues = lines.map((text, at) => ({ startMs: at * 1_000, endMs: at * 1_000 + 900, text }));
  const document = content(title);
  return { ...document, row: { id: title, title, views }, tracks: [{ language, cues }] } as unknown as DeviceDocument;
};
const saidIn = (documents: DeviceDocument[], text: string) =>
  createDeviceIndex(documents)
    .find(text, undefined)
    .content.map(({ title, said }) => [title, said?.text, said?.atSeconds]);

test('what is said comes after every title, with its line and time: one line with all words first, then what is watched more', () => {
  const documents = [
    lesson('Apart', ['Keep the elbow', 'and aim high'], { views: 900 }),
    lesson('Rare', ['Stand', 'Elbow high, please'], { views: 1 }),
    lesson('Often', ['Your ÉLBOW is high'], { views: 50, language: 'fr' }),
    { ...lesson('High elbow', ['elbow high']), row: { id: 'x', title: 'High elbow' } } as unknown as DeviceDocument,
  ];
  expect(saidIn(documents, 'elbow high')).toEqual([
    ['High elbow', undefined, undefined],
    ['Often', 'Your ÉLBOW is high', 0],
    ['Rare', 'Elbow high, please', 1],
    ['Apart', 'Keep the elbow', 0],
  ]);
  expect(createDeviceIndex(documents).find('elbow', 'soccer').content).toEqual([]);
  expect(createDeviceIndex(documents).suggest('please', undefined)).toEqual([]);
});

test('what is said is found as by the server: unfinished words, two letters only as a whole word, near each other, no mistakes', () => {
  const filler = Array.from({ length: 60 }, () => 'We talk about something else for a while now');
  const documents = [
    lesson('A', ['ox zebrafinch', ...filler, 'yonder']),
    lesson('Ж', ['Держите локоть высоко']),
    lesson('C', ['把肘抬高']),
  ];
  const titlesOf = (text: string) => saidIn(documents, text).map(([title]) => title);
  expect([titlesOf('zebraf'), titlesOf('zebrafinch ox'), titlesOf('zebrafinch o')]).toEqual([['A'], ['A'], []]);
  expect([titlesOf('лок'), titlesOf('把肘'), titlesOf('zebrafnich'), titlesOf('ox yonder')]).toEqual([
    ['Ж'],
    ['C'],
    [],
    [],
  ]);
  for (const text of ['&|!:*', '', ' ']) expect(titlesOf(text), text).toEqual([]);
});

test('words on both sides of the edge of a passage are found together', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `line${at} ${'x'.repeat(50)}`);
  const documents = [lesson('A', lines)];
  for (let at = 1; at < lines.length; at += 1)
    expect(saidIn(documents, `line${at - 1} line${at}`), `${at}`).toHaveLength(1);
  expect(saidIn(documents, 'line0 line39')).toEqual([]);
});
