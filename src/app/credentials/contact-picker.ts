import type { CountryCode } from '#contract/country-codes.ts';

/** The used part of the Contact Picker API. */
interface ContactsManager {
  select: (
    properties: ('tel' | 'email')[],
    options: { multiple: false },
  ) => Promise<{ tel?: string[]; email?: string[] }[]>;
}

const contacts = (): ContactsManager | undefined => (navigator as Navigator & { contacts?: ContactsManager }).contacts;

export const canPickContact = (): boolean => typeof contacts()?.select === 'function';

export interface PickedNumber {
  /** Null if the number has no known country code. */
  country: CountryCode | null;
  digits: string;
}

/**
 * Lets the person pick a contact and reads its first number; a known country code fills both fields. Source: D-55.
 *
 * @returns null if the person picked no contact.
 * @throws Error if the picker fails, or the contact has no number.
 */
export const pickContact = async (countries: readonly CountryCode[]): Promise<PickedNumber | null> => {
  const [contact] = await contacts()!.select(['tel'], { multiple: false });
  if (!contact) return null;
  const number = contact.tel?.[0];
  if (!number) throw new Error('The contact has no number.');
  const { parsePhoneNumberFromString } = await import('libphonenumber-js/min');
  const parsed = parsePhoneNumberFromString(number);
  // Countries may share a code: the library names the main one first.
  const country = parsed && countries.find(({ id }) => id === (parsed.country ?? parsed.getPossibleCountries()[0]));
  if (parsed && country) return { country, digits: parsed.nationalNumber };
  return { country: null, digits: number.replace(/\D/g, '') };
};

/**
 * Lets the person pick a contact and reads its first email address.
 *
 * @returns null if the person picked no contact.
 * @throws Error if the picker fails, or the contact has no address.
 */
export const pickAddress = async (): Promise<string | null> => {
  const [contact] = await contacts()!.select(['email'], { multiple: false });
  if (!contact) return null;
  const address = contact.email?.[0];
  if (!address) throw new Error('The contact has no address.');
  return address;
};
