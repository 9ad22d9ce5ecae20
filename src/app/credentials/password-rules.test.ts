import fc from 'fast-check';
import { expect, test } from 'vitest';
import { PASSWORD } from '#contract/patterns.ts';
import { runs } from '#tests/support/property-runs.ts';
import { passwordRules } from './password-rules.ts';

const done = (password: string, confirmation = password) =>
  passwordRules(password, confirmation)
    .filter((rule) => rule.done)
    .map((rule) => rule.label);

test('ACC-099 ACC-100 ACC-101 ACC-102 ACC-103 each rule of a password is reported separately', () => {
  expect(done('')).toEqual([]);
  for (const [password, rule] of [
    ['7', 'One number'],
    ['abc', 'One lowercase letter'],
    ['ABC', 'One uppercase letter'],
    ['!', 'One special character'],
    ['        ', '8 to 32 characters'],
  ] as const)
    expect(done(password, 'x'), password).toEqual([rule]);
  expect(done('Corner-flag', 'x')).toEqual([
    '8 to 32 characters',
    'One lowercase letter',
    'One uppercase letter',
    'One special character',
  ]);
  expect(done('Corner-flag7')).toHaveLength(6);
  expect(done('Corner-flag7'.padEnd(33, 'x'), '')).not.toContain('8 to 32 characters');
});

test('all rules except the matching one together equal the pattern that the server checks', () => {
  const password = fc.string({ unit: fc.constantFrom(...'aZ7-! é_😀'), maxLength: 36 });
  fc.assert(
    fc.property(password, (text) => {
      expect(
        passwordRules(text, '')
          .slice(0, 5)
          .every((rule) => rule.done),
      ).toBe(PASSWORD.test(text));
    }),
    runs,
  );
});
