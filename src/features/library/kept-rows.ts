import type { AccountDatabase } from '#store/database.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { whenIdle } from '#app/device/when-idle.ts';
import type { LibraryRows, LibrarySnapshot } from './library-rows.ts';

/** The rows are loaded into memory once the page is idle, after this time at the latest, ms. */
const LOAD_WITHIN_MS = 2_000;
/** How long they stay after their last page was left: until the next page, e.g. a folder, is drawn. */
const KEEP_MS = 10_000;

/**
 * The rows of one Library in memory, shared by its pages. They are loaded when the first page asks for them, and stay for a
 * moment after the last one is left, so that a folder opens with them. Source: decision 0078.
 */
class KeptRows {
  readonly #db: AccountDatabase;
  readonly #scope: string;
  readonly #listeners = new Set<() => void>();
  #users = 0;
  #load: AbortController | undefined;
  #rows: LibraryRows | undefined;
  #snapshot: LibrarySnapshot | undefined;
  #drop: ReturnType<typeof setTimeout> | undefined;

  constructor(db: AccountDatabase, scope: string) {
    this.#db = db;
    this.#scope = scope;
  }

  isOf(db: AccountDatabase, scope: string): boolean {
    return this.#db === db && this.#scope === scope;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Undefined until all rows are in memory. */
  readonly read = (): LibrarySnapshot | undefined => this.#snapshot;

  /** Loads the rows for a page. @returns Ends that page's use of them. */
  use(): () => void {
    this.#users += 1;
    clearTimeout(this.#drop);
    this.#load ??= this.#start();
    if (this.#rows) this.#rows.isResting = false;
    return () => {
      this.#users -= 1;
      if (this.#users > 0) return;
      if (!this.#rows || !this.#snapshot) return this.#stop();
      this.#rows.isResting = true;
      this.#drop = setTimeout(() => this.#stop(), KEEP_MS);
    };
  }

  #start(): AbortController {
    const load = new AbortController();
    const begin = async () => {
      // Not part of the first load.
      const { LibraryRows } = await import('./library-rows.ts');
      if (!load.signal.aborted) this.#rows = new LibraryRows(this.#db, this.#scope, this.#onChange);
    };
    whenIdle(() => void (load.signal.aborted || begin().catch(reportUnhandled)), LOAD_WITHIN_MS);
    return load;
  }

  readonly #onChange = (snapshot: LibrarySnapshot | undefined): void => {
    if (this.#users === 0) return this.#stop();
    this.#show(snapshot);
  };

  #show(snapshot: LibrarySnapshot | undefined): void {
    this.#snapshot = snapshot;
    for (const listener of this.#listeners) listener();
  }

  #stop(): void {
    clearTimeout(this.#drop);
    this.#load?.abort();
    this.#rows?.stop();
    this.#load = undefined;
    this.#rows = undefined;
    this.#show(undefined);
  }
}

let kept: KeptRows | undefined;

/** The rows of one Library; those of another one are forgotten once its last page is left. */
export const keptRows = (db: AccountDatabase, scope: string): KeptRows => {
  if (!kept?.isOf(db, scope)) kept = new KeptRows(db, scope);
  return kept;
};
