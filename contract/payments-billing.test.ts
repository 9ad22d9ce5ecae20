import { describe, expect, test } from 'vitest';
import * as v from 'valibot';
import { BILLING_MAX, BillingForm, CardFieldsForm, type BillingValues } from './payments-billing.ts';

const WHOLE: BillingValues = {
  firstName: 'Mia',
  lastName: 'O’Neill',
  country: 'CA',
  state: 'Ontario',
  city: 'St. John’s (East)',
  street: 'Rue Saint-Denis, 12/4',
  building: '',
  apartmentNo: '',
  postalCode: 'M5V 2T6',
  usePreviousAddress: false,
  makePreferredWayToPay: true,
};
/** The fields with a problem, and its message. */
const problems = (changes: Partial<BillingValues>): Record<string, string> =>
  Object.fromEntries(
    (v.safeParse(BillingForm, { ...WHOLE, ...changes }, { abortPipeEarly: true }).issues ?? []).map(
      ({ path, message }) => [String(path?.[0]?.key), message],
    ),
  );

describe('the billing form', () => {
  test('SUB-032 has these fields', () => {
    expect(Object.keys(v.parse(BillingForm, WHOLE)).toSorted()).toEqual(Object.keys(WHOLE).toSorted());
  });

  test('SUB-058 SUB-059 address fields are required, but building and apartment', () => {
    const empty = { country: '', street: '', city: '', state: '', postalCode: '', building: '', apartmentNo: '' };
    expect(Object.keys(problems(empty)).toSorted()).toEqual(['city', 'country', 'postalCode', 'state', 'street']);
    expect(problems({ street: ' ' })).toEqual({ street: 'Required' });
  });

  test.each([
    ['country', 70],
    ['street', 70],
    ['building', 50],
    ['apartmentNo', 50],
    ['city', 50],
    ['state', 30],
    ['postalCode', 20],
  ] as const)('SUB-060 SUB-061 SUB-062 SUB-063 SUB-064 SUB-065 SUB-066 %s has at most %i characters', (field, most) => {
    // The code of a country without a rule of its own, so that only the length matters.
    const abroad = { country: 'FR' };
    expect(problems({ ...abroad, [field]: 'a'.repeat(most) })).toEqual({});
    expect(problems({ ...abroad, [field]: 'a'.repeat(most + 1) })).toEqual({ [field]: `must be less than ${most}` });
    if (field !== 'country') expect(BILLING_MAX[field]).toBe(most);
  });

  test('SUB-065 a state has at least 2 characters', () => {
    expect(problems({ state: 'O' })).toEqual({ state: 'must be more than 2' });
    expect(problems({ state: 'ON' })).toEqual({});
  });

  test('SUB-067 each field has a pattern; the postal codes of three countries have their own', () => {
    for (const field of ['country', 'state', 'city', 'street', 'building', 'apartmentNo', 'postalCode'] as const)
      expect(Object.keys(problems({ [field]: 'ab<c>' })), field).toEqual([field]);
    const postal = (country: string, postalCode: string) => problems({ country, postalCode })['postalCode'];
    for (const [country, right, wrong] of [
      ['US', '10001-1234', '1000'],
      ['CA', 'm5v2t6', '12345'],
      ['GB', 'SW1A 1AA', '12345'],
    ] as const)
      expect([postal(country, right), postal(country, wrong)]).toEqual([undefined, 'incorrect postal code']);
    expect(postal('FR', '75001')).toBeUndefined();
  });

  test('SUB-069 the previous address waives the address fields, and nothing else', () => {
    const nothing = { country: '', street: '', city: '', state: '', postalCode: '', usePreviousAddress: true };
    expect(problems(nothing)).toEqual({});
    expect(problems({ ...nothing, firstName: '' })).toEqual({ firstName: 'Required' });
  });
});

test('SUB-068 number, expiry and CVC must be complete', () => {
  const card = { number: '4242 4242 4242 4242', expiry: '08 / 27', cvc: '123' };
  expect(v.parse(CardFieldsForm, card)).toEqual({
    number: '4242424242424242',
    expiry: { expMonth: 8, expYear: 2027 },
    cvc: '123',
  });
  for (const [field, typed] of [
    ['number', '4242 4242 42'],
    ['expiry', '08 /'],
    ['expiry', '13 / 27'],
    ['cvc', '12'],
  ] as const)
    expect(v.safeParse(CardFieldsForm, { ...card, [field]: typed }).issues?.map(({ path }) => path?.[0].key)).toEqual([
      field,
    ]);
});
