import * as v from 'valibot';
import { text } from './patterns.ts';

// The form of a card: who pays, from where, with what. A separate file, so that only its page loads the patterns.

/** Country, city, state. Source: D-329. */
const PLACE = /^[\p{L}\p{M}'’ .()-]+$/u;
/** Street, building, apartment. Source: D-329. */
const STREET = /^[\p{L}\p{M}\p{N}'’ .,#/()-]+$/u;
/** Source: D-329. */
const POSTAL_CODE = /^[A-Za-z0-9][A-Za-z0-9 -]*$/u;
/** Countries whose postal codes have one form. Source: D-329. */
const POSTAL_CODE_OF: Readonly<Record<string, RegExp>> = {
  US: /^\d{5}(-\d{4})?$/,
  CA: /^[A-Z]\d[A-Z][ -]?\d[A-Z]\d$/i,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/i,
};

const matching = (min: number, max: number, pattern: RegExp, field: string) =>
  v.pipe(text(1, max), v.minLength(min, `must be more than ${min}`), v.regex(pattern, `incorrect ${field}`));
const optionalMatching = (max: number, field: string) =>
  v.pipe(
    text(0, max),
    v.check((typed) => typed === '' || STREET.test(typed), `incorrect ${field}`),
  );

/** First or last name on a card; shorter than on a profile is possible. Source: SUB-032. */
const holder = (field: string) => matching(1, 50, PLACE, field);

const Person = { firstName: holder('first name'), lastName: holder('last name'), makePreferredWayToPay: v.boolean() };
const Anything = v.optional(v.string(), '');

/** Source: SUB-058…SUB-067. */
const Address = v.pipe(
  v.object({
    ...Person,
    usePreviousAddress: v.literal(false),
    country: matching(2, 70, PLACE, 'country'),
    state: matching(2, 30, PLACE, 'state'),
    city: matching(1, 50, PLACE, 'city'),
    street: matching(1, 70, STREET, 'street'),
    building: optionalMatching(50, 'building'),
    apartmentNo: optionalMatching(50, 'apartment'),
    postalCode: matching(1, 20, POSTAL_CODE, 'postal code'),
  }),
  v.forward(
    v.partialCheck(
      [['country'], ['postalCode']],
      ({ country, postalCode }) => POSTAL_CODE_OF[country]?.test(postalCode) ?? true,
      'incorrect postal code',
    ),
    ['postalCode'],
  ),
);
/** The address of the preferred card is taken, and what is in the fields does not matter. Source: SUB-069. */
const PreviousAddress = v.object({
  ...Person,
  usePreviousAddress: v.literal(true),
  country: Anything,
  state: Anything,
  city: Anything,
  street: Anything,
  building: Anything,
  apartmentNo: Anything,
  postalCode: Anything,
});

/** What is typed. `country` is ISO 3166-1 alpha-2. Source: SUB-032. */
export interface BillingValues {
  firstName: string;
  lastName: string;
  country: string;
  state: string;
  city: string;
  street: string;
  building: string;
  apartmentNo: string;
  postalCode: string;
  usePreviousAddress: boolean;
  makePreferredWayToPay: boolean;
}
export type Billing = v.InferOutput<typeof Address> | v.InferOutput<typeof PreviousAddress>;
export const BillingForm = v.variant('usePreviousAddress', [Address, PreviousAddress]) as unknown as v.GenericSchema<
  BillingValues,
  Billing
>;

/** Most characters of each field, for its counter. */
export const BILLING_MAX = {
  firstName: 50,
  lastName: 50,
  state: 30,
  city: 50,
  street: 70,
  building: 50,
  apartmentNo: 50,
  postalCode: 20,
} as const;

/** Digits of a card's number; spaces do not matter. */
const CardNumber = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/\D/g, '')),
  v.regex(/^\d{12,19}$/, 'Enter the whole card number'),
);
/** `MM / YY`, as month and full year. */
const CardExpiry = v.pipe(
  v.string(),
  v.transform((typed) => typed.replace(/\D/g, '')),
  v.regex(/^(0[1-9]|1[0-2])\d{2}$/, 'Enter month and year'),
  v.transform((digits) => ({ expMonth: Number(digits.slice(0, 2)), expYear: 2000 + Number(digits.slice(2)) })),
);
const CardCvc = v.pipe(v.string(), v.trim(), v.regex(/^\d{3,4}$/, 'Enter 3 or 4 digits'));

/** Number, expiry and security code, complete. Only the sandbox has these fields: a provider's are its own. Source: SUB-068. */
export const CardFieldsForm = v.object({ number: CardNumber, expiry: CardExpiry, cvc: CardCvc });
