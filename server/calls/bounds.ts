import { availableParallelism } from 'node:os';
import { Problem } from '#contract/problems.ts';

/** Frees the place or the memory that was taken; a second call does nothing. */
export type Release = () => void;

/** Wait before the next try of a client that was refused for lack of memory or places, s. */
const RETRY_AFTER_S = 5;
const busy = (): Problem => new Problem('server.busy', { retryAfterS: RETRY_AFTER_S });

const once = (effect: () => void): Release => {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    effect();
  };
};

/** A limited number of bytes. */
export class Budget {
  readonly #bytesMax: number;
  #held = 0;

  constructor(bytesMax: number) {
    this.#bytesMax = bytesMax;
  }

  get heldBytes(): number {
    return this.#held;
  }

  /** @throws Problem `server.busy` if the bytes are not available now. */
  hold(bytes: number): Release {
    if (this.#held + bytes > this.#bytesMax) throw busy();
    this.#held += bytes;
    return once(() => {
      this.#held -= bytes;
    });
  }
}

interface Queue {
  taken: number;
  /** Starts each waiting one, in order. */
  waiting: Set<() => void>;
}

/** A number of places for each key, for example for each person. Who finds none waits a while for one. */
export class Places {
  readonly #places: number;
  readonly #waitingMax: number;
  readonly #waitMs: number;
  readonly #queues = new Map<string, Queue>();

  constructor(limits: { places: number; waitingMax: number; waitMs: number }) {
    this.#places = limits.places;
    this.#waitingMax = limits.waitingMax;
    this.#waitMs = limits.waitMs;
  }

  /** @throws Problem `server.busy` when too many wait already, or after the longest wait. */
  async take(key: string): Promise<Release> {
    const queue = this.#queues.get(key) ?? { taken: 0, waiting: new Set() };
    this.#queues.set(key, queue);
    if (queue.taken < this.#places) queue.taken += 1;
    else await this.#wait(queue);
    return once(() => this.#leave(key, queue));
  }

  /** Resolves when the place of another one was handed over. */
  async #wait({ waiting }: Queue): Promise<void> {
    if (waiting.size >= this.#waitingMax) throw busy();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => {
      waiting.delete(resolve);
      reject(busy());
    }, this.#waitMs);
    waiting.add(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  #leave(key: string, queue: Queue): void {
    const [next] = queue.waiting;
    if (next) {
      queue.waiting.delete(next);
      return next();
    }
    queue.taken -= 1;
    if (queue.taken === 0) this.#queues.delete(key);
  }
}

/** What one person may have in work at the same time. Another chunk waits on the line, not in memory. */
const CHUNKS = { places: 4, waitingMax: 12, waitMs: 20_000 };
const FORMS = { places: 2, waitingMax: 2, waitMs: 20_000 };
const FILES = { places: 2, waitingMax: 6, waitMs: 20_000 };
/** Encodings of pictures in a process: each may need 2.5 GB and a processor, and half of the processors are left to those who read. */
export const PICTURES = { places: Math.max(1, Math.floor(availableParallelism() / 2)), waitingMax: 50, waitMs: 60_000 };
/** Of them, those of one person. */
const PICTURES_OF_PERSON = { places: 1, waitingMax: 6, waitMs: 60_000 };

/**
 * Hashes of passwords in a process. Two lines of one place each, so that strangers who guess keep nobody waiting who is
 * known. Known people's are hashed in one of Node's four pool threads, which also read files; strangers' in a process of low
 * priority (server/domains/auth/stranger-hashes.ts).
 */
export const HASHES = { places: 1, waitingMax: 60, waitMs: 10_000 };
/** Whose password is hashed: of somebody who has proved nothing yet, or of a known device, a session or a code. */
export type HashLine = 'strangers' | 'known';

/** Parts of the memory for bodies: who fills one of them leaves the others alone. */
const SHARES = { units: 1 / 2, whole: 1 / 3, json: 1 / 6 };

/** Bounds on what clients may have in work, in all and for each person. They hold for one process. */
export interface Bounds {
  /** Places by kind; the key is the person, and for `pictures` the same for all. */
  chunks: Places;
  forms: Places;
  files: Places;
  pictures: Places;
  picturesOfPerson: Places;
  /** The key is a HashLine. */
  hashes: Places;
  /** Memory for units of raw chunks, for bodies that are read whole (forms, files), and for JSON. */
  units: Budget;
  whole: Budget;
  json: Budget;
}

/** @param bodiesBytes Memory for all bodies together, bytes. */
export const createBounds = (bodiesBytes: number): Bounds => ({
  chunks: new Places(CHUNKS),
  forms: new Places(FORMS),
  files: new Places(FILES),
  pictures: new Places(PICTURES),
  picturesOfPerson: new Places(PICTURES_OF_PERSON),
  hashes: new Places(HASHES),
  units: new Budget(bodiesBytes * SHARES.units),
  whole: new Budget(bodiesBytes * SHARES.whole),
  json: new Budget(bodiesBytes * SHARES.json),
});
