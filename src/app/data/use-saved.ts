import { useSyncExternalStore } from 'react';
import type { AccountDatabase, SavedMedia } from '#store/database.ts';
import { isPlayable } from '#store/saved/lease.ts';
import { useAccount } from './account.ts';
import { SharedRead } from './shared-read.ts';
import { useLive } from './use-live.ts';

/** Ids of the items that can be opened from this device now: whole copies whose lease has not ended. */
export const useSavedIds = (): ReadonlySet<string> => {
  const rows = useLive((db) => db.savedMedia.filter((row: SavedMedia) => isPlayable(row)).primaryKeys(), []);
  return new Set(rows);
};

type Percents = ReadonlyMap<string, number>;

let saving: undefined | { db: AccountDatabase; read: SharedRead<Percents> };

const savingOf = (db: AccountDatabase): SharedRead<Percents> => {
  if (saving?.db !== db)
    saving = {
      db,
      read: new SharedRead<Percents>(async () => {
        const jobs = await db.saveJobs.toArray();
        return new Map(jobs.map(({ id, received, bytes }) => [id, bytes ? Math.floor((received / bytes) * 100) : 0]));
      }),
    };
  return saving.read;
};

/** Whole percent of an item that is being saved; undefined for others. One read serves all tiles. */
export const useSavingPercent = (id: string): number | undefined => {
  const read = savingOf(useAccount().db);
  return useSyncExternalStore(read.subscribe, () => read.value?.get(id));
};
