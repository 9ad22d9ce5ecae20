import { Problem } from '#contract/problems.ts';
import type { CallRequest } from '../calls/context.ts';
import { createLocalLimiter } from '../calls/rate-limit.ts';
import type { Services } from '../services.ts';

/** Far above the use of one person's devices, far below an overload. */
const CALLS = { capacity: 1200, perSeconds: 60 };
/** Chunks are large: how many are in work at once is bounded apart from this (bounds.ts). */
const CHUNKS = { capacity: 6000, perSeconds: 60 };
/** A device has one, and opens the next when it ends: once an hour, and after each break of its connection. */
const STREAMS = { capacity: 60, perSeconds: 60 };

type Kind = 'call' | 'chunk' | 'stream';

/** Limits the requests of a client to one process. */
export interface RequestLimit {
  /** @throws Problem `request.too_often` */
  count(request: Pick<CallRequest, 'header' | 'client'>, kind: Kind): Promise<void>;
}

/**
 * Counts by session, so that people behind one address do not share a limit. Only a verified token names a session:
 * every other one counts against the client's network before it is looked at, so that inventing tokens gains nothing.
 */
export const createRequestLimit = ({ tokens, now, config }: Services): RequestLimit => {
  const limiters = {
    call: createLocalLimiter(CALLS),
    chunk: createLocalLimiter(CHUNKS),
    stream: createLocalLimiter(STREAMS),
  };
  return {
    async count(request, kind) {
      if (config.nodeEnv === 'test') return;
      const limiter = limiters[kind];
      const take = (key: string) => {
        if (!limiter.take(key, now().getTime())) throw new Problem('request.too_often', { retryAfterS: 5 });
      };
      const token = readBearer(request.header('authorization'));
      const known = token === undefined ? undefined : tokens.recall(token, now());
      if (known) return take(known.sessionId);
      const { network } = request.client;
      take(network);
      if (token === undefined) return;
      const claims = await tokens.verify(token, now()).catch((error: unknown) => {
        if (error instanceof Problem) return undefined;
        throw error;
      });
      if (!claims) return;
      limiter.giveBack(network);
      take(claims.sessionId);
    },
  };
};

/** The token of an `Authorization` header; undefined if it has none. */
export const readBearer = (header: string | undefined): string | undefined =>
  header?.startsWith('Bearer ') ? header.slice('Bearer '.length) : undefined;
