/** A part of a list, and how long all of it is. */
export interface Part {
  count: number;
  results: { id: string }[];
}

/** The parts from the first to the first that is missing. */
export const partsHere = (all: readonly (Part | undefined)[]): Part[] => {
  const gap = all.indexOf(undefined);
  return (gap === -1 ? all : all.slice(0, gap)) as Part[];
};

/** A row that moved to the next part while the parts were read is shown once. */
export const rowsOf = (parts: readonly Part[]): { id: string }[] => [
  ...new Map(parts.flatMap(({ results }) => results).map((row) => [row.id, row])).values(),
];

/** Whether there is more behind these parts. A part without rows lies behind the end: rows that were deleted while the parts were read never come. */
export const isMoreBehind = (parts: readonly Part[]): boolean =>
  parts.length > 0 && parts.at(-1)!.results.length > 0 && rowsOf(parts).length < parts[0]!.count;
