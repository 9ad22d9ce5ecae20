import type { LibraryContent } from '#contract/rows.ts';

type Named = Pick<LibraryContent, 'title' | 'filename'>;

const keyOf = ({ title }: Named): string => title.toLocaleLowerCase();
const extensionOf = ({ filename }: Named): string => /\.[^.]+$/.exec(filename)?.[0] ?? '';

/**
 * The titles to show for contents that are listed together: two that have the same one show the ending of their file too,
 * `clip.avi` beside `clip.mpg`.
 */
export const titlesOf = <C extends Named>(contents: Iterable<C>): ((content: C) => string) => {
  const counts = new Map<string, number>();
  for (const content of contents) counts.set(keyOf(content), (counts.get(keyOf(content)) ?? 0) + 1);
  return (content) => ((counts.get(keyOf(content)) ?? 0) > 1 ? content.title + extensionOf(content) : content.title);
};
