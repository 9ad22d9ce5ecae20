import { COMMON_CORES } from './common-cores.ts';
import { once } from './once.ts';
import { coresOf, lettersOf, plain } from './password-cores.ts';
import { isPattern } from './password-patterns.ts';
import { passwordText } from './text/auth-password.ts';

/** Words that the list lacks: of this product and its sports, the calendar, and what administrators choose. */
const OWN_CORES = `sideline changeme trustno passw login administrator
  january february march april may june july august september october november december
  monday tuesday wednesday thursday friday saturday sunday spring summer autumn winter
  januar februar april juni juli oktober dezember montag dienstag mittwoch donnerstag freitag samstag sonntag sommer
  athletics badminton baseball basketball boxing climbing cricket cycling fencing football golf gymnastics handball hockey
  icehockey judo karate lacrosse netball rowing rugby running sailing skating skiing snowboard soccer squash surfing
  swimming tabletennis taekwondo tennis triathlon volleyball waterpolo wrestling yoga
  athlete captain champion champions coach creator defender goalkeeper keeper league manager matchday member midfielder
  organization player playmaker referee striker supporter team training trainer winger`.split(/\s+/);
/** A shorter core is common only with plain digits and signs around it: three letters also occur by chance. */
const SURE_LENGTH = 5;
/** What may remain beside own names, letters. */
const OWN_REST_MIN = 4;
const OWN_WORD_MIN = 3;

const common = once(() => new Set([...COMMON_CORES.split(' '), ...OWN_CORES]));

/** Digits as people add them: none, few, a date, one repeated, or in a row. */
const isPlainDigits = (digits: string): boolean =>
  digits.length <= 4 || /^(19|20)\d{6}$|^\d{4}(19|20)\d\d$/.test(digits) || isPattern(digits);

/** True if beside the core there are only signs and one plain group of digits. */
const hasPlainRest = (lower: string, core: string): boolean => {
  const at = lower.indexOf(core);
  const rest = at < 0 ? lower : `${lower.slice(0, at)} ${lower.slice(at + core.length)}`;
  const groups = rest.match(/\d+/g) ?? [];
  return groups.length <= 1 && groups.every(isPlainDigits);
};

const isCommon = (password: string): boolean => {
  const lower = password.toLowerCase();
  const { around, scattered } = coresOf(lower);
  const isRefused = (core: string): boolean => {
    if (core.length <= 2) return hasPlainRest(lower, core);
    if (!common().has(core) && !isPattern(core)) return false;
    return core.length >= SURE_LENGTH || hasPlainRest(lower, core);
  };
  return around.some(isRefused) || scattered.some((core) => common().has(core));
};

/** True if hardly anything is left of the password beside the person's own names. */
const isOwnName = (password: string, own: readonly string[]): boolean => {
  const words = own.map(lettersOf).filter((word) => word.length >= OWN_WORD_MIN);
  // The longest first: `anna` must not be read as `ann` and a rest.
  const ordered = words.toSorted((a, b) => b.length - a.length);
  for (const letters of [lettersOf(password), lettersOf(plain(password.toLowerCase()))]) {
    let rest = letters;
    for (const word of ordered) rest = rest.replaceAll(word, '');
    if (rest.length < letters.length && (rest.length < OWN_REST_MIN || common().has(rest))) return true;
  }
  return false;
};

/**
 * Why a new password is refused that fits the pattern of D-329: it is among those that are tried first, or it is the
 * person's own name. The same rule on the device, while the person types it, and on the server.
 *
 * The list of common ones is large: pages import this file only when a password is checked.
 *
 * @param own First name, last name, username, the address before the @.
 * @returns The message; undefined for an acceptable password.
 */
export const passwordProblem = (password: string, own: readonly string[] = []): string | undefined => {
  if (isCommon(password)) return passwordText.common;
  return isOwnName(password, own) ? passwordText.own : undefined;
};
