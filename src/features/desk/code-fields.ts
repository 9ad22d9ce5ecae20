import { AffiliateCode } from '#contract/forms.ts';
import { deskCodesText as text } from '#contract/text/desk-codes.ts';
import * as v from 'valibot';

/** What is wrong with a field as it is typed; undefined if nothing is, or nothing was typed. */
type Check = (typed: string) => string | undefined;

export const codeProblem: Check = (typed) =>
  typed.trim() === '' || v.is(AffiliateCode, typed) ? undefined : text.invalid.code;

/** A whole number from 1 on. @returns Undefined if it is none. */
export const wholeOf = (typed: string): number | undefined =>
  /^0*[1-9]\d{0,8}$/.test(typed.trim()) ? Number(typed) : undefined;
export const wholeProblem: Check = (typed) =>
  typed.trim() === '' || wholeOf(typed) !== undefined ? undefined : text.invalid.number;

/** US dollars as they are typed, "1.5" or "1,50", as cents above zero. @returns Undefined if they are none. */
const centsOf = (typed: string): number | undefined => {
  const found = /^(\d{1,4})(?:[.,](\d{1,2}))?$/.exec(typed.trim());
  if (!found) return undefined;
  const cents = Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0'));
  return cents > 0 ? cents : undefined;
};
export const moneyProblem: Check = (typed) =>
  typed.trim() === '' || centsOf(typed) !== undefined ? undefined : text.invalid.money;

/** A worth as it is typed: percent, or dollars as cents. */
export const worthOf = (unit: 'currency' | 'percent', typed: string): number | undefined =>
  unit === 'percent' ? wholeOf(typed) : centsOf(typed);

/** A field that may be left empty. @returns Null if it is. */
export const orNull = (typed: string): string | null => (typed === '' ? null : typed);
