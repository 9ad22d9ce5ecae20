/** Digits of a typed or pasted text, at most `length` of them; any script's digits count. */
export const codeDigits = (text: string, length: number): string =>
  text.normalize('NFKC').replace(/\D/g, '').slice(0, length);

/**
 * What the field holds after a paste. A whole code replaces everything, wherever the caret
 * stands; fewer digits go in at the selection.
 */
export function pastedCode(before: string, start: number, end: number, pasted: string, length: number): string {
  const digits = codeDigits(pasted, length);
  if (digits.length === length) return digits;
  return codeDigits(before.slice(0, start) + digits + before.slice(end), length);
}
