/** One page of a list. */
export interface Part {
  /** Rows of the whole list. */
  count: number;
  results: { id: string }[];
}

/** The leading parts, up to the first one that is missing. */
export const partsHere = (all: readonly (Part | undefined)[]): Part[] => {
  const gap = all.indexOf(undefined);
  return (gap === -1 ? all : all.slice(0, gap)) as Part[];
};

/** The rows of all parts. A row that moved to the next part while the parts were read is returned once. */
export const rowsOf = (parts: readonly Part[]): { id: string }[] => [
  ...new Map(parts.flatMap(({ results }) => results).map((row) => [row.id, row])).values(),
];

/** Whether more parts follow. An empty part is the end, even if rows that were deleted meanwhile leave fewer than `count`. */
export const isMoreBehind = (parts: readonly Part[]): boolean =>
  parts.length > 0 && parts.at(-1)!.results.length > 0 && rowsOf(parts).length < parts[0]!.count;
