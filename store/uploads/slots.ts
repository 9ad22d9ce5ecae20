/** Releases a slot; further calls do nothing. */
export type Release = () => void;

/** Compared when a slot is free: the waiter with the smallest rank gets it. */
export type Rank = () => number;

/** A counting semaphore; waiters get slots by their rank, with the same rank in the order of their calls. */
export class Slots {
  #free: number;
  readonly #waiting: { grant: () => void; rank: Rank }[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** Waits for a slot. @throws the signal's reason if it is aborted meanwhile. */
  async take(signal: AbortSignal, rank: Rank = () => 0): Promise<Release> {
    signal.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#wait(signal, rank);
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = this.#takeFirst();
      if (next) next.grant();
      else this.#free += 1;
    };
  }

  #takeFirst() {
    const ranks = this.#waiting.map(({ rank }) => rank());
    return this.#waiting.splice(ranks.indexOf(Math.min(...ranks)), 1)[0];
  }

  #wait(signal: AbortSignal, rank: Rank): Promise<void> {
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
        reject(signal.reason);
      };
      const grant = () => {
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const waiter = { grant, rank };
      this.#waiting.push(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  }
}
