import { setTimeout as wait } from 'node:timers/promises';
import type { Seeded } from '../world/seeded.ts';

/** Transforms a body. */
export type Step = (body: AsyncIterable<Buffer>) => AsyncIterable<Buffer>;

/** Thrown where a connection is cut on purpose. */
class Cut extends Error {
  override name = 'Cut';
}

export const count = (add: (bytes: number) => void): Step =>
  async function* (body) {
    for await (const part of body) {
      add(part.length);
      yield part;
    }
  };

/**
 * Passes `at` bytes and then throws, also if the body is shorter.
 *
 * @throws Cut
 */
export const cutAt = (at: number): Step =>
  async function* (body) {
    let left = at;
    for await (const part of body) {
      if (left > 0) yield part.subarray(0, left);
      left -= part.length;
      if (left <= 0) break;
    }
    // Let the bytes passed so far be sent before the connection ends.
    await new Promise((resolve) => setImmediate(resolve));
    throw new Cut();
  };

/** @param length Length of the body if known: the offset is drawn within it, else within the first part. */
export const flipByte = (random: Seeded, length: number | undefined, at?: number): Step =>
  async function* (body) {
    let place = at ?? (length ? random.integer(0, length - 1) : undefined);
    let offset = 0;
    for await (const part of body) {
      place ??= random.integer(0, part.length - 1);
      const here = place - offset;
      offset += part.length;
      if (here < 0 || here >= part.length) {
        yield part;
        continue;
      }
      const changed = Buffer.from(part);
      changed[here] = changed[here]! ^ (1 << random.integer(0, 7));
      yield changed;
    }
  };

export const sliceInto = (bytes: number): Step =>
  async function* (body) {
    for await (const part of body) {
      for (let from = 0; from < part.length; from += bytes) {
        yield part.subarray(from, from + bytes);
        // Makes each piece a separate packet.
        await new Promise((resolve) => setImmediate(resolve));
      }
    }
  };

/** Limits the rate of all bodies that share it, bytes per second, until `healed` is aborted. */
export const createLine = (bytesPerSecond: number, healed: AbortSignal): Step => {
  const partBytes = Math.max(1, Math.min(16_384, Math.floor(bytesPerSecond / 10)));
  let freeAtMs = performance.now();
  return async function* (body) {
    for await (const part of body) {
      for (let from = 0; from < part.length; from += partBytes) {
        const piece = part.subarray(from, from + partBytes);
        freeAtMs = Math.max(freeAtMs, performance.now()) + (piece.length * 1000) / bytesPerSecond;
        if (!healed.aborted)
          await wait(Math.max(0, freeAtMs - performance.now()), undefined, { signal: healed }).catch(() => {});
        yield piece;
      }
    }
  };
};

export const through = (body: AsyncIterable<Buffer>, steps: readonly Step[]): AsyncIterable<Buffer> =>
  steps.reduce((rest, step) => step(rest), body);

export const readWhole = async (body: AsyncIterable<Buffer>): Promise<Buffer> => {
  const parts: Buffer[] = [];
  for await (const part of body) parts.push(part);
  return Buffer.concat(parts);
};
