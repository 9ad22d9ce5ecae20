import type { AccountDatabase } from '../database.ts';
import { isQuotaError } from '../door.ts';

/** A holder that has not shown itself for three beats is frozen or gone: its work is safe to run twice. */
const BEAT_MS = 5_000;
const MISSED_BEATS = 3;

const lastBeat = async (db: AccountDatabase, name: string): Promise<number> => (await db.leases.get(name))?.atMs ?? 0;

const beat = (db: AccountDatabase, name: string) => db.leases.put({ name, atMs: Date.now() });

/**
 * Runs `work` while no other tab or worker runs work of that name; a frozen holder loses its turn, and its signal is
 * aborted when it wakes.
 *
 * @returns False if somebody else is at it.
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
  const lock = `${name}:${db.name}`;
  const run = async (held: Lock | null): Promise<boolean> => {
    if (!held) return false;
    // A device without room for a beat still works: at worst somebody else takes the turn.
    await beat(db, name).catch((error: unknown) => {
      if (!isQuotaError(error)) throw error;
    });
    const timer = setInterval(() => void beat(db, name).catch(() => {}), BEAT_MS);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
    return true;
  };
  const request = async (options: LockOptions): Promise<boolean> => {
    let failure: unknown;
    const remember = (held: Lock | null) =>
      run(held).catch((error: unknown) => {
        failure = error;
        throw error;
      });
    try {
      return await navigator.locks.request(lock, options, remember);
    } catch (error) {
      if (failure !== undefined) throw failure;
      // Stolen: this context was frozen, somebody else has gone on with the work.
      lost.abort(error);
      return true;
    }
  };
  if (await request({ ifAvailable: true })) return true;
  return (await isFrozen(db, name)) && request({ steal: true });
};

/** The last beat is old and stays so: a holder that has just begun may not have shown itself yet. */
const isFrozen = async (db: AccountDatabase, name: string): Promise<boolean> => {
  const before = await lastBeat(db, name);
  const ageMs = Date.now() - before;
  if (ageMs >= 0 && ageMs < BEAT_MS * MISSED_BEATS) return false;
  // A beat of the future was made before the clock was set back: then only what is seen from here on counts.
  await new Promise((resolve) => setTimeout(resolve, ageMs < 0 ? BEAT_MS * MISSED_BEATS : BEAT_MS));
  return (await lastBeat(db, name)) === before;
};
