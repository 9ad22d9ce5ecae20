import type { IncomingMessage } from 'node:http';
import { Problem } from '#contract/problems.ts';
import type { Budget, Release } from './bounds.ts';

/** How slowly a body may arrive, at most. */
export interface Pace {
  /** The least that must arrive in each time of waiting for the client. */
  leastBytes: number;
  inMs: number;
  /** Longest time for all of it, ms. */
  totalMs: number;
}

/** A JSON body: the client gives up after 30 s too. */
export const QUICK: Pace = { leastBytes: 1, inMs: 30_000, totalMs: 30_000 };
/**
 * A chunk or a file. At less than 1 KiB/s no unit of a chunk (1 MiB) arrives within the client's own time-out of 300 s,
 * so nothing that would be kept is lost by ending it.
 */
export const LONG: Pace = { leastBytes: 60 * 1024, inMs: 60_000, totalMs: 310_000 };

/**
 * The pieces of a body as they arrive. Time in which the server works on a piece does not count against the client.
 *
 * @throws Problem `request.too_slow` for a body that stands still, trickles or takes too long, `request.invalid` for one
 *   that breaks off. Only here: a lost connection to the database or to the object store has the same error code.
 */
export async function* readPieces(incoming: IncomingMessage, pace: Pace): AsyncGenerator<Buffer, void, undefined> {
  // The stream stays open if the reader stops early: a refused client must still get the answer.
  const pieces = incoming.iterator({ destroyOnReturn: false }) as AsyncIterator<Buffer> & AsyncIterable<Buffer>;
  const late = Promise.withResolvers<never>();
  late.promise.catch(() => {});
  const end = () => late.reject(new Problem('request.too_slow'));
  let bytes = 0;
  let waitedMs = 0;
  let waitingSinceMs: number | undefined;
  const stopWaiting = () => {
    if (waitingSinceMs !== undefined) waitedMs += performance.now() - waitingSinceMs;
    waitingSinceMs = undefined;
  };
  const judge = setInterval(() => {
    const isWaiting = waitingSinceMs !== undefined;
    stopWaiting();
    if (waitedMs > pace.inMs / 2 && bytes < pace.leastBytes) end();
    [bytes, waitedMs] = [0, 0];
    if (isWaiting) waitingSinceMs = performance.now();
  }, pace.inMs);
  const total = setTimeout(end, pace.totalMs);
  try {
    for (;;) {
      waitingSinceMs = performance.now();
      const next = await Promise.race([pieces.next().catch(brokeOff), late.promise]);
      stopWaiting();
      if (next.done) return;
      bytes += next.value.length;
      yield next.value;
    }
  } finally {
    clearInterval(judge);
    clearTimeout(total);
    // Frees the stream for whoever discards the rest. Not awaited: a piece that never comes would hold it.
    pieces.return?.().catch(() => {});
  }
}

const brokeOff = (cause: unknown): never => {
  throw new Problem('request.invalid', { message: 'The body broke off.' }, { cause });
};

export interface BodyLimits {
  /** Longest body, bytes. */
  mostBytes: number;
  /** Made and thrown when the body is longer. */
  tooLarge: () => Error;
  pace: Pace;
  /** Counts the bytes while they are in memory. */
  budget: Budget;
}

/**
 * Reads a small body into memory and passes it to `handle`, after which it is not counted any more. Bytes count when they
 * arrive: a client that only announces them takes nothing from the others.
 *
 * @throws What `tooLarge` makes; Problem `request.too_slow`, `request.invalid`, `server.busy`.
 */
export const withBody = async <T>(
  incoming: IncomingMessage,
  { mostBytes, tooLarge, pace, budget }: BodyLimits,
  handle: (bytes: Buffer) => T | Promise<T>,
): Promise<T> => {
  if (Number(incoming.headers['content-length'] ?? 0) > mostBytes) throw tooLarge();
  const held: Release[] = [];
  const parts: Buffer[] = [];
  let size = 0;
  try {
    for await (const piece of readPieces(incoming, pace)) {
      size += piece.length;
      if (size > mostBytes) throw tooLarge();
      held.push(budget.hold(piece.length));
      parts.push(piece);
    }
    return await handle(Buffer.concat(parts, size));
  } finally {
    for (const release of held) release();
  }
};
