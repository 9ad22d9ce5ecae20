import { once } from '#contract/once.ts';

const collator = once(() => new Intl.Collator('en', { numeric: true, sensitivity: 'base' }));

/** Compares names for sorting: case-insensitive, numbers by value. */
export const compareNames = (a: string, b: string): number => collator().compare(a, b);
