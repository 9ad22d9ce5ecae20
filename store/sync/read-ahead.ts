import type { PullAnswer } from './pull.ts';

/** A page of changes and the cursor that it was asked with. */
export interface AskedPage {
  askedWith: string | null;
  answer: PullAnswer;
}

/** Pages that may lie here unwritten: a fast line must not fill the memory of a slow device. */
const AHEAD_MAX = 5;

/**
 * Asks for page after page while the ones before are written.
 *
 * @param ask Asks for the page after a cursor.
 */
export class ReadAhead {
  readonly #ask: (cursor: string | null) => Promise<PullAnswer>;
  #arrived: AskedPage[] = [];
  #changed = Promise.withResolvers<void>();
  #failure: { error: unknown } | undefined;
  #isOver = false;

  constructor(ask: (cursor: string | null) => Promise<PullAnswer>) {
    this.#ask = ask;
  }

  /** Begins at a cursor; ends after the last page, at the first failure, or when it is stopped. */
  start(cursor: string | null): this {
    void this.#run(cursor).catch((error: unknown) => {
      this.#failure = { error };
      this.#wake();
    });
    return this;
  }

  /** Everything that has arrived and was not taken, at least one page. @throws what asking for the next one threw. */
  async take(): Promise<AskedPage[]> {
    while (this.#arrived.length === 0) {
      if (this.#failure) throw this.#failure.error;
      await this.#changed.promise;
    }
    const taken = this.#arrived;
    this.#arrived = [];
    this.#wake();
    return taken;
  }

  stop(): void {
    this.#isOver = true;
    this.#wake();
  }

  async #run(from: string | null): Promise<void> {
    for (let askedWith = from, more = true; more && !this.#isOver;) {
      const answer = await this.#ask(askedWith);
      this.#arrived.push({ askedWith, answer });
      this.#wake();
      ({ cursor: askedWith, more } = answer);
      while (this.#arrived.length >= AHEAD_MAX && !this.#isOver) await this.#changed.promise;
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
