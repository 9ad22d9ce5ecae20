import type { AccountDatabase } from '../database.ts';

/** A holder that has not shown itself for three beats is frozen or gone: its work is safe to run twice. */
const BEAT_MS = 5_000;
const MISSED_BEATS = 3;

const lastBeat = async (db: AccountDatabase, name: string): Promise<number> => (await db.leases.get(name))?.atMs ?? 0;

const beat = (db: AccountDatabase, name: string) => db.leases.put({ name, atMs: Date.now() });

/**
 * Runs `work` while no other tab or worker runs work of that name; a frozen holder loses its turn.
 *
 * @returns False if somebody else is at it.
 */
export const withLease = async (db: AccountDatabase, name: string, work: (signal: AbortSignal) => Promise<void>): Promise<boolean> => {
  const lock = `${name}:${db.name}`;
  if (!navigator.locks) {
    await work(new AbortController().signal);
    return true;
  }
  const run = async (held: Lock | null): Promise<boolean> => {
    if (!held) return false;
    const lost = new AbortController();
    await beat(db, name);
    const timer = setInterval(() => void beat(db, name).catch(() => {}), BEAT_MS);
    try {
      await work(lost.signal);
    } finally {
      clearInterval(timer);
    }
    return true;
  };
  const taken = await navigator.locks.request(lock, { ifAvailable: true }, run);
  if (taken) return true;
  const silentMs = Date.now() - (await lastBeat(db, name));
  if (silentMs < BEAT_MS * MISSED_BEATS) return false;
  return navigator.locks.request(lock, { steal: true }, run).catch(() => false);
};
