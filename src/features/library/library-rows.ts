import { Dexie, RangeSet, type ObservabilitySet } from 'dexie';
import type { LibraryContent } from '#contract/rows.ts';
import type { AccountDatabase } from '#store/database.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import { whenIdle } from '#app/device/when-idle.ts';
import { factsOf, fits, sortContents, type ContentQuery, type Facts, type Sort } from './content-query.ts';
import { isSame } from './same-rows.ts';

/** Rows read at once. Between two reads of the first load the page waits until it is idle. */
const SLICE_ROWS = 250;
const IDLE_WITHIN_MS = 500;

const REVERSED: Record<Sort, Sort> = {
  newest: 'oldest',
  oldest: 'newest',
  a_z: 'z_a',
  z_a: 'a_z',
  added_to_channel: 'not_added_to_channel',
  not_added_to_channel: 'added_to_channel',
};

interface Kept {
  row: LibraryContent;
  facts: Facts;
}

/** The rows of the Library at one moment. */
export interface LibrarySnapshot {
  scope: string;
  get: (id: string) => LibraryContent | undefined;
  /** Ids of all contents that fit, in order. */
  find: (query: ContentQuery) => string[];
}

/**
 * The rows of one Library in memory, so that searching, filtering and scrolling read nothing from the database. Ten thousand
 * rows take some 10 MB. They are read in slices while the page is idle; then only rows that changed are read again.
 */
export class LibraryRows {
  readonly #db: AccountDatabase;
  readonly #scope: string;
  readonly #onChange: (snapshot: LibrarySnapshot | undefined) => void;
  readonly #part: string;
  #kept = new Map<string, Kept>();
  #isLoaded = false;
  #isStopped = false;
  #isWorking = false;
  /** What is to be read: everything, or single rows. */
  #all = true;
  readonly #changed = new Set<string>();
  /** The ids as they were last sorted. */
  readonly #orders: Partial<Record<Sort, readonly string[]>> = {};

  /** @param onChange Called with the rows once all are read, and after each change; with undefined if they cannot be read. */
  constructor(db: AccountDatabase, scope: string, onChange: (snapshot: LibrarySnapshot | undefined) => void) {
    this.#db = db;
    this.#scope = scope;
    this.#onChange = onChange;
    this.#part = `idb://${db.name}/${db.contents.name}/`;
    Dexie.on.storagemutated.subscribe(this.#onMutated);
    this.#work();
  }

  /** No page shows the rows: the next change ends them instead of being read. */
  isResting = false;

  stop(): void {
    this.#isStopped = true;
    Dexie.on.storagemutated.unsubscribe(this.#onMutated);
  }

  /** Changes of any tab and worker. Those of many rows at once name no rows. */
  readonly #onMutated = (parts: ObservabilitySet): void => {
    const ranges = parts[this.#part];
    // All databases changed, as far as is known: the page was frozen.
    if (parts.all) this.#all = true;
    if (ranges)
      for (const { from, to } of RangeSet(ranges)) {
        if (typeof from === 'string' && from === to) this.#changed.add(from);
        else this.#all = true;
      }
    if (!ranges && !parts.all) return;
    if (!this.isResting) return this.#work();
    this.stop();
    this.#onChange(undefined);
  };

  #work(): void {
    if (this.#isWorking) return;
    this.#isWorking = true;
    // A change is announced from within its transaction, which the reads must not join.
    Dexie.ignoreTransaction(() => this.#readChanged())
      .catch((error: unknown) => {
        // The account may have been left, and its database deleted.
        if (this.#isStopped) return;
        // Read again after the next change; until then the lists read the database.
        this.#all = true;
        this.#isLoaded = false;
        this.#onChange(undefined);
        reportUnhandled(error);
      })
      .finally(() => {
        this.#isWorking = false;
      });
  }

  async #readChanged(): Promise<void> {
    while (!this.#isStopped && (this.#all || this.#changed.size > 0)) {
      const isAll = this.#all;
      const ids = [...this.#changed];
      this.#all = false;
      this.#changed.clear();
      // What changes meanwhile is read in the next round.
      await (isAll ? this.#readAll() : this.#readSome(ids));
      if (this.#isStopped) return;
      this.#isLoaded = true;
      this.#onChange(this.#snapshot());
    }
  }

  async #readAll(): Promise<void> {
    const kept = new Map<string, Kept>();
    const keep = (row: LibraryContent) => {
      if (row.scope === this.#scope) kept.set(row.id, this.#keptOf(row));
    };
    for (let after = ''; !this.#isStopped;) {
      // In slices, one after the other.
      const rows = await this.#db.contents.where(':id').above(after).limit(SLICE_ROWS).toArray();
      for (const row of rows) keep(row);
      const last = rows.at(-1);
      if (!last || rows.length < SLICE_ROWS) break;
      after = last.id;
      // Once the lists show these rows, a change must show at once.
      if (!this.#isLoaded) await new Promise<void>((resolve) => whenIdle(resolve, IDLE_WITHIN_MS));
    }
    this.#kept = kept;
  }

  async #readSome(ids: readonly string[]): Promise<void> {
    const rows = await this.#db.contents.bulkGet([...ids]);
    for (const [at, id] of ids.entries()) {
      const row = rows[at];
      if (row?.scope === this.#scope) this.#kept.set(id, this.#keptOf(row));
      else this.#kept.delete(id);
    }
  }

  /** A row that is read again unchanged stays the same object, so that its tile is not rendered again. */
  #keptOf(row: LibraryContent): Kept {
    const before = this.#kept.get(row.id);
    return before && isSame(before.row, row) ? before : { row, facts: factsOf(row) };
  }

  /** Rows that were sorted before are almost in order, and sorted by few comparisons: by title they take long. */
  #inOrder(by: Sort): Facts[] {
    const former = this.#orders[by] ?? this.#orders[REVERSED[by]]?.toReversed() ?? [];
    const known = new Set(former);
    const ids = [...former, ...[...this.#kept.keys()].filter((id) => !known.has(id))];
    const rows = ids.map((id) => this.#kept.get(id)?.row).filter((row) => row !== undefined);
    const sorted = sortContents(rows, by).map(({ id }) => this.#kept.get(id)!.facts);
    this.#orders[by] = sorted.map(({ id }) => id);
    return sorted;
  }

  #snapshot(): LibrarySnapshot {
    const kept = this.#kept;
    const sorted: Partial<Record<Sort, Facts[]>> = {};
    // Once for all searches and filters.
    const sort = (by: Sort) => (sorted[by] ??= this.#inOrder(by));
    return {
      scope: this.#scope,
      get: (id) => kept.get(id)?.row,
      find: (query) => {
        const isFitting = fits(query);
        const found: string[] = [];
        for (const facts of sort(query.sort)) if (isFitting(facts)) found.push(facts.id);
        return found;
      },
    };
  }
}
