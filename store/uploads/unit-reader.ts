import { UNIT_BYTES } from '#contract/limits.ts';
import type { Run } from './units.ts';

/** Bytes as lower-case hex digits. */
export const toHex = (digest: ArrayBuffer): string =>
  Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

/** An open stream of a file, and the unit it will give next. */
interface Reading {
  file: Blob;
  unit: number;
  reader: ReadableStreamBYOBReader;
}

/**
 * Hashes the units of a file. Mostly they are requested in order, so the file is read as one stream into one buffer:
 * allocating memory for every chunk costs as much as its hash, and browsers free it late.
 */
export class UnitReader {
  #buffer: ArrayBuffer = new ArrayBuffer(UNIT_BYTES);
  #reading: Reading | undefined;
  #last: Promise<unknown> = Promise.resolve();
  #canStream = true;
  #isClosed = false;

  /**
   * Returns the SHA-256 of each unit, hex. Calls run one after the other.
   *
   * @throws DOMException NotReadableError if the file is gone or changed.
   */
  digests(file: Blob, run: Run): Promise<string[]> {
    const work = this.#last.then(() => this.#digests(file, run));
    this.#last = work.catch(() => {});
    return work;
  }

  /** Closes the stream. */
  close(): void {
    this.#isClosed = true;
    this.#stopReading();
  }

  async #digests(file: Blob, [from, to]: Run): Promise<string[]> {
    const digests: Promise<ArrayBuffer>[] = [];
    for (let unit = from; unit < to; unit += 1) {
      const bytes = await this.#read(file, unit);
      // `digest` copies the bytes, so the buffer can be reused at once.
      digests.push(crypto.subtle.digest('SHA-256', bytes));
    }
    return (await Promise.all(digests)).map(toHex);
  }

  async #read(file: Blob, unit: number): Promise<Uint8Array<ArrayBuffer>> {
    const from = unit * UNIT_BYTES;
    const size = Math.min(UNIT_BYTES, file.size - from);
    const streamed =
      this.#canStream && !this.#isClosed ? await this.#stream(file, unit, size).catch(() => undefined) : undefined;
    if (streamed) return streamed;
    // The browser has no such streams, or the read failed: the plain read throws the reason.
    this.#canStream = false;
    this.#stopReading();
    return new Uint8Array(await file.slice(from, from + size).arrayBuffer());
  }

  async #stream(file: Blob, unit: number, size: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const reading = this.#readFrom(file, unit);
    let filled = 0;
    while (filled < size) {
      const { value } = await reading.reader.read(new Uint8Array(this.#buffer, filled, size - filled));
      if (!value || value.byteLength === 0) return undefined;
      this.#buffer = value.buffer;
      filled += value.byteLength;
    }
    reading.unit += 1;
    return new Uint8Array(this.#buffer, 0, size);
  }

  /** The open stream if it is at that unit, else a new one. */
  #readFrom(file: Blob, unit: number): Reading {
    if (this.#reading?.file === file && this.#reading.unit === unit) return this.#reading;
    this.#stopReading();
    this.#buffer = this.#buffer.byteLength === UNIT_BYTES ? this.#buffer : new ArrayBuffer(UNIT_BYTES);
    this.#reading = {
      file,
      unit,
      reader: file
        .slice(unit * UNIT_BYTES)
        .stream()
        .getReader({ mode: 'byob' }),
    };
    return this.#reading;
  }

  #stopReading(): void {
    this.#reading?.reader.cancel().catch(() => {});
    this.#reading = undefined;
  }
}
