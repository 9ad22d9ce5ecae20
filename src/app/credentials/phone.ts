import { useEffect, useState } from 'react';
import * as v from 'valibot';
import type { CountryCode } from '#contract/country-codes.ts';
import { COUNTRY_CODE, PHONE_DIGITS } from '#contract/patterns.ts';
import { joinText } from '#contract/text/auth-join.ts';

/** A country code from the list, and a number made of digits. Source: ACC-106…ACC-111. */
export const phoneEntries = {
  countryCode: v.pipe(v.string(), v.regex(COUNTRY_CODE, joinText.phone.incorrectCountry)),
  countryId: v.nullable(v.string()),
  phoneNumber: v.pipe(
    v.string(),
    v.transform((typed) => typed.replace(/\s/g, '')),
    v.nonEmpty(joinText.phone.required),
    v.regex(PHONE_DIGITS, joinText.phone.incorrectNumber),
  ),
};

/** What is wrong with the code and with the number: neither hides the other. */
export const phoneError = (errors: {
  countryCode?: { message?: string | undefined } | undefined;
  phoneNumber?: { message?: string | undefined } | undefined;
}): string | undefined =>
  [errors.countryCode?.message, errors.phoneNumber?.message].filter(Boolean).join('. ') || undefined;

/** The country list; empty until it is loaded. */
export const useCountryCodes = (): readonly CountryCode[] => {
  const [countries, setCountries] = useState<readonly CountryCode[]>([]);
  useEffect(() => {
    void import('#contract/country-codes.ts').then(({ COUNTRY_CODES }) => setCountries(COUNTRY_CODES));
  }, []);
  return countries;
};
