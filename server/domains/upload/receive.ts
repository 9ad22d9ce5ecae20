import { UNIT_BYTES } from '#contract/limits.ts';
import { Problem } from '#contract/problems.ts';
import { allocatePages } from '#server/adapters/objects/index.ts';
import { unitBytes, type ChunkPlan } from './plan.ts';

/** Where whole, verified units go. */
export interface UnitSink {
  /** Whether the unit is there already, so that only its digest is checked. */
  has(unit: number): boolean;
  /** Sees the first bytes of the file before anything of it is written. @throws Problem to refuse it. */
  checkStart(bytes: Buffer): void;
  write(unit: number, bytes: Buffer): Promise<void>;
}

export interface Received {
  /** Units that were verified and written now. */
  written: number[];
  /** Why it ended before its end; what was written before stays good. */
  failure: unknown;
}

/**
 * Takes the body of a chunk: gathers a unit, then compares its digest and writes it while the next one is gathered. It holds
 * two units in memory, however long the chunk is and however slowly it comes. It never throws: a chunk that breaks off
 * keeps its whole units.
 */
export const receiveUnits = async (body: AsyncIterable<Buffer>, plan: ChunkPlan, sink: UnitSink): Promise<Received> => {
  const gathering = new Gathering(plan, sink);
  let failure: unknown;
  try {
    for await (const piece of body) await gathering.take(piece);
    gathering.end();
  } catch (error) {
    failure = error;
  }
  try {
    await gathering.settle();
  } catch (error) {
    failure = error;
  }
  return { written: gathering.written, failure };
};

/** Buffers of one unit, used again: fresh memory for every chunk costs more than its hash. At most so many wait. */
const SPARE_MAX = 16;
const spares: Buffer<ArrayBuffer>[] = [];
const takeBuffer = (): Buffer<ArrayBuffer> => spares.pop() ?? allocatePages(UNIT_BYTES);
const giveBack = (buffer: Buffer<ArrayBuffer>): void => {
  if (spares.length < SPARE_MAX) spares.push(buffer);
};

const digestOf = async (bytes: Buffer<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');

class Gathering {
  readonly written: number[] = [];
  readonly #plan: ChunkPlan;
  readonly #sink: UnitSink;
  /** One is filled while the other is hashed and written, both off the main thread. */
  #buffer = takeBuffer();
  #spare = takeBuffer();
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
      const taken = piece.copy(this.#buffer, this.#filled, at, at + wanted - this.#filled);
      this.#filled += taken;
      at += taken;
      if (this.#filled === wanted) await this.#closeUnit(unit, this.#plan.digests[this.#index]!);
    }
  }

  async #closeUnit(unit: number, digest: string): Promise<void> {
    // The unit before is hashed and written first: a bad one stops the chunk before anything behind it is stored.
    await this.#storing;
    this.#storing = this.#store(unit, this.#buffer.subarray(0, this.#filled), digest);
    // Its failure is met by the next await; until then nobody listens.
    this.#storing.catch(() => {});
    [this.#buffer, this.#spare] = [this.#spare, this.#buffer];
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

  /** Returns when the last unit is stored, or could not be; the gathering is over then. */
  async settle(): Promise<void> {
    try {
      await this.#storing;
    } finally {
      giveBack(this.#buffer);
      giveBack(this.#spare);
    }
  }
}
