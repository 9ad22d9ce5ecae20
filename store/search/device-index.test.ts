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
