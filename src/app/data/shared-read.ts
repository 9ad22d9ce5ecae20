import { liveQuery, type Subscription } from 'dexie';
import { createListeners } from './listeners.ts';

/** One live read of the local database, shared by all components that show it; separate reads cost a transaction each. */
export class SharedRead<T> {
  /** The last value, kept while there are no subscribers; undefined before the first read. */
  value: T | undefined;
  readonly #query: () => Promise<T>;
  readonly #isSame: (before: T, now: T) => boolean;
  readonly #listeners = createListeners();
  #reading: Subscription | undefined;

  /** @param isSame Whether two values look the same, so that no component needs to render again. */
  constructor(query: () => Promise<T>, isSame: (before: T, now: T) => boolean = Object.is) {
    this.#query = query;
    this.#isSame = isSame;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    const unsubscribe = this.#listeners.subscribe(listener);
    // A database that cannot be read is reported where it is opened (store/door.ts).
    this.#reading ??= liveQuery(this.#query).subscribe({ next: this.take, error: () => {} });
    return () => {
      unsubscribe();
      if (!this.#listeners.isEmpty()) return;
      this.#reading?.unsubscribe();
      this.#reading = undefined;
    };
  };

  /** Sets a value that was read elsewhere. */
  readonly take = (value: T): void => {
    if (this.value !== undefined && this.#isSame(this.value, value)) return;
    this.value = value;
    this.#listeners.notify();
  };
}
