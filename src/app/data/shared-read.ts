import { liveQuery, type Subscription } from 'dexie';

/** One live read of the local database for everybody who shows it: each read of its own would be a transaction of its own. */
export class SharedRead<T> {
  /** As last read, also while nobody listens; undefined before the first read. */
  value: T | undefined;
  readonly #query: () => Promise<T>;
  readonly #isSame: (before: T, now: T) => boolean;
  readonly #listeners = new Set<() => void>();
  #reading: Subscription | undefined;

  /** @param isSame Whether nobody need draw anew. */
  constructor(query: () => Promise<T>, isSame: (before: T, now: T) => boolean = Object.is) {
    this.#query = query;
    this.#isSame = isSame;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    // A database that cannot be read is said by whoever opened it (store/door.ts).
    this.#reading ??= liveQuery(this.#query).subscribe({ next: this.take, error: () => {} });
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size > 0) return;
      this.#reading?.unsubscribe();
      this.#reading = undefined;
    };
  };

  /** Takes what was read elsewhere. */
  readonly take = (value: T): void => {
    if (this.value !== undefined && this.#isSame(this.value, value)) return;
    this.value = value;
    for (const listener of this.#listeners) listener();
  };
}
