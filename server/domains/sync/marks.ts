import { MARK_CHARACTERS, MARK_NAME_CHARACTERS } from '#contract/tables.ts';

/** A client's tables: the shape of the rows by the short name of the table (contract/tables.ts). */
export type Marks = ReadonlyMap<string, string>;

export const nameOf = (mark: string): string => mark.slice(0, MARK_NAME_CHARACTERS);
export const shapeOf = (mark: string): string => mark.slice(MARK_NAME_CHARACTERS);

export const splitMarks = (joined: string): Marks => {
  const marks = new Map<string, string>();
  for (let start = 0; start < joined.length; start += MARK_CHARACTERS) {
    const mark = joined.slice(start, start + MARK_CHARACTERS);
    marks.set(nameOf(mark), shapeOf(mark));
  }
  return marks;
};
