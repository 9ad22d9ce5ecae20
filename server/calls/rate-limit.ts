import { sql } from 'kysely';
import { Problem, type ProblemCode } from '#contract/problems.ts';
import type { Db } from '../db/database.ts';

export interface Bucket {
  /** Tokens of a full bucket: tries at the same time. */
  capacity: number;
  /** Time in which an empty bucket fills again, seconds. */
  perSeconds: number;
  /** The wait that a refusal names, minutes; by default the time in which the bucket fills. */
  waitMinutes?: number;
}

/**
 * Takes a token from a bucket kept in the database, shared by all processes. Runs outside the call's transaction, so
 * that a refused call costs its token too.
 *
 * @throws Problem `code` when the bucket is empty; details carry `retryAfterS`.
 */
export const takeToken = async (
  db: Db,
  key: string,
  { capacity, perSeconds, waitMinutes = Math.ceil(perSeconds / 60) }: Bucket,
  code: ProblemCode = 'request.too_often',
): Promise<void> => {
  const rate = capacity / perSeconds;
  const filled = sql`least(${capacity}::float8, rate_limits.tokens + greatest(0, extract(epoch from now() - rate_limits.refilled_at))::float8 * ${rate}::float8)`;
  const taken = await sql`insert into rate_limits (key, tokens) values (${key}, ${capacity - 1})
    on conflict (key) do update set tokens = ${filled} - 1, refilled_at = now() where ${filled} >= 1 returning tokens`.execute(
    db,
  );
  if (taken.rows.length === 0)
    throw new Problem(code, { retryAfterS: Math.ceil(perSeconds / capacity), minutes: waitMinutes });
};

/** Gives a token back for a try that does not count. */
export const returnToken = async (db: Db, key: string, { capacity }: Bucket): Promise<void> => {
  await sql`update rate_limits set tokens = least(${capacity}::float8, tokens + 1) where key = ${key}`.execute(db);
};

/** Buckets that a process keeps; beyond that the one that was not used for the longest time is dropped. */
const LOCAL_BUCKETS_MAX = 50_000;

/** A limit in the memory of one process. */
export interface LocalLimiter {
  /** Takes a token. @returns False if there is none. */
  take(key: string, nowMs: number): boolean;
  /** Gives a token back for a try that does not count. */
  giveBack(key: string): void;
}

/** For limits whose loss at a restart costs little. @param bucketsMax Buckets in memory. */
export const createLocalLimiter = (
  { capacity, perSeconds }: Bucket,
  bucketsMax: number = LOCAL_BUCKETS_MAX,
): LocalLimiter => {
  // In the order of their last use: a Map keeps the order of insertion.
  const buckets = new Map<string, { tokens: number; atMs: number }>();
  return {
    take(key, nowMs) {
      const bucket = buckets.get(key) ?? { tokens: capacity, atMs: nowMs };
      bucket.tokens = Math.min(
        capacity,
        bucket.tokens + (Math.max(0, nowMs - bucket.atMs) / 1000) * (capacity / perSeconds),
      );
      bucket.atMs = nowMs;
      buckets.delete(key);
      buckets.set(key, bucket);
      if (buckets.size > bucketsMax) buckets.delete(buckets.keys().next().value!);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket) bucket.tokens = Math.min(capacity, bucket.tokens + 1);
    },
  };
};
