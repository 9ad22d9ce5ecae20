import type { WatchDetail } from '#contract/channels.ts';
import { useAccount } from '#app/data/account.ts';
import { saveItems } from '#app/data/saves.ts';
import { savesData } from '#ui/player/saves-data.ts';

/** Opened documents up to this size are kept, bytes; larger ones when the person saves them. */
const KEPT_BYTES_MAX = 20_000_000;

/**
 * Returns what keeps a document on this device once the person opened all of its pages, so that it can be read again offline.
 * Not where the device saves data. One that a list keeps makes room for the next of it. Source: D-358.
 *
 * @param isNew The document is not on this device, and can be fetched.
 */
export const useKeepOpened = ({ id, title, type, progressiveSize }: WatchDetail, isNew: boolean): (() => void) => {
  const { db, userId } = useAccount();
  return () => {
    if (type === 'text' && !isNew) void import('#store/saved/sets.ts').then(({ noteRead }) => noteRead(db, id));
    if (type !== 'text' || !isNew || savesData() || (progressiveSize ?? Infinity) > KEPT_BYTES_MAX) return;
    void saveItems(db, userId, [{ id, title, height: null, isOpened: true }]);
  };
};
