import type { AccountDatabase } from '../database.ts';
import type { StoredUploadJob } from './job.ts';

/** Least time between writes, ms: screens redraw with every write. */
const WRITE_EVERY_MS = 500;

/** Writes the committed bytes into the job's row, at most twice a second. */
export class ProgressWriter {
  readonly #db: AccountDatabase;
  readonly #job: StoredUploadJob;
  #bytes: number;
  #written: number;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<unknown> = Promise.resolve();

  constructor(db: AccountDatabase, job: StoredUploadJob) {
    this.#db = db;
    this.#job = job;
    this.#bytes = job.committedBytes;
    this.#written = job.committedBytes;
  }

  /** Reports the committed bytes. Never decreases: what the server committed stays. */
  report(bytes: number): void {
    this.#bytes = Math.max(this.#bytes, bytes);
    if (this.#bytes > this.#written) this.#timer ??= setTimeout(() => this.#write(), WRITE_EVERY_MS);
  }

  /** Writes what is not written yet. */
  async end(): Promise<void> {
    clearTimeout(this.#timer);
    this.#write();
    await this.#writing;
  }

  #write(): void {
    this.#timer = undefined;
    if (this.#bytes === this.#written) return;
    this.#written = this.#bytes;
    const percent = this.#job.type === 'text' ? {} : { percent: Math.floor((this.#bytes / this.#job.size) * 100) };
    this.#writing = this.#db.uploadJobs
      .update(this.#job.id, { committedBytes: this.#bytes, progressAtMs: Date.now(), ...percent })
      .catch(() => {});
  }
}
