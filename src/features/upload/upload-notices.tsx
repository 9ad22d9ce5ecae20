import { useEffect, useRef, useState } from 'react';
import { useRouter, type AnyRouter } from '@tanstack/react-router';
import { organizationScope, type Scope } from '#contract/ids.ts';
import type { Me } from '#contract/rows.ts';
import { uploadText } from '#contract/text/upload.ts';
import type { AccountDatabase } from '#store/database.ts';
import { copyNameOf, waitsForRoom, type StoredUploadJob } from '#store/uploads/job.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { scopeOf, useMe, useScope } from '#app/data/me.ts';
import type { NoRoomDialogProps } from '#app/device/no-room-dialog.tsx';
import { goTo } from '#app/navigation/go.ts';
import { useUploadJobs } from '#app/data/upload-jobs.ts';

/** Durations of the notices, ms. Source: UPL-041, UPL-052. */
const FAILED_MS = 4_000;
const COPY_NOTICE_MS = 7_000;
const READY_MS = 7_000;

const NoRoomDialog = lazyOverlay<NoRoomDialogProps>(
  async () => (await import('#app/device/no-room-dialog.tsx')).NoRoomDialog,
);

/**
 * Shows a notice on every page when an upload fails, with a link to the Library, and when one ends, with the next step.
 * Source: UPL-024, UPL-051.
 *
 * @param props.first The jobs as the page opened: what had happened to them was announced before.
 */
export function UploadNotices({ first }: { first: readonly StoredUploadJob[] }) {
  const router = useRouter();
  const jobs = useUploadJobs();
  const me = useMe();
  const failed = useRef(new Set(failedOf(first).map(({ id }) => id)));
  const copies = useRef(new Set(first.map(copyNameOf)));
  /** Those that were announced as waiting for room: each try again would announce them once more. */
  const waiting = useRef(new Set(first.filter(waitsForRoom).map(({ id }) => id)));
  /** Whose storage is full. */
  const [full, setFull] = useState<Scope>();
  const [isOutOfRoom, setOutOfRoom] = useState(false);
  useReadyNotice(jobs);

  useEffect(() => {
    if (!jobs || !me) return;
    const fresh = failedOf(jobs).filter(({ id }) => !failed.current.has(id));
    failed.current = new Set(failedOf(jobs).map(({ id }) => id));
    for (const job of jobs) {
      const copy = copyNameOf(job);
      if (copy && !copies.current.has(copy))
        showToast({ text: uploadText.storedAsCopy(job.name, copy), durationMs: COPY_NOTICE_MS });
    }
    copies.current = new Set(jobs.map(copyNameOf));
    const isInLibrary = router.history.location.pathname.startsWith('/library');
    // In its own Library the card says it, and a dialog would cover the cards.
    const isShown = ({ scope }: StoredUploadJob) => isInLibrary && scope === scopeOf(me);
    const withoutRoom = jobs.find((job) => waitsForRoom(job) && !waiting.current.has(job.id) && !isShown(job));
    for (const job of jobs) if (waitsForRoom(job)) waiting.current.add(job.id);
    // Another device has filled the storage since this one checked it.
    if (withoutRoom) {
      setFull(withoutRoom.scope);
      return setOutOfRoom(true);
    }
    tellFailed(
      fresh.filter((job) => !isShown(job)),
      me,
      router,
    );
  }, [jobs, me, router]);
  return <NoRoomDialog areFilesKept of={full} open={isOutOfRoom} onClose={() => setOutOfRoom(false)} />;
}

const failedOf = (jobs: readonly StoredUploadJob[]): StoredUploadJob[] =>
  jobs.filter(({ state }) => state === 'failed');

/** One notice for each Library: its words say whose that is if another role works on it, and its button leads there. */
const tellFailed = (failed: readonly StoredUploadJob[], me: Me, router: AnyRouter): void => {
  for (const scope of new Set(failed.map((job) => job.scope))) {
    const club = me.organizations.find(({ id }) => organizationScope(id) === scope);
    const elsewhere = club ? uploadText.failedIn(club.name) : uploadText.failedInOwn;
    showToast({
      text: me.lastLoginedRole !== 'learner' && scope === scopeOf(me) ? uploadText.failed : elsewhere,
      kind: 'failure',
      durationMs: FAILED_MS,
      action: { label: uploadText.goToLibrary, onAction: () => void goTo(router, `/library?of=${scope}`) },
    });
  }
};

/** Offers to publish a file whose upload has just ended, unless that is planned already. */
function useReadyNotice(jobs: readonly StoredUploadJob[] | undefined): void {
  const router = useRouter();
  const { db } = useAccount();
  const scope = useScope();
  const running = useRef<readonly StoredUploadJob[]>([]);
  useEffect(() => {
    if (!jobs) return;
    const unfinished = jobs.filter(({ state }) => state !== 'done' && state !== 'cancelled');
    const ids = new Set(unfinished.map(({ id }) => id));
    // Not those of another role: the next step of the notice is one of the role that is in use. Source: decision 0050.
    const ended = running.current.filter((job) => job.scope === scope && !ids.has(job.id));
    running.current = unfinished;
    for (const { id } of ended) void offerToPublish(db, id, router);
  }, [jobs, scope, db, router]);
}

const offerToPublish = async (db: AccountDatabase, contentId: string, router: AnyRouter): Promise<void> => {
  // A person who is publishing stays there: the Library shows the file later.
  if (router.history.location.pathname.startsWith('/publish-content')) return;
  const content = await db.contents.get(contentId);
  // A cancelled upload left none; a failed one says so on its tile.
  if (!content || content.isPublished || content.encodingStatus < 0 || content.reviewStatus === 'rejected') return;
  showToast({
    text: uploadText.ready(content.title),
    kind: 'success',
    durationMs: READY_MS,
    isBackground: true,
    action: { label: uploadText.addToChannel, onAction: () => void goTo(router, `/publish-content/${contentId}`) },
  });
};
