/** Estimated height of a line before any is measured, px. */
const DEFAULT_LINE_PX = 240;

/**
 * Positions of many lines of tiles: measured for the lines that were drawn, estimated for the others. The differences
 * from the estimate are in a Fenwick tree, so that reading and measuring a line take O(log n).
 */
export class LineHeights {
  readonly #count: number;
  readonly #extras: Float64Array;
  readonly #sums: Float64Array;
  #usual: number;

  /** @param usualPx Height of a line as measured before; 0 if none was. */
  constructor(count: number, usualPx = 0) {
    this.#count = count;
    this.#extras = new Float64Array(count);
    this.#sums = new Float64Array(count + 1);
    this.#usual = usualPx;
  }

  /** Number of lines. */
  get count(): number {
    return this.#count;
  }

  get usualPx(): number {
    return this.#usual;
  }

  get totalPx(): number {
    return this.topOf(this.#count);
  }

  /** Distance of a line from the top of the list, px. */
  topOf(line: number): number {
    let px = line * (this.#usual || DEFAULT_LINE_PX);
    for (let node = line; node > 0; node &= node - 1) px += this.#sums[node]!;
    return px;
  }

  /** The line at a distance from the top of the list, px; outside of the list the nearest one. */
  lineAt(px: number): number {
    let low = 0;
    let high = Math.max(0, this.#count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= px) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Records a measured height, px. @returns The difference from the previous height or estimate, px. */
  measure(line: number, px: number): number {
    if (line >= this.#count || px <= 0) return 0;
    const previousPx = (this.#usual || DEFAULT_LINE_PX) + this.#extras[line]!;
    // The first measured height becomes the estimate of all others.
    if (this.#usual === 0) this.#usual = px;
    else if (px !== previousPx) this.#add(line, px - previousPx);
    return px - previousPx;
  }

  #add(line: number, px: number): void {
    this.#extras[line]! += px;
    for (let node = line + 1; node <= this.#count; node += node & -node) this.#sums[node]! += px;
  }
}
