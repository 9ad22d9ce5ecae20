import { useEffect, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import type { SavedMedia } from '#store/database.ts';
import { readCopy } from '#store/saved/copies.ts';
import { isPlayable } from '#store/saved/lease.ts';
import { useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';
import { isOldCopy } from './watch-rules.ts';

/** What this device can play of an item: its bytes, or that the time to watch them has ended. */
export type SavedCopy = { blob: Blob; isOld: boolean } | 'ended';

interface Opened {
  key: string;
  copy: SavedCopy | null;
}

const keyOf = ({ copyId, savedAtMs }: SavedMedia): string => `${copyId} ${savedAtMs}`;

/**
 * The copy on this device; null if there is none, undefined while it is read. It is opened once, so that what plays is
 * neither exchanged nor stopped when its lease is renewed or ends. Online, a copy of a file that was replaced since is not used.
 */
export const useSavedCopy = (detail: WatchDetail, isOnline: boolean): SavedCopy | null | undefined => {
  const { db } = useAccount();
  const row = useLive((live) => live.savedMedia.get(detail.id).then((found) => found ?? null), [detail.id]);
  const [opened, setOpened] = useState<Opened>();
  const key = row ? keyOf(row) : row;
  const isOpen = opened?.key === key && opened?.copy !== 'ended';
  useEffect(() => {
    if (!row || isOpen) return;
    let isGone = false;
    const open = async (): Promise<Opened['copy']> => {
      if (!isPlayable(row)) return 'ended';
      const blob = await readCopy(db, row);
      return blob ? { blob, isOld: isOldCopy(row, detail) } : null;
    };
    open().then(
      (copy) => {
        if (!isGone)
          setOpened((before) => (copy === 'ended' && before?.copy === 'ended' ? before : { key: keyOf(row), copy }));
      },
      () => isGone || setOpened({ key: keyOf(row), copy: null }),
    );
    return () => {
      isGone = true;
    };
  }, [db, row, isOpen, detail]);
  if (row === undefined) return undefined;
  if (row === null) return null;
  if (!opened || opened.key !== key) return undefined;
  const { copy } = opened;
  return copy !== null && copy !== 'ended' && isOnline && copy.isOld ? null : copy;
};
