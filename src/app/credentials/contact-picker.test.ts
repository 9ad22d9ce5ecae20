import { afterEach, expect, test, vi } from 'vitest';
import { COUNTRY_CODES } from '#contract/country-codes.ts';
import { pickContact } from './contact-picker.ts';

/** Installs a contact picker that returns one contact. */
const picking = (...tel: string[]): void =>
  void vi.stubGlobal('navigator', { contacts: { select: async () => [{ tel }] } });
afterEach(() => void vi.unstubAllGlobals());

test('ACC-023 a picked number with a country code fills both fields, with the main one of the countries that share the code', async () => {
  picking('+44 7700 900 555');
  expect(await pickContact(COUNTRY_CODES)).toEqual({
    country: expect.objectContaining({ id: 'GB' }),
    digits: '7700900555',
  });
  picking('+1 416 555 0100');
  expect(await pickContact(COUNTRY_CODES)).toEqual({
    country: expect.objectContaining({ id: 'CA' }),
    digits: '4165550100',
  });
});

test('ACC-023 a number without a country code leaves the country as it was', async () => {
  picking('07700 900555');
  expect(await pickContact(COUNTRY_CODES)).toEqual({ country: null, digits: '07700900555' });
});

test('importing a contact without a number fails', async () => {
  picking();
  await expect(pickContact(COUNTRY_CODES)).rejects.toThrow();
});
