import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';
import { expect, test } from 'vitest';
import { COUNTRY_CODES } from './country-codes.ts';
import { COUNTRY_CODE } from './patterns.ts';

test('ACC-066 the country code list has 243 entries, each with name, code and id', () => {
  expect(COUNTRY_CODES).toHaveLength(243);
  expect(new Set(COUNTRY_CODES.map(({ id }) => id)).size).toBe(243);
  for (const { name, code, id } of COUNTRY_CODES) {
    expect(name).not.toBe('');
    expect(code).toMatch(COUNTRY_CODE);
    expect(id).toMatch(/^[A-Z]{2}$/);
  }
});

test('the list is the one the phone number library knows, without AC and TA', () => {
  const known = getCountries().filter((id) => id !== 'AC' && id !== 'TA');
  expect(COUNTRY_CODES.map(({ id }) => id).toSorted()).toEqual(known.toSorted());
  for (const { id, code } of COUNTRY_CODES)
    expect(code).toBe(`+${getCountryCallingCode(id as (typeof known)[number])}`);
});
