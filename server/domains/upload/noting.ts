/**
 * A chunk that is under way for longer has its whole units flushed and noted: a server that is killed, or a line that goes
 * dead without a word, costs no more than what came since. Small against a chunk on a slow line, large against a flush.
 */
const NOTE_EVERY_MS = 100;

export interface NotingDeps {
  /** Returns once what was written is on the disk itself. */
  flush(): Promise<void>;
  /** Notes in the database that the server has these units. */
  note(units: readonly number[]): Promise<unknown>;
}

/** Flushes and notes the units of a chunk while more of it comes in: what lies unread in a socket dies with its connection. */
export class Noting {
  readonly #deps: NotingDeps;
  /** Written, and not noted yet. */
  #written: number[] = [];
  #soon: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /** A disk that failed to flush is not believed when it is asked once more. */
  #isFlushable = true;
  #failure: unknown;

  constructor(deps: NotingDeps) {
    this.#deps = deps;
  }

  /** @throws What flushing or noting failed with: nothing more needs to be written. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** @param unit Is written whole. */
  add(unit: number): void {
    this.#written.push(unit);
    this.#plan();
  }

  /** Flushes the rest. @returns The units that are on the disk and not noted yet. @throws What flushing failed with. */
  async end(): Promise<number[]> {
    clearTimeout(this.#soon);
    await this.#running;
    clearTimeout(this.#soon);
    if (!this.#isFlushable) throw this.#failure;
    if (this.#written.length > 0) await this.#flush();
    return this.#written;
  }

  #plan(): void {
    if (this.#soon !== undefined || this.#failure !== undefined || this.#written.length === 0) return;
    this.#soon = setTimeout(() => {
      this.#running = this.#noteSoFar()
        .catch((error: unknown) => {
          this.#failure = error;
        })
        .finally(() => {
          this.#soon = undefined;
          this.#plan();
        });
    }, NOTE_EVERY_MS);
  }

  async #noteSoFar(): Promise<void> {
    const units = [...this.#written];
    await this.#flush();
    await this.#deps.note(units);
    this.#written = this.#written.slice(units.length);
  }

  async #flush(): Promise<void> {
    this.#isFlushable = false;
    await this.#deps.flush();
    this.#isFlushable = true;
  }
}
