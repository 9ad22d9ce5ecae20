/**
 * While a chunk comes in, its whole units are flushed and committed this often, ms: a server that is killed, or a
 * connection that is lost, costs no more than what came since. Short against a chunk on a slow line, long against a flush.
 */
const COMMIT_EVERY_MS = 100;

export interface UnitCommitterDeps {
  /** Returns once everything that was written is on the disk. */
  flush(): Promise<void>;
  /** Records in the database that the server has these units. */
  commit(units: readonly number[]): Promise<unknown>;
}

/**
 * Flushes and commits the units of a chunk while the rest of the chunk streams in. Without it, a lost connection would
 * cost the whole chunk.
 */
export class UnitCommitter {
  readonly #deps: UnitCommitterDeps;
  /** Units that are written and not committed yet. */
  #written: number[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /** False after a failed flush, which is not repeated: the kernel may report success the second time and lose the data. */
  #isFlushable = true;
  #failure: unknown;

  constructor(deps: UnitCommitterDeps) {
    this.#deps = deps;
  }

  /** Call it before writing more. @throws The error that flushing or committing failed with. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** @param unit Its bytes are written whole. */
  add(unit: number): void {
    this.#written.push(unit);
    this.#schedule();
  }

  /** Flushes the rest. @returns The units that are on the disk and not committed yet. @throws The error of the flush. */
  async end(): Promise<number[]> {
    clearTimeout(this.#timer);
    await this.#running;
    clearTimeout(this.#timer);
    if (!this.#isFlushable) throw this.#failure;
    if (this.#written.length > 0) await this.#flush();
    return this.#written;
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#failure !== undefined || this.#written.length === 0) return;
    this.#timer = setTimeout(() => {
      this.#running = this.#commitWritten()
        .catch((error: unknown) => {
          this.#failure = error;
        })
        .finally(() => {
          this.#timer = undefined;
          this.#schedule();
        });
    }, COMMIT_EVERY_MS);
  }

  async #commitWritten(): Promise<void> {
    const units = [...this.#written];
    await this.#flush();
    await this.#deps.commit(units);
    this.#written = this.#written.slice(units.length);
  }

  async #flush(): Promise<void> {
    this.#isFlushable = false;
    await this.#deps.flush();
    this.#isFlushable = true;
  }
}
