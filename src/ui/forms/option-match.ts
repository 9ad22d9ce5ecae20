export interface SelectOption<V extends string = string> {
  value: V;
  label: string;
  /** Shown right of the label or below it: a calling code, a price. */
  detail?: string | undefined;
  /** Further words that match a search. */
  keywords?: string | undefined;
  disabled?: boolean | undefined;
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase();

/** Whether every word of a search starts some word of the option; accents and case are ignored. */
export function optionMatches(option: SelectOption, query: string): boolean {
  const words = plain(`${option.label} ${option.detail ?? ''} ${option.keywords ?? ''}`).split(/[^\p{L}\p{N}+]+/u);
  const wanted = plain(query).split(/\s+/).filter(Boolean);
  return wanted.every((part) => words.some((word) => word.startsWith(part) || word.replace('+', '').startsWith(part)));
}
