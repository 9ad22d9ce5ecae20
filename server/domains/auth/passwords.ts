import { Problem } from '#contract/problems.ts';

/**
 * Common passwords that satisfy the pattern of D-329 are the common ones with the usual decorations, so the
 * core is compared: in lower case, with letters for lookalike digits and signs, without the characters around it.
 */
const COMMON = new Set([
  'password',
  'passwort',
  'qwerty',
  'qwertz',
  'azerty',
  'qwertyuiop',
  'asdfgh',
  'asdfghjkl',
  'zxcvbn',
  'zxcvbnm',
  'abcdef',
  'abcdefg',
  'abcabc',
  'abcd',
  'abc',
  'letmein',
  'welcome',
  'admin',
  'administrator',
  'iloveyou',
  'monkey',
  'dragon',
  'football',
  'soccer',
  'baseball',
  'basketball',
  'hockey',
  'tennis',
  'superman',
  'batman',
  'master',
  'shadow',
  'sunshine',
  'princess',
  'michael',
  'jordan',
  'liverpool',
  'chelsea',
  'arsenal',
  'barcelona',
  'juventus',
  'changeme',
  'secret',
  'login',
  'trustno',
  'starwars',
  'whatever',
  'summer',
  'winter',
  'spring',
  'autumn',
  'hello',
  'freedom',
  'computer',
  'internet',
  'samsung',
  'google',
  'pokemon',
  'charlie',
  'ashley',
  'sideline',
  'test',
  'testing',
  'user',
  'default',
  'pass',
  'passw',
  'qazwsx',
  'qaz',
  'qwe',
  'qweasd',
  'qweasdzxc',
  'asd',
  'zaq',
  'a',
  'aa',
  'ab',
  'aaa',
  'aaaa',
  'aaaaa',
  'aaaaaa',
  'x',
]);
const LOOKALIKES: Record<string, string> = {
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

const trimEnds = (text: string): string => text.replace(/^[^a-z]+|[^a-z]+$/g, '');
const plain = (text: string): string => text.replace(/[013457@$!]/g, (sign) => LOOKALIKES[sign] ?? sign);

/** True for a password that an attacker tries among the first. */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase();
  const core = trimEnds(lower);
  const letters = lower.replace(/[^a-z]/g, '');
  return [core, plain(core), trimEnds(plain(core)), letters].some((each) => COMMON.has(each));
};

/** @throws Problem for two passwords that differ, or one that is too common. */
export const checkNewPassword = (password1: string, password2: string): void => {
  if (password1 !== password2) throw new Problem('auth.password_mismatch');
  if (isCommonPassword(password1)) throw new Problem('auth.password_weak');
};
