import { useId, useState } from 'react';
import type { WatchDetail } from '#contract/channels.ts';
import { commonText } from '#contract/text/common.ts';
import { watchText } from '#contract/text/watch.ts';
import { wordsHere } from '#store/background.ts';
import type { SaveJob } from '#store/database.ts';
import { readDeviceSetting } from '#store/device.ts';
import { percentOf, retrySaves } from '#store/saved/jobs.ts';
import { isPlayable, leaseEndMs } from '#store/saved/lease.ts';
import { removeSaved } from '#store/saved/sets.ts';
import { isHeldForWifi } from '#store/uploads/wifi-only.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Chip } from '#ui/buttons/chip.tsx';
import { DoneIcon, DownloadIcon } from '#ui/icons.ts';
import { LazyConfirmDialog, LazySheet } from '#ui/overlays/lazy-overlays.tsx';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { saveItems } from '#app/data/saves.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useLive } from '#app/data/use-live.ts';
import { formatBytes, formatDate } from '#app/format/format.ts';
import { isOldCopy } from './watch-rules.ts';

const SizeSheet = lazyOverlay(async () => (await import('./size-sheet.tsx')).SizeSheet);

/** The list of all that is saved. */
const SAVED_LIST = '/help-support/sync-storage#saved';

/** Saves the item on this device for watching offline, and shows how far that is and until when it is good. Source: D-358. */
export function SavePart({ detail }: { detail: WatchDetail }) {
  const { id } = detail;
  const found = useLive(
    async (db) => ({ copy: (await db.savedMedia.get(id)) ?? null, job: (await db.saveJobs.get(id)) ?? null }),
    [id],
  );
  if (!found) return null;
  const { copy, job } = found;
  if (job) return <Saving job={job} />;
  const isOld = copy !== null && isOldCopy(copy, detail);
  if (!copy || isOld) return <NotSaved detail={detail} isOld={isOld} />;
  const until = copy.lease && new Date(leaseEndMs(copy.lease)).toISOString();
  return <Saved id={id} until={until} isOver={!isPlayable(copy)} />;
}

function NotSaved({ detail, isOld }: { detail: WatchDetail; isOld: boolean }) {
  const { db, userId } = useAccount();
  const isOnline = useOnline();
  const [choosesSize, setChoosesSize] = useState(false);
  const waitId = useId();
  const height = useLive(async () => (await readDeviceSetting<number>('saveHeight')) ?? null, []);
  const save = (wanted: number | null) =>
    void saveItems(db, userId, [{ id: detail.id, title: detail.title, height: wanted }]);
  return (
    <>
      <span className="watch__save">
        <Chip
          icon={<DownloadIcon />}
          disabled={!isOnline || height === undefined}
          aria-describedby={isOnline ? undefined : waitId}
          onClick={() => save(height ?? null)}
        >
          {isOld ? watchText.saveNew : watchText.saveOffline}
        </Chip>
        {!isOnline && <small id={waitId}>{commonText.needsConnection}</small>}
      </span>
      {detail.type === 'video' && isOnline && (
        <Chip opens="dialog" onClick={() => setChoosesSize(true)}>
          {watchText.sizeChip(height ?? null)}
        </Chip>
      )}
      <SizeSheet
        open={choosesSize}
        detail={detail}
        chosen={height ?? null}
        onClose={() => setChoosesSize(false)}
        onSave={(wanted: number | null) => {
          setChoosesSize(false);
          save(wanted);
        }}
      />
    </>
  );
}

const problemWords = ({ problem, missingBytes }: SaveJob): string | undefined => {
  if (problem === 'no_access') return watchText.saveNoAccess;
  if (problem === 'gone') return watchText.saveGone;
  if (problem === null) return undefined;
  return missingBytes === undefined ? watchText.noRoom : watchText.noRoomFor(formatBytes(missingBytes));
};

/** How far saving is; a tap opens what can be done about it. */
function Saving({ job }: { job: SaveJob }) {
  const { db } = useAccount();
  const isOnline = useOnline();
  const [isOpen, setOpen] = useState(false);
  const isHeld = useLive(() => isHeldForWifi(job), [job]) ?? false;
  const problem = problemWords(job);
  const percent = percentOf(job);
  const words = isHeld ? watchText.savingWifi : (isOnline ? watchText.saving : watchText.savingWaits)(percent);
  const end = (work: Promise<unknown>) => {
    setOpen(false);
    void work;
  };
  return (
    <>
      <span className="watch__save">
        <Chip icon={<DownloadIcon />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {problem === undefined ? words : watchText.notSavedYet}
        </Chip>
        {problem && <small role="status">{problem}</small>}
      </span>
      <LazySheet
        open={isOpen}
        onClose={() => setOpen(false)}
        title={problem === undefined ? watchText.savingTitle : watchText.notSavedYet}
        description={problem ?? wordsHere(watchText.savingBody)}
      >
        <div className="stack-s">
          {problem !== undefined && (
            <Button block onClick={() => end(retrySaves(db, [job.id]))}>
              {watchText.tryAgain}
            </Button>
          )}
          {isHeld && (
            <Button block onClick={() => end(retrySaves(db, [job.id], { anyNetwork: true }))}>
              {watchText.saveAnyway}
            </Button>
          )}
          {job.problem === 'no_room' && (
            <Button block variant="outline" href={SAVED_LIST}>
              {watchText.makeRoom}
            </Button>
          )}
          <Button block variant="outline" onClick={() => end(removeSaved(db, job.id))}>
            {watchText.stopSaving}
          </Button>
        </div>
      </LazySheet>
    </>
  );
}

interface SavedProps {
  id: string;
  /** ISO time; undefined for a copy without an end. */
  until: string | undefined;
  isOver: boolean;
}

function Saved({ id, until, isOver }: SavedProps) {
  const { db } = useAccount();
  const [asks, setAsks] = useState(false);
  const remove = async () => {
    await removeSaved(db, id);
    setAsks(false);
    showToast({ text: watchText.removedToast });
  };
  const words = until === undefined ? undefined : isOver ? watchText.untilOver : watchText.until(formatDate(until));
  return (
    <>
      <span className="watch__save">
        <Chip icon={<DoneIcon />} aria-haspopup="dialog" onClick={() => setAsks(true)}>
          {watchText.savedOffline}
        </Chip>
        {words && <small>{isOver ? words : watchText.untilShort(formatDate(until!))}</small>}
      </span>
      <LazyConfirmDialog
        open={asks}
        title={watchText.removeSavedTitle}
        description={
          <>
            {words} <a href={SAVED_LIST}>{watchText.allSaved}</a>
          </>
        }
        confirmLabel={watchText.removeSaved}
        danger
        onConfirm={() => void remove()}
        onCancel={() => setAsks(false)}
      />
    </>
  );
}
