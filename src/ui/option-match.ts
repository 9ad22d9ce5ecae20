export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** Right of the label or below it: a calling code, a price. */
  detail?: string | undefined;
  /** Further words that find it. */
  keywords?: string | undefined;
  disabled?: boolean | undefined;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether an option fits a search: every word begins some word of it; accents do not matter. */
export function optionMatches(option: SelectOption, query: string): boolean {
  const words = plain(`${option.label} ${option.detail ?? ''} ${option.keywords ?? ''}`).split(/[^\p{L}\p{N}+]+/u);
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  return wanted.every((part) => words.some((word) => word.startsWith(part) || word.replace('+', '').startsWith(part)));
}
