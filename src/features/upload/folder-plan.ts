import { FOLDER_TITLE_MAX } from '#contract/limits.ts';

const BETWEEN = ' - ';

/**
 * The Library folder of each folder that has files. The Library has one level (D-96), so nested folders are named by their
 * path, `Season - Game 1`. A path that is too long keeps its end, which tells folders apart. Source: decision 0041.
 *
 * @param paths Folder names of each, the outermost first; repeats are allowed.
 * @returns Title by path, as `keyOf`. Different paths have different titles, without regard to case.
 */
export const titlesOf = (paths: readonly (readonly string[])[]): Map<string, string> => {
  const titles = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of paths) {
    const key = keyOf(path);
    if (titles.has(key)) continue;
    const title = freeTitle(shorten(path), taken);
    taken.add(title.toLowerCase());
    titles.set(key, title);
  }
  return titles;
};

export const keyOf = (path: readonly string[]): string => path.join('/');

const shorten = (path: readonly string[]): string => {
  const names = path.map((name) => name.toWellFormed().replaceAll('\u0000', '').trim()).filter((name) => name !== '');
  while (names.length > 1 && names.join(BETWEEN).length > FOLDER_TITLE_MAX) names.shift();
  return cut(names.join(BETWEEN), FOLDER_TITLE_MAX) || 'Folder';
};

/** Cuts between characters, never inside a surrogate pair. */
const cut = (text: string, most: number): string => {
  let short = '';
  for (const character of text) {
    if (short.length + character.length > most) break;
    short += character;
  }
  return short.trim();
};

const freeTitle = (title: string, taken: ReadonlySet<string>): string => {
  let free = title;
  for (let n = 2; taken.has(free.toLowerCase()); n += 1) {
    const mark = ` (${n})`;
    free = cut(title, FOLDER_TITLE_MAX - mark.length) + mark;
  }
  return free;
};
