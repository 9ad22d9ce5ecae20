import { expect, test } from 'vitest';
import { isCommonPassword } from './passwords.ts';

test.each(['Password1!', 'P@ssw0rd2024', 'Qwerty123!', '!!Welcome1', 'Abc12345!', 'Sideline-2026', 'Aa123456!'])(
  '%s is among the first that are tried',
  (password) => {
    expect(isCommonPassword(password)).toBe(true);
  },
);
test.each(['Corner-Flag-27!', 'mY.dog+Runs9', 'Tr4ining@Dawn', 'x9#Lq2!vRt'])('%s is not', (password) => {
  expect(isCommonPassword(password)).toBe(false);
});
