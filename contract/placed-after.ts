/**
 * The order of a list in which one row was put after another; all others keep their order. The server and devices place rows with
 * it: a move that waited for hours is made in the order that the list has by then. Source: decision 0128.
 *
 * @param ids The present order. If the moved row is not in it, nothing changes.
 * @param afterId Null: the row becomes the first. If that row is no longer in the list, the moved one becomes the last.
 */
export const placedAfter = (ids: readonly string[], id: string, afterId: string | null): string[] => {
  if (!ids.includes(id) || afterId === id) return [...ids];
  const rest = ids.filter((each) => each !== id);
  const at = afterId === null ? 0 : rest.indexOf(afterId) + 1 || rest.length;
  return rest.toSpliced(at, 0, id);
};
