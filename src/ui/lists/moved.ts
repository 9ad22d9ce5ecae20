/** A copy of the list with one item moved; the target index is clamped to the list. */
export const moved = <T>(items: readonly T[], from: number, to: number): T[] => {
  const rest = items.toSpliced(from, 1);
  return rest.toSpliced(Math.min(Math.max(to, 0), rest.length), 0, items[from]!);
};
