/** Digits of a typed or pasted text, at most `length`; full-width digits are converted. */
export const codeDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length);

/**
 * Value of the field after a paste. A whole code replaces everything, at any caret position; fewer digits replace the
 * selection.
 */
export function pastedCode(current: string, start: number, end: number, pasted: string, length: number): string {
  const digits = codeDigits(pasted, length);
  if (digits.length === length) return digits;
  return codeDigits(current.slice(0, start) + digits + current.slice(end), length);
}
