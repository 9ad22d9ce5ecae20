/** Pages that stay drawn after they were scrolled away: going back to them shows them at once. */
const KEPT = 6;

/**
 * The drawn pages of a document that are out of sight, oldest first. Only a few stay drawn: a page takes up to 48 MB of
 * pixels, and a document may have hundreds.
 */
export class FarPages {
  readonly #release = new Map<number, () => void>();

  /** A page went out of sight. @param release Frees its pixels; called at once, later, or never. */
  leave(page: number, release: () => void): void {
    this.#release.delete(page);
    this.#release.set(page, release);
    for (const [oldest, free] of this.#release) {
      if (this.#release.size <= KEPT) return;
      this.#release.delete(oldest);
      free();
    }
  }

  /** A page is in sight again. @returns Whether it is still drawn. */
  recall(page: number): boolean {
    return this.#release.delete(page);
  }
}
