import { describe, expect, test } from 'vitest';
import { codeDigits, pastedCode } from './code-digits.ts';

describe('code digits', () => {
  test('spaces, dashes and words around a code are removed', () => {
    expect(codeDigits('Your code is 419-782.', 6)).toBe('419782');
  });
  test('more digits than cells are cut', () => {
    expect(codeDigits('12345678', 6)).toBe('123456');
  });
  test('full-width digits are accepted', () => {
    expect(codeDigits('４１９７８２', 6)).toBe('419782');
  });
});

describe('pasting a code', () => {
  test('a whole code replaces the value at any caret position', () => {
    expect(pastedCode('4197', 4, 4, '123 456', 6)).toBe('123456');
  });
  test('a part is inserted at the caret', () => {
    expect(pastedCode('49', 1, 1, '1', 6)).toBe('419');
  });
  test('a part replaces the selected digits of a wrong code', () => {
    expect(pastedCode('419782', 0, 6, '55', 6)).toBe('55');
  });
  test('text without digits changes nothing', () => {
    expect(pastedCode('419', 3, 3, 'hello', 6)).toBe('419');
  });
});
