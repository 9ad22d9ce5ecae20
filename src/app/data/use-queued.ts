import type { OutboxEntry } from '#store/database.ts';
import { useOnline } from '../device/traffic.ts';
import { useLive } from './use-live.ts';

/** Whether an entry waits for the network or a retry; an entry that is about to be sent needs no badge. */
const isDelayed = (entry: OutboxEntry, isOnline: boolean): boolean =>
  entry.state === 'waiting' && (!isOnline || entry.nextAttemptAtMs > 0);

/** The last unsent change of each row, by the row's id; for the amber badge on it. Source: design §6. */
export const useQueued = (): ReadonlyMap<string, OutboxEntry> => {
  const isOnline = useOnline();
  const waiting = useLive((db) => db.outbox.where('state').equals('waiting').sortBy('order'), []) ?? [];
  const byRow = new Map<string, OutboxEntry>();
  for (const entry of waiting) {
    if (isDelayed(entry, isOnline)) for (const id of entry.changed ?? entry.keys) byRow.set(id, entry);
  }
  return byRow;
};
