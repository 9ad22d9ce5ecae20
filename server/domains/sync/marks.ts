import { MARK_CHARACTERS, MARK_NAME_CHARACTERS } from '#contract/tables.ts';

/** The tables that a client holds: by the short name of each the shape of its rows (contract/tables.ts). */
export type Marks = ReadonlyMap<string, string>;

export const nameOf = (mark: string): string => mark.slice(0, MARK_NAME_CHARACTERS);
export const shapeOf = (mark: string): string => mark.slice(MARK_NAME_CHARACTERS);

export const splitMarks = (joined: string): Marks => {
  const marks = new Map<string, string>();
  for (let at = 0; at < joined.length; at += MARK_CHARACTERS) {
    const mark = joined.slice(at, at + MARK_CHARACTERS);
    marks.set(nameOf(mark), shapeOf(mark));
  }
  return marks;
};
