import { NAME } from '#contract/patterns.ts';

/** Longer names are left out of a greeting: together with few words, no room for a message. */
const LONGEST = 30;
const MOST_WORDS = 3;
/** A dot within a word makes it an address that mail programs turn into a link; after an initial it is none. */
const DOT_WITHIN = /\.[^ ]/u;

/**
 * The name that a mail greets with. Before a code is verified anybody may have chosen it, for a mail to anybody: what is
 * more than a short name is left out.
 *
 * @returns The name; '' for every other text.
 */
export const greetingName = (firstName = ''): string => {
  const name = firstName.trim();
  const isName = NAME.test(name) && name.length <= LONGEST && name.split(/ +/).length <= MOST_WORDS;
  return isName && !DOT_WITHIN.test(name) ? name : '';
};
