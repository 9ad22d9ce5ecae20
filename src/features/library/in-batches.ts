/** Most items in one call that takes a list of contents. */
const CALL_ITEMS_MAX = 500;

/** Cuts a list into parts that one call can take, in order. */
export const inBatches = <T>(items: readonly T[], size: number = CALL_ITEMS_MAX): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_unused, index) =>
    items.slice(index * size, (index + 1) * size),
  );
