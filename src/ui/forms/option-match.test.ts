import { expect, test } from 'vitest';
import { optionMatches } from './option-match.ts';

const ivory = { value: 'CI', label: 'Côte d’Ivoire', detail: '+225', keywords: 'CI' };
const uk = { value: 'GB', label: 'United Kingdom', detail: '+44', keywords: 'GB' };

test('a country is found without its accents', () => {
  expect(optionMatches(ivory, 'cote')).toBe(true);
});
test('a country is found by code, with and without the plus', () => {
  expect([optionMatches(uk, '+44'), optionMatches(uk, '44'), optionMatches(uk, '+225')]).toEqual([true, true, false]);
});
test('every typed word must match, in any order', () => {
  expect([optionMatches(uk, 'king uni'), optionMatches(uk, 'united states')]).toEqual([true, false]);
});
test('an empty search finds everything', () => {
  expect(optionMatches(uk, '  ')).toBe(true);
});
