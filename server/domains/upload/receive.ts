import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import type { Release } from '#server/calls/bounds.ts';
import { allocatePages } from '#server/adapters/objects/index.ts';
import { unitBytes, type ChunkPlan } from './plan.ts';

/** Receives whole, verified units. */
export interface UnitSink {
  /** Whether the unit is stored already, so that only its digest is checked. */
  has(unit: number): boolean;
  /** Checks the first bytes of the file before they are written. @throws Problem to refuse the file. */
  checkStart(bytes: Buffer): void;
  write(unit: number, bytes: Buffer): Promise<void>;
  /** Counts the memory of one more unit. @throws Problem `server.busy` */
  hold(): Release;
}

export interface Received {
  /** Units that were verified and written. */
  written: number[];
  /** Why the chunk ended early; undefined if it did not. The units written before stay valid. */
  failure: unknown;
}

/**
 * Reads the body of a chunk: fills a buffer with one unit, then checks its digest and writes it while the next unit is
 * read. It holds two units in memory, whatever the length and speed of the chunk. It never throws: a chunk that breaks
 * off keeps its whole units.
 */
export const receiveUnits = async (body: AsyncIterable<Buffer>, plan: ChunkPlan, sink: UnitSink): Promise<Received> => {
  const reader = new UnitReader(plan, sink);
  let failure: unknown;
  try {
    for await (const piece of body) await reader.take(piece);
    reader.end();
  } catch (error) {
    failure = error;
  }
  try {
    await reader.settle();
  } catch (error) {
    failure = error;
  }
  return { written: reader.written, failure };
};

/** Buffers of one unit to use again: new memory for every chunk costs more than its hash. This many are kept at most. */
const SPARE_MAX = 16;
const spares: Buffer<ArrayBuffer>[] = [];
const takeBuffer = (): Buffer<ArrayBuffer> => spares.pop() ?? allocatePages(UNIT_BYTES);
const returnBuffer = (buffer: Buffer<ArrayBuffer>): void => {
  if (spares.length < SPARE_MAX) spares.push(buffer);
};

const digestOf = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

class UnitReader {
  readonly written: number[] = [];
  readonly #plan: ChunkPlan;
  readonly #sink: UnitSink;
  /**
   * One is filled while the other is hashed and written, off the main thread. Taken with the first byte of a unit: a
   * client that only announces a chunk gets no memory.
   */
  #buffer: Buffer<ArrayBuffer> | undefined;
  #spare: Buffer<ArrayBuffer> | undefined;
  readonly #held: Release[] = [];
  #filled = 0;
  #index = 0;
  #storing: Promise<void> = Promise.resolve();

  constructor(plan: ChunkPlan, sink: UnitSink) {
    this.#plan = plan;
    this.#sink = sink;
  }

  async take(piece: Buffer): Promise<void> {
    let at = 0;
    while (at < piece.length) {
      if (this.#index === this.#plan.digests.length)
        throw new Problem('request.invalid', { message: 'The chunk is longer than announced.' });
      const unit = this.#plan.firstUnit + this.#index;
      const wanted = unitBytes(unit, this.#plan.lengthBytes);
      this.#buffer ??= this.#newBuffer();
      const taken = piece.copy(this.#buffer, this.#filled, at, at + wanted - this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === wanted) await this.#closeUnit(unit, this.#buffer, this.#plan.digests[this.#index]!);
    }
  }

  #newBuffer(): Buffer<ArrayBuffer> {
    this.#held.push(this.#sink.hold());
    return takeBuffer();
  }

  async #closeUnit(unit: number, buffer: Buffer<ArrayBuffer>, digest: string): Promise<void> {
    // Wait until the unit before is hashed and written: a bad one stops the chunk before a later unit is stored.
    await this.#storing;
    this.#storing = this.#store(unit, buffer.subarray(0, this.#filled), digest);
    // The next await rethrows the failure; until then it must not count as unhandled.
    this.#storing.catch(() => {});
    [this.#buffer, this.#spare] = [this.#spare, buffer];
    this.#filled = 0;
    this.#index += 1;
  }

  async #store(unit: number, bytes: Buffer<ArrayBuffer>, digest: string): Promise<void> {
    if ((await digestOf(bytes)) !== digest) throw new Problem('upload.wrong_digest');
    if (unit === 0) this.#sink.checkStart(bytes);
    if (this.#sink.has(unit)) return;
    await this.#sink.write(unit, bytes);
    this.written.push(unit);
  }

  /** @throws Problem when units are missing. */
  end(): void {
    if (this.#index < this.#plan.digests.length)
      throw new Problem('request.invalid', { message: 'The chunk is shorter than announced.' });
  }

  /** Waits for the last unit and returns the buffers. @throws The error that storing it failed with. */
  async settle(): Promise<void> {
    try {
      await this.#storing;
    } finally {
      for (const buffer of [this.#buffer, this.#spare]) if (buffer) returnBuffer(buffer);
      for (const release of this.#held) release();
    }
  }
}
