import { useState } from 'react';
import { savedText } from '#contract/text/watch-saved.ts';
import type { SavedSet } from '#store/database.ts';
import { readDeviceSetting } from '#store/device.ts';
import { Button } from '#ui/buttons/button.tsx';
import { DoneIcon, DownloadIcon } from '#ui/icons.ts';
import { LazyConfirmDialog, LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { useAccount } from '../data/account.ts';
import { useLive } from '../data/use-live.ts';

export interface KeepListProps {
  kind: 'playlist' | 'channel';
  id: string;
  title: string;
}

/** How many of a channel's next items can be kept. */
const COUNTS = [3, 5, 10] as const;

/** Keeps a playlist, or the next items of a channel, on this device. Source: decision 0086. */
export function KeepList({ kind, id, title }: KeepListProps) {
  const { db, userId } = useAccount();
  const [opened, setOpened] = useState<'count' | 'stop'>();
  const setId = `${kind}:${id}`;
  const set = useLive((live) => live.savedSets.get(setId).then((found) => found ?? null), [setId]);
  if (set === undefined) return null;
  const keep = async (count: number | null) => {
    setOpened(undefined);
    const { keepSet } = await import('#store/saved/sets.ts');
    const height = (await readDeviceSetting<number>('saveHeight')) ?? null;
    await keepSet(db, { id: setId, title, count, height });
    (await import('../data/saves.ts')).resumeSaves(userId);
  };
  const stop = async () => {
    setOpened(undefined);
    await (await import('#store/saved/sets.ts')).endSet(db, setId);
  };
  const start = () => (set ? setOpened('stop') : void keep(null));
  return (
    <>
      <Button
        size="m"
        variant="outline"
        icon={set ? <DoneIcon className="icon-s" /> : <DownloadIcon className="icon-s" />}
        aria-haspopup={set || kind === 'channel' ? 'dialog' : undefined}
        onClick={() => (kind === 'channel' ? setOpened('count') : start())}
      >
        {set ? savedText.kept : kind === 'playlist' ? savedText.savePlaylist : savedText.keepSome}
      </Button>
      <CountSheet
        open={opened === 'count'}
        set={set}
        onKeep={(count) => void keep(count)}
        onStop={() => setOpened('stop')}
        onClose={() => setOpened(undefined)}
      />
      <LazyConfirmDialog
        open={opened === 'stop'}
        title={savedText.keptTitle}
        description={savedText.keptBody}
        confirmLabel={savedText.stopList}
        danger
        onConfirm={() => void stop()}
        onCancel={() => setOpened(undefined)}
      />
    </>
  );
}

interface CountSheetProps {
  open: boolean;
  /** What is kept now, if anything. */
  set: SavedSet | null;
  onKeep: (count: number) => void;
  onStop: () => void;
  onClose: () => void;
}

function CountSheet({ open, set, onKeep, onStop, onClose }: CountSheetProps) {
  return (
    <LazySheet open={open} onClose={onClose} title={savedText.keepSome}>
      <div className="stack-s">
        <p className="t-2">{savedText.keepSomeHelp}</p>
        {set?.wanted === 0 && <p>{savedText.keepsNothing}</p>}
        {COUNTS.map((count) => (
          <Button
            key={count}
            block
            variant={set?.count === count ? 'tonal' : 'outline'}
            aria-pressed={set ? set.count === count : undefined}
            onClick={() => onKeep(count)}
          >
            {savedText.keepNext(count)}
          </Button>
        ))}
        {set && (
          <Button block variant="ghost" onClick={onStop}>
            {savedText.stopList}
          </Button>
        )}
      </div>
    </LazySheet>
  );
}
