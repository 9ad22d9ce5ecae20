const LOOKALIKES: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

/** Letters for the digits and signs that look like them. */
export const plain = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** The letters a to z, in lower case, without accents. */
export const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]/g, '');

const trimToLetters = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');
/** Without signs at both ends. */
export const trimSigns = (text: string): string => text.replace(/^[^a-z0-9]+|[^a-z0-9]+$/g, '');
/** What a common password is listed under. @param lower The password in lower case. */
export const listedCoreOf = (lower: string): string => plain(trimToLetters(lower));

/** Letters scattered over a password are a word only if they are many. */
const SCATTERED_MIN = 6;

/**
 * What a password may be built around. People who must use all kinds of characters decorate a word.
 *
 * @param lower The password in lower case.
 * @returns `around`: without the characters at both ends, with letters for lookalikes; `scattered`: its letters alone.
 */
export const coresOf = (lower: string): { around: string[]; scattered: string[] } => {
  const [core, listed, inside] = [trimToLetters(lower), listedCoreOf(lower), trimSigns(lower)];
  return {
    around: [...new Set([core, listed, inside, trimToLetters(plain(inside))])],
    scattered: [lettersOf(lower), lettersOf(listed)].filter(({ length }) => length >= SCATTERED_MIN),
  };
};
