import { once } from '#contract/once.ts';

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));

/** Order of names as people expect it: without regard to case, numbers by value. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);
