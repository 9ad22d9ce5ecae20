/** Whether two values of stored rows, made of plain objects, arrays and simple values, have the same content. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isSame((a as Record<string, unknown>)[name], (b as Record<string, unknown>)[name]))
  );
};

/**
 * Keeps the objects of rows that are read again unchanged, so that what is drawn from them is not rendered again: the
 * database makes new objects with every read. Stored rows have no version, and an unsent change gives none, so content is
 * compared.
 */
export class SameRows<Row extends { id: string }> {
  #last: ReadonlyMap<string, Row> = new Map();

  /** @returns The rows, each as the object of the last read where its content is the same. */
  of(rows: readonly Row[]): Row[] {
    const same = rows.map((row) => {
      const last = this.#last.get(row.id);
      return last && isSame(last, row) ? last : row;
    });
    this.#last = new Map(same.map((row) => [row.id, row]));
    return same;
  }
}

/** Keeps a list of ids for as long as the ids in it are the same. */
export class SameIds {
  #last: readonly string[] | undefined;

  of(ids: readonly string[] | undefined): readonly string[] | undefined {
    const last = this.#last;
    if (!last || last.length !== ids?.length || !last.every((id, at) => id === ids[at])) this.#last = ids;
    return this.#last;
  }
}
