import { useEffect, useRef, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { watchText } from '#contract/text/watch.ts';
import { Chip } from '#ui/chip.tsx';
import { DoneIcon, DownloadIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { showToast } from '#ui/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useLive } from '#app/data/use-live.ts';
import { NoRoomError, saveOffline } from './save-offline.ts';

/** Saves the item on this device for watching offline, and shows that it is saved. Source: D-358. */
export function SavePart({ detail }: { detail: WatchDetail }) {
  const { db } = useAccount();
  const isOnline = useOnline();
  const isSaved = useLive((live) => live.savedMedia.where('id').equals(detail.id).count(), [detail.id]) === 1;
  const [percent, setPercent] = useState<number>();
  const [asks, setAsks] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);

  const save = async () => {
    running.current = new AbortController();
    setPercent(0);
    try {
      await saveOffline(db, detail, setPercent, running.current.signal);
      showToast({ text: watchText.savedToast, kind: 'success' });
    } catch (error) {
      if (!running.current.signal.aborted)
        showToast({ text: error instanceof NoRoomError ? watchText.noRoom : watchText.saveFailed, kind: 'failure' });
    } finally {
      setPercent(undefined);
    }
  };
  const remove = async () => {
    await db.savedMedia.delete(detail.id);
    setAsks(false);
    showToast({ text: watchText.removedToast });
  };
  return (
    <>
      {isSaved ? (
        <Chip icon={<DoneIcon />} aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {watchText.savedOffline}
        </Chip>
      ) : (
        <Chip icon={<DownloadIcon />} disabled={!isOnline || percent !== undefined} onClick={() => void save()}>
          {percent === undefined ? watchText.saveOffline : watchText.saving(percent)}
        </Chip>
      )}
      <LazyConfirmDialog
        open={asks}
        title={watchText.removeSavedTitle}
        confirmLabel={watchText.removeSaved}
        danger
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      />
    </>
  );
}
