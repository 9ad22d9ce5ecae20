/** A typed phone number without separators. Letters stay, so that an error can name them. */
export const phoneDigits = (typed: string): string => typed.normalize('NFKC').replace(/[\s().\-‐-―/]/gu, '');
