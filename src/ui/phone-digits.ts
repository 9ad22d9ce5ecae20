/** A typed phone number without what people put between the digits. Letters stay, so that an error can name them. */
export const phoneDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s().\-‐-―/]/gu, '');
