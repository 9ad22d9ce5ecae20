import { CHUNKS_IN_FLIGHT_PER_FILE, SLOW_CONNECTION_MS, UNIT_BYTES } from '#contract/limits.ts';
import { readUpload } from '#contract/upload.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { callAs } from '../session.ts';
import { postChunk, prepareChunk, type Chunk, type ChunkAnswer, type ChunkJob } from './post-chunk.ts';
import type { Release, Slots } from './slots.ts';
import { classify, UploadFailure } from './failure.ts';
import { UnitReader } from './unit-reader.ts';
import { chooseChunkUnits, UnitMap, unitCount, type Run } from './units.ts';
import { sleep } from '../sleep.ts';

export interface SendOptions {
  signal: AbortSignal;
  /** The file: the picked one at first, its local copy later. */
  file(): Blob;
  /** Limits the chunks in flight of all files together. */
  slots: Slots;
  chunkUnits: number | null;
  lineBytesPerSecond: number | undefined;
  /** Prove to the server that the file is the same before sending more. */
  isProofNeeded: boolean;
  /** Called after each answer with the bytes that the server has committed. */
  onCommitted(bytes: number): void;
  onChunkUnits(units: number): void;
  /** Reports the measured speed of the connection. */
  onLine(bytesPerSecond: number): void;
  /** Called when no unit was committed for SLOW_CONNECTION_MS, and when one is again. Sending continues. */
  onSlow(isSlow: boolean): void;
}
export interface Sent {
  contentId: string;
  filename: string | null;
}

/** Consecutive reconciles without a newly committed unit, before the job pauses. */
const RECONCILE_RETRIES_MAX = 6;
/** Wait until the server has flushed the broken chunk before reading what it has, ms. */
const FLUSH_WAIT_MS = 400;
/** Whole chunks after a broken one before two are in flight again. */
const RECOVERY_CHUNKS = 8;
/** Without progress for this long, ask the server which units of the chunks in flight it has, ms. */
const POLL_EVERY_MS = 15_000;

/**
 * Sends the units that the server does not have. Only the server knows what it has, so after every unclear answer its
 * state is read again. Two chunks are in flight while the next one is read and hashed.
 *
 * @returns The content that the file became.
 * @throws UploadFailure `pause`, `fail` or `cancel`.
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
  readonly #heldSlots = new Set<Release>();
  readonly #poll: ReturnType<typeof setInterval>;
  #missing: Run[] = [];
  #nextChunk: Promise<Chunk> | undefined;
  #chunkUnits: number | null;
  #sent: Sent | undefined;
  #reconciles = 0;
  #wrongDigests = 0;
  #inFlight = 0;
  #chunksSinceBreak = RECOVERY_CHUNKS;
  #isFirstSenderDone = false;
  #chunkEnded = Promise.withResolvers<void>();
  #progressAtMs = performance.now();
  #isSlow = false;

  constructor(job: ChunkJob, options: SendOptions) {
    this.#job = job;
    this.#options = options;
    this.#map = new UnitMap(job.size);
    this.#signal = AbortSignal.any([options.signal, this.#stop.signal]);
    this.#chunkUnits = options.chunkUnits;
    if (this.#chunkUnits === null && options.lineBytesPerSecond !== undefined)
      this.#chooseChunkSize(options.lineBytesPerSecond);
    this.#poll = setInterval(() => void this.#pollProgress().catch(() => {}), POLL_EVERY_MS);
  }

  end(): void {
    clearInterval(this.#poll);
    this.#stop.abort();
    this.#reader.close();
    for (const release of this.#heldSlots) release();
  }

  async run(): Promise<Sent> {
    for (;;) {
      await this.#classifyErrors(() => this.#readCommitted());
      if (this.#sent) return this.#sent;
      if (this.#options.isProofNeeded) await this.#proveSameFile();
      this.#missing = this.#map.missing();
      // The server has every unit but no content: sending the last unit again makes it.
      const last = unitCount(this.#job.size);
      if (this.#missing.length === 0) this.#missing = [[last - 1, last]];
      await this.#sendAll();
      if (this.#sent) return this.#sent;
    }
  }

  async #sendAll(): Promise<void> {
    this.#isFirstSenderDone = false;
    const senders = Array.from({ length: CHUNKS_IN_FLIGHT_PER_FILE }, async (_, sender) => {
      try {
        for (let chunk = this.#take(); chunk && !this.#sent; chunk = this.#take()) {
          await this.#send(await chunk);
          if (sender > 0) await this.#waitForRecovery();
        }
      } catch (error) {
        this.#stop.abort(error);
        throw error;
      } finally {
        if (sender === 0) this.#isFirstSenderDone = true;
        this.#notifySenders();
      }
    });
    const results = await Promise.allSettled(senders);
    if (!results.some((result) => result.status === 'rejected')) return;
    this.#options.signal.throwIfAborted();
    throw await classify(this.#stop.signal.reason, this.#options.signal);
  }

  /** Keeps one chunk in flight for a while after a break: each break loses a part of every chunk in flight. */
  async #waitForRecovery(): Promise<void> {
    while (this.#chunksSinceBreak < RECOVERY_CHUNKS && !this.#isFirstSenderDone) await this.#chunkEnded.promise;
  }

  #notifySenders(): void {
    this.#chunkEnded.resolve();
    this.#chunkEnded = Promise.withResolvers();
  }

  /** Takes the next chunk, and starts to read the one after it. */
  #take(): Promise<Chunk> | undefined {
    const chunk = this.#nextChunk ?? this.#prepare();
    this.#nextChunk = this.#prepare();
    return chunk;
  }

  #prepare(): Promise<Chunk> | undefined {
    const run = this.#missing[0];
    if (!run) return undefined;
    const to = Math.min(run[1], run[0] + (this.#chunkUnits ?? chooseChunkUnits(undefined)));
    if (to === run[1]) this.#missing.shift();
    else this.#missing[0] = [to, run[1]];
    const chunk = prepareChunk(this.#options.file(), [run[0], to], this.#reader);
    // The sender that takes the chunk handles its failure.
    chunk.catch(() => {});
    return chunk;
  }

  async #send(chunk: Chunk): Promise<void> {
    const release = await this.#options.slots.take(this.#signal);
    this.#heldSlots.add(release);
    this.#inFlight += 1;
    const startedAtMs = performance.now();
    try {
      const answer = await postChunk(this.#job, chunk, this.#signal);
      this.#measureSpeed(chunk.body.size, performance.now() - startedAtMs);
      this.#chunksSinceBreak += 1;
      this.#notifySenders();
      this.#record([chunk.run], answer);
    } catch (error) {
      await this.#reconcile(error);
      this.#missing.unshift(...this.#map.missing(chunk.run));
    } finally {
      this.#inFlight -= 1;
      this.#heldSlots.delete(release);
      release();
    }
  }

  /**
   * Reads what the server has after an unclear answer.
   *
   * @throws UploadFailure if the upload must not continue now.
   */
  async #reconcile(error: unknown): Promise<void> {
    const failure = await classify(error, this.#signal);
    if (failure.action !== 'reconcile') throw failure;
    this.#reconciles += 1;
    this.#chunksSinceBreak = 0;
    if (failure.code === 'upload.wrong_digest') this.#wrongDigests += 1;
    // A bad connection may cause some; if digests never match, this device cannot read its own file.
    if (this.#wrongDigests > RECONCILE_RETRIES_MAX)
      throw new UploadFailure('fail', { errorKind: 'SomethingIsWrong', code: failure.code, cause: error });
    if (this.#reconciles > RECONCILE_RETRIES_MAX) throw new UploadFailure('pause', { cause: error });
    if (failure.code === null) await sleep(FLUSH_WAIT_MS, this.#signal);
    if (this.#reconciles > 1) await sleep(backoffMs(this.#reconciles - 1, failure.retryAfterMs), this.#signal);
    await this.#classifyErrors(() => this.#readCommitted());
  }

  /** Runs `work`; an error that could be reconciled becomes a pause. */
  async #classifyErrors(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const failure = await classify(error, this.#signal);
      throw failure.action === 'reconcile' ? new UploadFailure('pause', { cause: error }) : failure;
    }
  }

  async #readCommitted(): Promise<void> {
    const { output } = await callAs(
      this.#job.owner,
      readUpload,
      { uploadId: this.#job.id },
      { scope: this.#job.scope, signal: this.#signal },
    );
    this.#record(output.data.received, output.data.contentId ? { contentId: output.data.contentId } : {});
  }

  #record(runs: readonly (readonly [number, number])[], { contentId, filename }: ChunkAnswer): void {
    const added = this.#map.add(runs);
    if (added > 0) {
      this.#reconciles = 0;
      this.#wrongDigests = 0;
      this.#progressAtMs = performance.now();
      this.#setSlow(false);
    }
    this.#options.onCommitted(this.#map.committedBytes);
    if (contentId) this.#sent = { contentId, filename: filename ?? null };
  }

  /** Polls while no chunk ends: on a slow connection a chunk takes minutes, but its units are committed one by one. */
  async #pollProgress(): Promise<void> {
    if (performance.now() - this.#progressAtMs < POLL_EVERY_MS) return;
    const lastProgressAtMs = this.#progressAtMs;
    await this.#readCommitted().catch(() => {});
    if (lastProgressAtMs === this.#progressAtMs && performance.now() - lastProgressAtMs >= SLOW_CONNECTION_MS)
      this.#setSlow(true);
  }

  /** A slow file releases its slots, so that other files can send beside it. */
  #setSlow(isSlow: boolean): void {
    if (isSlow === this.#isSlow) return;
    this.#isSlow = isSlow;
    if (isSlow) for (const release of this.#heldSlots) release();
    this.#options.onSlow(isSlow);
  }

  #measureSpeed(bytes: number, elapsedMs: number): void {
    const bytesPerSecond = (bytes / Math.max(1, elapsedMs)) * 1000 * this.#inFlight;
    this.#options.onLine(bytesPerSecond);
    if (this.#chunkUnits === null && bytes >= UNIT_BYTES) this.#chooseChunkSize(bytesPerSecond);
  }

  #chooseChunkSize(bytesPerSecond: number): void {
    this.#chunkUnits = chooseChunkUnits(bytesPerSecond);
    this.#options.onChunkUnits(this.#chunkUnits);
  }

  /** Sends the first and the last unit that the server has; it refuses them if the file is another one. */
  async #proveSameFile(): Promise<void> {
    for (const unit of this.#map.ends()) {
      await this.#classifyErrors(
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
