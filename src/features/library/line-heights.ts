/** Lines before the first one is measured, px. */
const LINE_PX = 240;

/** Where each of many lines of tiles stands, known for those that were drawn and guessed for the others. */
export class LineHeights {
  readonly #count: number;
  readonly #heights: Float64Array;
  /** Top of each line, and last the end; right up to `#known`. */
  readonly #tops: Float64Array;
  #known = 0;
  #usual = 0;

  /** @param usualPx Height of a line as measured before; 0 if none was. */
  constructor(count: number, usualPx = 0) {
    this.#count = count;
    this.#heights = new Float64Array(count);
    this.#tops = new Float64Array(count + 1);
    this.#usual = usualPx;
  }

  get usualPx(): number {
    return this.#usual;
  }

  get totalPx(): number {
    return this.topOf(this.#count);
  }

  /** Distance of a line from the list's top, px. */
  topOf(line: number): number {
    for (; this.#known < line; this.#known += 1) this.#tops[this.#known + 1] = this.#tops[this.#known]! + (this.#heights[this.#known] || this.#usual || LINE_PX);
    return this.#tops[line]!;
  }

  /** The line at a distance from the list's top; the nearest one outside of the list. */
  lineAt(px: number): number {
    this.topOf(this.#count);
    let low = 0;
    let high = this.#count - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#tops[middle]! <= px) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Notes a measured height. @returns By how much the line grew against what was thought, px. */
  measure(line: number, px: number): number {
    if (line >= this.#count || px <= 0) return 0;
    const before = this.#heights[line] || this.#usual || LINE_PX;
    this.#heights[line] = px;
    if (this.#usual === 0) {
      // The first one is the best guess at all the others.
      this.#usual = px;
      this.#known = 0;
    } else if (px !== before) this.#known = Math.min(this.#known, line);
    return px - before;
  }
}
