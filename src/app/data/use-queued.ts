import type { OutboxEntry } from '#store/database.ts';
import { useOnline } from '../device/traffic.ts';
import { useLive } from './use-live.ts';

/** Inputs that name a row without changing what is shown of it. */
const ONLY_NAMED: Readonly<Record<string, readonly string[]>> = {
  'library.moveContents': ['folderId'],
  'library.moveAll': ['destinationFolderId'],
  'publications.publish': ['channelId', 'playlistId', 'tagProfileId'],
  'playlists.create': ['channelId'],
};

/** Ids of the rows that an entry changes. */
export const changedRows = (entry: Pick<OutboxEntry, 'call' | 'keys' | 'input'>): string[] => {
  const named = new Set((ONLY_NAMED[entry.call] ?? []).map((field) => entry.input[field]));
  return entry.keys.filter((key) => !named.has(key));
};

/** True once sending it has to wait: an entry on its way right now is nobody's concern. */
const isHeldUp = (entry: OutboxEntry, isOnline: boolean): boolean =>
  entry.state === 'waiting' && (!isOnline || entry.nextAttemptAtMs > 0);

/** The last unsent change of each row, by the row's id; for the amber badge on it. Source: design §6. */
export const useQueued = (): ReadonlyMap<string, OutboxEntry> => {
  const isOnline = useOnline();
  const waiting = useLive((db) => db.outbox.where('state').equals('waiting').sortBy('order'), []) ?? [];
  const byRow = new Map<string, OutboxEntry>();
  for (const entry of waiting) {
    if (isHeldUp(entry, isOnline)) for (const id of changedRows(entry)) byRow.set(id, entry);
  }
  return byRow;
};
