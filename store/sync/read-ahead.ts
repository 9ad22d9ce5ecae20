import type { PullAnswer } from './pull.ts';

/** A page of changes and the cursor of its request. */
export interface RequestedPage {
  requestCursor: string | null;
  answer: PullAnswer;
}

/** Most pages in memory that are not written yet: a fast network must not fill the memory of a slow device. */
const PAGES_AHEAD_MAX = 5;

/**
 * Requests further pages while earlier ones are written.
 *
 * @param request Requests the page after a cursor.
 */
export class ReadAhead {
  readonly #request: (cursor: string | null) => Promise<PullAnswer>;
  #arrived: RequestedPage[] = [];
  #changed = Promise.withResolvers<void>();
  #failure: { error: unknown } | undefined;
  #isStopped = false;

  constructor(request: (cursor: string | null) => Promise<PullAnswer>) {
    this.#request = request;
  }

  /** Starts at a cursor; ends after the last page, at the first error, or when stopped. */
  start(cursor: string | null): this {
    void this.#run(cursor).catch((error: unknown) => {
      this.#failure = { error };
      this.#wake();
    });
    return this;
  }

  /** Takes all pages that have arrived, at least one; waits for it if necessary. @throws The error of the request. */
  async take(): Promise<RequestedPage[]> {
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
    this.#isStopped = true;
    this.#wake();
  }

  async #run(from: string | null): Promise<void> {
    for (let requestCursor = from, more = true; more && !this.#isStopped;) {
      const answer = await this.#request(requestCursor);
      this.#arrived.push({ requestCursor, answer });
      this.#wake();
      ({ cursor: requestCursor, more } = answer);
      while (this.#arrived.length >= PAGES_AHEAD_MAX && !this.#isStopped) await this.#changed.promise;
    }
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}
