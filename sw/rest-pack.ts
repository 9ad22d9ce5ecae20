import { typeOf } from './build-file.ts';

/** A line on which nothing comes for so long is given up; the next try fetches what is missing then, ms. */
const NOTHING_CAME_MS = 60_000;
/** The server's type of a pack: a captive portal answers every request with a page. */
const PACK_TYPE = 'application/octet-stream';
const NEW_LINE = 10;
/** Headers that describe the pack itself, not the files in it. */
const OF_THE_PACK = ['Content-Encoding', 'Content-Length', 'ETag', 'Vary'];

/**
 * Fetches the pack of build/rest-pack.ts and hands over its files one by one while it comes, each with the headers of the
 * pack's answer, because a worker's script takes its security policy from them.
 *
 * @param keep Called with the path of each file and the file, and waited for. Not called for a file that has not come whole.
 * @returns False if the pack could not be read to its end.
 */
export const fetchPack = async (
  url: string,
  keep: (path: string, file: Response) => Promise<void>,
): Promise<boolean> => {
  const ending = new AbortController();
  let giveUp = setTimeout(() => ending.abort(), NOTHING_CAME_MS);
  try {
    // Not stored by the browser as well: each file goes to the worker's cache.
    const answer = await fetch(url, { credentials: 'same-origin', cache: 'no-store', signal: ending.signal });
    if (answer.status !== 200 || answer.redirected || !answer.body) return false;
    if (answer.headers.get('Content-Type') !== PACK_TYPE) return false;
    const source = new ByteReader(answer.body, () => {
      clearTimeout(giveUp);
      giveUp = setTimeout(() => ending.abort(), NOTHING_CAME_MS);
    });
    const files = JSON.parse(new TextDecoder().decode(await source.line())) as [path: string, bytes: number][];
    for (const [path, bytes] of files)
      await keep(path, new Response(await source.take(bytes), { headers: headersOf(path, answer) }));
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(giveUp);
    ending.abort();
  }
};

const headersOf = (path: string, pack: Response): Headers => {
  const headers = new Headers(pack.headers);
  for (const name of OF_THE_PACK) headers.delete(name);
  headers.set('Content-Type', typeOf(path) ?? PACK_TYPE);
  return headers;
};

/** Reads a stream of bytes by lengths. */
class ByteReader {
  readonly #reader: ReadableStreamDefaultReader<Uint8Array>;
  readonly #came: () => void;
  #held: Uint8Array<ArrayBuffer> = new Uint8Array();

  /** @param came Called whenever bytes have come. */
  constructor(stream: ReadableStream<Uint8Array>, came: () => void) {
    this.#reader = stream.getReader();
    this.#came = came;
  }

  /** The bytes up to the next line feed, which is dropped. @throws if the stream ends before. */
  async line(): Promise<Uint8Array> {
    let at = this.#held.indexOf(NEW_LINE);
    while (at < 0) {
      await this.#readMore(1);
      at = this.#held.indexOf(NEW_LINE);
    }
    const line = await this.take(at + 1);
    return line.subarray(0, at);
  }

  /** The next `count` bytes. @throws if the stream ends before. */
  async take(count: number): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#held.length < count) await this.#readMore(count - this.#held.length);
    const taken = this.#held.slice(0, count);
    this.#held = this.#held.subarray(count);
    return taken;
  }

  /** Reads `count` more bytes or somewhat more. */
  async #readMore(count: number): Promise<void> {
    const parts: Uint8Array[] = [this.#held];
    let missing = count;
    while (missing > 0) {
      const { done, value } = await this.#reader.read();
      if (done) throw new Error('The pack ended too early.');
      this.#came();
      parts.push(value);
      missing -= value.length;
    }
    const held = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    let at = 0;
    for (const part of parts) {
      held.set(part, at);
      at += part.length;
    }
    this.#held = held;
  }
}
