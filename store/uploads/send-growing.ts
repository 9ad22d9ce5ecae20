import { CHUNK_UNITS, UNIT_BYTES } from '#contract/limits.ts';
import { readUpload } from '#contract/upload.ts';
import { CallError } from '../api.ts';
import { backoffMs } from '../outbox/backoff.ts';
import { callAs } from '../session.ts';
import { postChunk, type ChunkJob } from './post-chunk.ts';
import type { GrowingFile } from './recording-file.ts';
import type { StoredRecording } from './recording.ts';
import { sleep } from '../sleep.ts';

const hex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Sends the whole units of a recording while it is made, in order. Whatever fails is left to the upload job that the
 * recording becomes: it asks the server what it has. Without a line it tries again after a wait. Source: decision 0042.
 */
export class GrowingSender {
  readonly #recording: StoredRecording;
  readonly #file: GrowingFile;
  readonly #onSent: (bytes: number) => void;
  readonly #stop = new AbortController();
  #sentUnits: number | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;
  #isRefused = false;

  constructor(recording: StoredRecording, file: GrowingFile, onSent: (bytes: number) => void) {
    this.#recording = recording;
    this.#file = file;
    this.#onSent = onSent;
  }

  /** The file has grown. */
  grew(): void {
    if (this.#running || this.#isRefused || this.#stop.signal.aborted || this.#wholeUnits() === this.#sentUnits) return;
    this.#running = this.#send()
      .catch(() => {})
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Ends it; resolves when nothing reads the file any more. */
  async end(): Promise<void> {
    this.#stop.abort();
    await this.#running;
  }

  #wholeUnits(): number {
    return Math.floor(this.#file.size / UNIT_BYTES);
  }

  async #send(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted && !this.#isRefused) {
      try {
        this.#sentUnits ??= await this.#readSent(signal);
        if (this.#wholeUnits() <= this.#sentUnits) return;
        const to = Math.min(this.#wholeUnits(), this.#sentUnits + CHUNK_UNITS[0]);
        await this.#sendUnits(this.#sentUnits, to, signal);
        this.#sentUnits = to;
        this.#failures = 0;
        this.#onSent(to * UNIT_BYTES);
      } catch (error) {
        this.#sentUnits = undefined;
        this.#failures += 1;
        // The upload job will meet the same refusal, and says it on its card.
        this.#isRefused = !(error instanceof CallError) || !error.isTransient;
        if (!this.#isRefused) await sleep(backoffMs(this.#failures, null), signal);
      }
    }
  }

  /** The units from the first one on that the server has. */
  async #readSent(signal: AbortSignal): Promise<number> {
    const { id, owner, scope } = this.#recording;
    if (this.#wholeUnits() === 0) return 0;
    const { output } = await callAs(owner, readUpload, { uploadId: id }, { scope, signal });
    const first = output.data.received.find(([from]) => from === 0);
    const sent = first ? Math.min(first[1], this.#wholeUnits()) : 0;
    if (sent > 0) this.#onSent(sent * UNIT_BYTES);
    return sent;
  }

  async #sendUnits(from: number, to: number, signal: AbortSignal): Promise<void> {
    const bytes = await this.#file.read(from * UNIT_BYTES, to * UNIT_BYTES);
    const digests: string[] = [];
    for (let at = 0; at < bytes.length; at += UNIT_BYTES)
      digests.push(hex(await crypto.subtle.digest('SHA-256', bytes.subarray(at, at + UNIT_BYTES))));
    const { id, owner, scope, name, folderId } = this.#recording;
    const job: ChunkJob = { id, owner, scope, name, folderId, type: 'video', size: to * UNIT_BYTES, isGrowing: true };
    await postChunk(job, { run: [from, to], body: new Blob([bytes]), digests }, signal);
  }
}
