import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { artCrop, sportArt, wavePath } from './sport-art.ts';

const drawn = new Set(readdirSync(new URL('../../../public/art', import.meta.url)).map((file) => `/art/${file}`));

test('every sport of the seed gets a drawing that exists', () => {
  const slugs = [
    'soccer',
    'basketball',
    'ice-hockey',
    'tennis',
    'golf',
    'swimming',
    'volleyball',
    'track-and-field',
    'baseball',
    'american-football',
    'rugby',
    'lacrosse',
    'gymnastics',
    'figure-skating',
    'cycling',
    'cricket',
    'rowing',
    'badminton',
    'table-tennis',
    'judo',
    'boxing',
    'alpine-skiing',
    'snowboarding',
    'sport-climbing',
  ];
  for (const slug of slugs) expect(drawn).toContain(sportArt(slug));
});

test('soccer gets the football drawing, an unknown sport the touchline', () => {
  expect(sportArt('soccer')).toBe('/art/football.svg');
  expect(sportArt('Ice Hockey')).toBe('/art/ice-hockey.svg');
  expect(sportArt('quidditch')).toBe('/art/default.svg');
  expect(sportArt(null)).toBe('/art/default.svg');
});

test('an item always gets the same crop, and a hundred items are spread evenly over the four crops', () => {
  expect(artCrop('0197-a')).toBe(artCrop('0197-a'));
  const counts = { a: 0, b: 0, c: 0, d: 0 };
  for (let item = 0; item < 100; item += 1)
    counts[artCrop(`01970000-0000-7000-8000-0000000000${String(item).padStart(2, '0')}`)] += 1;
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(12);
});

test('a waveform is the same for the same id and stays inside its box', () => {
  expect(wavePath('x')).toBe(wavePath('x'));
  expect(wavePath('x')).not.toBe(wavePath('y'));
  for (const [, top] of wavePath('x').matchAll(/M[\d.]+ (\d+)v/g)) expect(Number(top)).toBeGreaterThan(5);
});
