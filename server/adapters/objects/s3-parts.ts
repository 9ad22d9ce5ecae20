import type { Readable } from 'node:stream';

/** Of a multipart upload; S3 takes at least 5 MiB for all but the last. */
const PART_BYTES = 8 * 1024 * 1024;
/** S3 takes 10,000 parts. */
const PARTS_MOST = 9_000;

export interface Parts {
  /** All of it where `isWhole`. */
  first: Buffer;
  rest: AsyncIterable<Buffer>;
  isWhole: boolean;
  /** Bytes read so far. */
  sizeBytes(): number;
}

/**
 * Cuts a stream into parts of equal size, each in memory, so that it can be sent again; one is read when the one before it
 * has been taken.
 *
 * @param sizeBytes Of the whole, if known: parts of a very large object are larger.
 */
export const inParts = async (source: Readable, sizeBytes = 0): Promise<Parts> => {
  const partBytes = Math.max(PART_BYTES, Math.ceil(sizeBytes / PARTS_MOST));
  let total = 0;
  async function* cut(): AsyncGenerator<Buffer> {
    let waiting: Buffer[] = [];
    let held = 0;
    for await (const chunk of source as AsyncIterable<Buffer | string>) {
      let bytes =
        typeof chunk === 'string' ? Buffer.from(chunk) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      total += bytes.length;
      while (held + bytes.length >= partBytes) {
        const taken = partBytes - held;
        yield Buffer.concat([...waiting, bytes.subarray(0, taken)]);
        bytes = bytes.subarray(taken);
        waiting = [];
        held = 0;
      }
      if (bytes.length > 0) waiting.push(bytes);
      held += bytes.length;
    }
    if (held > 0) yield Buffer.concat(waiting);
  }
  const parts = cut();
  const { value: first = Buffer.alloc(0) } = (await parts.next()) as IteratorResult<Buffer, undefined>;
  return { first, rest: parts, isWhole: first.length < partBytes, sizeBytes: () => total };
};
