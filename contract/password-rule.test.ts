import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { runs } from '#tests/support/property-runs.ts';
import { COMMON_CORES } from './common-cores.ts';
import { passwordProblem } from './password-rule.ts';
import { PASSWORD } from './patterns.ts';
import { passwordText } from './text/auth-password.ts';

const isCommon = (password: string) => passwordProblem(password) === passwordText.common;

describe('common passwords', () => {
  test.each(['Password1!', 'P@ssw0rd2024', 'Qwerty123!', '!!Welcome1', 'Abc12345!', 'Sideline-2026', 'Aa123456!'])(
    '%s is among the first that are tried',
    (password) => {
      expect(isCommon(password)).toBe(true);
    },
  );

  // Those that the security review had accepted (finding 16).
  test.each([
    'Aaaaaaa1!',
    '1q2w3e4R!',
    'Zaq12wsx!',
    'Asdf1234!',
    'Michelle1!',
    'Nicole123!',
    'Manchester1!',
    'Monday2026!',
  ])('%s has a common name, place, day or row of keys for its core', (password) => {
    expect(isCommon(password)).toBe(true);
  });

  test.each(['Corner-Flag-27!', 'mY.dog+Runs9', 'Tr4ining@Dawn', 'x9#Lq2!vRt', 'Qz8#41$7!9', 'Kx7$mmP2qa'])(
    '%s is not',
    (password) => {
      expect(passwordProblem(password)).toBeUndefined();
    },
  );

  test('a listed word is refused with any usual decoration', () => {
    const words = COMMON_CORES.split(' ').filter((word) => /^[a-z]{5,20}$/.test(word));
    expect(words.length).toBeGreaterThan(7_000);
    const digits = fc.constantFrom('1', '12', '123', '007', '1999', '2026', '123456');
    fc.assert(
      fc.property(
        fc.constantFrom(...words),
        digits,
        fc.constantFrom('!', '?', '.', '#'),
        fc.boolean(),
        (word, number, sign, isBefore) => {
          const name = word[0]!.toUpperCase() + word.slice(1);
          expect(isCommon(isBefore ? number + sign + name : name + number + sign)).toBe(true);
        },
      ),
      runs,
    );
  });

  test('a password by chance is hardly ever refused', () => {
    const characters = 'abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789!#$%&*+-=?@';
    const made = fc
      .array(fc.constantFrom(...characters), { minLength: 12, maxLength: 16 })
      .map((all) => all.join(''))
      .filter((password) => PASSWORD.test(password));
    const refused = fc.sample(made, { numRuns: 2_000, seed: 20 }).filter((password) => passwordProblem(password));
    expect(refused).toEqual([]);
  });
});

describe('the person’s own names', () => {
  const own = ['Mia', 'Zoltán', 'miaz', 'mia.zoltan'];
  test.each(['Mia12345!', 'Zoltan.1987', 'miaZ#2026', 'Mia-Zoltan7', 'Z0ltan!!1', 'Zoltan-Tennis1'])(
    '%s',
    (password) => {
      expect(passwordProblem(password, own)).toBeDefined();
    },
  );

  test('a name beside enough else is no reason, and the reason is named', () => {
    expect(passwordProblem('Mia-loves-wet-Grass7', own)).toBeUndefined();
    expect(passwordProblem('Zoltan.1987', own)).toBe(passwordText.own);
    // Short names occur by chance.
    expect(passwordProblem('Al-quiet-River9', ['Al', 'Li'])).toBeUndefined();
  });
});
