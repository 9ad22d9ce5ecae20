import { useLive } from './use-live.ts';

/** Ids of the publications saved for watching offline. */
export const useSavedIds = (): ReadonlySet<string> => {
  const keys = useLive((db) => db.savedMedia.toCollection().primaryKeys(), []);
  return new Set(keys);
};
