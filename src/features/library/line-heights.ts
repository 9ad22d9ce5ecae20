/** Lines before the first one is measured, px. */
const LINE_PX = 240;

/**
 * Where each of many lines of tiles stands, known for those that were drawn and guessed for the others. A measured line
 * costs as little among ten thousand as among ten: what it differs from the guess is kept in a tree of sums (Fenwick).
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

  get usualPx(): number {
    return this.#usual;
  }

  get totalPx(): number {
    return this.topOf(this.#count);
  }

  /** Distance of a line from the list's top, px. */
  topOf(line: number): number {
    let px = line * (this.#usual || LINE_PX);
    for (let at = line; at > 0; at &= at - 1) px += this.#sums[at]!;
    return px;
  }

  /** The line at a distance from the list's top; the nearest one outside of the list. */
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

  /** Notes a measured height. @returns By how much the line grew against what was thought, px. */
  measure(line: number, px: number): number {
    if (line >= this.#count || px <= 0) return 0;
    const before = (this.#usual || LINE_PX) + this.#extras[line]!;
    // The first one is the best guess at all the others.
    if (this.#usual === 0) this.#usual = px;
    else if (px !== before) this.#add(line, px - before);
    return px - before;
  }

  #add(line: number, px: number): void {
    this.#extras[line]! += px;
    for (let at = line + 1; at <= this.#count; at += at & -at) this.#sums[at]! += px;
  }
}
