import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';

/** A holder that missed three heartbeats counts as frozen or dead. Its work must therefore be idempotent. */
const HEARTBEAT_MS = 5_000;
const MISSED_HEARTBEATS = 3;

const lastHeartbeat = async (db: AccountDatabase, name: string): Promise<number> =>
  (await db.leases.get(name))?.atMs ?? 0;

const heartbeat = (db: AccountDatabase, name: string) => db.leases.put({ name, atMs: Date.now() });

/**
 * Runs `work` while no other tab or worker runs work of that name. A frozen holder loses the lease; its signal is
 * aborted when it wakes.
 *
 * @returns False if another context holds the lease; `work` did not run.
 */
export const withLease = async (
  db: AccountDatabase,
  name: string,
  work: (lost: AbortSignal) => Promise<void>,
): Promise<boolean> => {
  const lost = new AbortController();
  if (!navigator.locks) {
    await work(lost.signal);
    return true;
  }
  const lock = lockOf(db, name);
  const run = async (held: Lock | null): Promise<boolean> => {
    if (!held) return false;
    // A device without room for a heartbeat still works: at worst another context steals the lease.
    await heartbeat(db, name).catch((error: unknown) => {
      if (!isQuotaError(error)) throw error;
    });
    const timer = setInterval(() => void heartbeat(db, name).catch(() => {}), HEARTBEAT_MS);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
    return true;
  };
  const request = async (options: LockOptions): Promise<boolean> => {
    let failure: unknown;
    const runHeld = (held: Lock | null) =>
      run(held).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    try {
      return await navigator.locks.request(lock, options, runHeld);
    } catch (error) {
      if (failure !== undefined) throw failure;
      // Stolen: this context was frozen, and another one has taken over the work.
      lost.abort(error);
      return true;
    }
  };
  if (await request({ ifAvailable: true })) return true;
  return (await isFrozen(db, name)) && request({ steal: true });
};

/** True if the last heartbeat is old and no new one follows: a new holder may not have written its first one yet. */
const isFrozen = async (db: AccountDatabase, name: string): Promise<boolean> => {
  const lastAtMs = await lastHeartbeat(db, name);
  const ageMs = Date.now() - lastAtMs;
  if (ageMs >= 0 && ageMs < HEARTBEAT_MS * MISSED_HEARTBEATS) return false;
  // A heartbeat in the future was written before the clock was set back: only one that follows now counts.
  await new Promise((resolve) => setTimeout(resolve, ageMs < 0 ? HEARTBEAT_MS * MISSED_HEARTBEATS : HEARTBEAT_MS));
  return (await lastHeartbeat(db, name)) === lastAtMs;
};

/** Whether a context that is not frozen holds the lease. False where the browser has no locks. */
export const isLeased = async (db: AccountDatabase, name: string): Promise<boolean> => {
  if (!navigator.locks) return false;
  const ageMs = Date.now() - (await lastHeartbeat(db, name));
  if (ageMs < 0 || ageMs >= HEARTBEAT_MS * MISSED_HEARTBEATS) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some((lock) => lock.name === lockOf(db, name));
};

const lockOf = (db: AccountDatabase, name: string): string => `${name}:${db.name}`;
