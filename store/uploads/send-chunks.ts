import { CHUNKS_IN_FLIGHT_PER_FILE, SLOW_CONNECTION_MS, UNIT_BYTES } from '#contract/limits.ts';
import { readUpload } from '#contract/upload.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { callAs } from '../session.ts';
import { postChunk, prepareChunk, type Chunk, type ChunkAnswer, type ChunkJob } from './post-chunk.ts';
import type { Release, Slots } from './slots.ts';
import { toTrouble, UploadTrouble } from './trouble.ts';
import { UnitReader } from './unit-reader.ts';
import { chooseChunkUnits, UnitMap, unitCount, type Run } from './units.ts';
import { sleep } from './wait.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** The file as it lies now: picked at first, kept later. */
  file(): Blob;
  /** Chunks in flight of all files together. */
  slots: Slots;
  chunkUnits: number | null;
  lineBytesPerSecond: number | undefined;
  /** What the server has is compared with the file before anything is added. */
  isProofNeeded: boolean;
  /** The server has more, or its first word of what it has. */
  onCommitted(bytes: number): void;
  onChunkUnits(units: number): void;
  onLine(bytesPerSecond: number): void;
  /** No unit came through for SLOW_CONNECTION_MS, or one did again. The file keeps trying either way. */
  onSlow(isSlow: boolean): void;
}
export interface Sent {
  contentId: string;
  filename: string | null;
}

/** Tries of one doubt, without any unit coming through, before the job waits for longer. */
const DOUBTS_MAX = 6;
/** A server whose connection broke still writes what came through: asked too early it has forgotten nothing, but says less. */
const SETTLE_MS = 400;
/** Whole chunks after which a line that broke is trusted with more than one at a time again. */
const CALM_CHUNKS = 8;
/** How often a quiet line is looked at: the server is asked what of the chunk under way has arrived. */
const LOOK_EVERY_MS = 15_000;

/**
 * Sends what the server does not have yet, and asks it after every doubt: it alone knows. Two chunks are under way
 * while the next one is read and hashed.
 *
 * @returns The content the file became.
 * @throws UploadTrouble `pause`, `fail` or `gone`.
 */
export const sendChunks = async (job: ChunkJob, options: SendOptions): Promise<Sent> => {
  const sending = new Sending(job, options);
  try {
    return await sending.run();
  } finally {
    sending.end();
  }
};

class Sending {
  readonly #job: ChunkJob;
  readonly #options: SendOptions;
  readonly #map: UnitMap;
  readonly #reader = new UnitReader();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  readonly #held = new Set<Release>();
  readonly #watch: ReturnType<typeof setInterval>;
  #todo: Run[] = [];
  #ahead: Promise<Chunk> | undefined;
  #chunkUnits: number | null;
  #sent: Sent | undefined;
  #doubts = 0;
  #wrongDigests = 0;
  #inFlight = 0;
  #wholeSinceBreak = CALM_CHUNKS;
  #isFirstOver = false;
  #ended = Promise.withResolvers<void>();
  #progressAtMs = performance.now();
  #isSlow = false;

  constructor(job: ChunkJob, options: SendOptions) {
    this.#job = job;
    this.#options = options;
    this.#map = new UnitMap(job.size);
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#chunkUnits = options.chunkUnits;
    if (this.#chunkUnits === null && options.lineBytesPerSecond !== undefined) this.#choose(options.lineBytesPerSecond);
    this.#watch = setInterval(() => void this.#look().catch(() => {}), LOOK_EVERY_MS);
  }

  end(): void {
    clearInterval(this.#watch);
    this.#stop.abort();
    this.#reader.close();
    for (const release of this.#held) release();
  }

  async run(): Promise<Sent> {
    for (;;) {
      await this.#guard(() => this.#ask());
      if (this.#sent) return this.#sent;
      if (this.#options.isProofNeeded) await this.#prove();
      this.#todo = this.#map.missing();
      // Everything is there, but the last answer never came to be: the last unit again makes the content.
      const last = unitCount(this.#job.size);
      if (this.#todo.length === 0) this.#todo = [[last - 1, last]];
      await this.#sendAll();
      if (this.#sent) return this.#sent;
    }
  }

  async #sendAll(): Promise<void> {
    this.#isFirstOver = false;
    const senders = Array.from({ length: CHUNKS_IN_FLIGHT_PER_FILE }, async (_, sender) => {
      try {
        for (let chunk = this.#take(); chunk && !this.#sent; chunk = this.#take()) {
          await this.#send(await chunk);
          if (sender > 0) await this.#calm();
        }
      } catch (error) {
        this.#stop.abort(error);
        throw error;
      } finally {
        if (sender === 0) this.#isFirstOver = true;
        this.#wake();
      }
    });
    const results = await Promise.allSettled(senders);
    if (!results.some((result) => result.status === 'rejected')) return;
    this.#options.signal.throwIfAborted();
    throw await toTrouble(this.#stop.signal.reason, this.#options.signal);
  }

  /** A line that breaks again and again loses a piece of every chunk under way: for a while there is only one. */
  async #calm(): Promise<void> {
    while (this.#wholeSinceBreak < CALM_CHUNKS && !this.#isFirstOver) await this.#ended.promise;
  }

  #wake(): void {
    this.#ended.resolve();
    this.#ended = Promise.withResolvers();
  }

  /** The next chunk; the one after it is being read already. */
  #take(): Promise<Chunk> | undefined {
    const now = this.#ahead ?? this.#prepare();
    this.#ahead = this.#prepare();
    return now;
  }

  #prepare(): Promise<Chunk> | undefined {
    const run = this.#todo[0];
    if (!run) return undefined;
    const to = Math.min(run[1], run[0] + (this.#chunkUnits ?? chooseChunkUnits(undefined)));
    if (to === run[1]) this.#todo.shift();
    else this.#todo[0] = [to, run[1]];
    const chunk = prepareChunk(this.#options.file(), [run[0], to], this.#reader);
    // Its failure is met by whoever takes it.
    chunk.catch(() => {});
    return chunk;
  }

  async #send(chunk: Chunk): Promise<void> {
    const release = await this.#options.slots.take(this.#signal);
    this.#held.add(release);
    this.#inFlight += 1;
    const startedAtMs = performance.now();
    try {
      const answer = await postChunk(this.#job, chunk, this.#signal);
      this.#measure(chunk.body.size, performance.now() - startedAtMs);
      this.#wholeSinceBreak += 1;
      this.#wake();
      this.#note([chunk.run], answer);
    } catch (error) {
      await this.#doubt(error);
      this.#todo.unshift(...this.#map.missing(chunk.run));
    } finally {
      this.#inFlight -= 1;
      this.#held.delete(release);
      release();
    }
  }

  /** Settles what an unclear answer left open, or throws what stops the file. */
  async #doubt(error: unknown): Promise<void> {
    const trouble = await toTrouble(error, this.#signal);
    if (trouble.kind !== 'again') throw trouble;
    this.#doubts += 1;
    this.#wholeSinceBreak = 0;
    if (trouble.code === 'upload.wrong_digest') this.#wrongDigests += 1;
    // The line may be bad; bytes that never match mean that this device cannot read its own file.
    if (this.#wrongDigests > DOUBTS_MAX)
      throw new UploadTrouble('fail', { errorKind: 'SomethingIsWrong', code: trouble.code, cause: error });
    if (this.#doubts > DOUBTS_MAX) throw new UploadTrouble('pause', { cause: error });
    if (trouble.code === null) await sleep(SETTLE_MS, this.#signal);
    if (this.#doubts > 1) await sleep(backoffMs(this.#doubts - 1, trouble.retryAfterMs), this.#signal);
    await this.#guard(() => this.#ask());
  }

  async #guard(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const trouble = await toTrouble(error, this.#signal);
      throw trouble.kind === 'again' ? new UploadTrouble('pause', { cause: error }) : trouble;
    }
  }

  async #ask(): Promise<void> {
    const { output } = await callAs(
      this.#job.owner,
      readUpload,
      { uploadId: this.#job.id },
      { scope: this.#job.scope, signal: this.#signal },
    );
    this.#note(output.data.received, output.data.contentId ? { contentId: output.data.contentId } : {});
  }

  #note(runs: readonly (readonly [number, number])[], { contentId, filename }: ChunkAnswer): void {
    const news = this.#map.add(runs);
    if (news > 0) {
      this.#doubts = 0;
      this.#wrongDigests = 0;
      this.#progressAtMs = performance.now();
      this.#setSlow(false);
    }
    this.#options.onCommitted(this.#map.committedBytes);
    if (contentId) this.#sent = { contentId, filename: filename ?? null };
  }

  /** Asks about a quiet line; a chunk on a slow one takes minutes, but its units come through one by one. */
  async #look(): Promise<void> {
    if (performance.now() - this.#progressAtMs < LOOK_EVERY_MS) return;
    const before = this.#progressAtMs;
    await this.#ask().catch(() => {});
    if (before === this.#progressAtMs && performance.now() - before >= SLOW_CONNECTION_MS) this.#setSlow(true);
  }

  /** A file that makes no headway gives its place in the line to others, and goes on beside them. */
  #setSlow(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    if (isSlow) for (const release of this.#held) release();
    this.#options.onSlow(isSlow);
  }

  #measure(bytes: number, elapsedMs: number): void {
    const bytesPerSecond = (bytes / Math.max(1, elapsedMs)) * 1000 * this.#inFlight;
    this.#options.onLine(bytesPerSecond);
    if (this.#chunkUnits === null && bytes >= UNIT_BYTES) this.#choose(bytesPerSecond);
  }

  #choose(bytesPerSecond: number): void {
    this.#chunkUnits = chooseChunkUnits(bytesPerSecond);
    this.#options.onChunkUnits(this.#chunkUnits);
  }

  /** Sends a unit at each end of what the server has: it refuses another file. */
  async #prove(): Promise<void> {
    for (const unit of this.#map.ends()) {
      await this.#guard(
        async () =>
          void (await postChunk(
            this.#job,
            await prepareChunk(this.#options.file(), [unit, unit + 1], this.#reader),
            this.#signal,
          )),
      );
    }
  }
}
