import { useRef, useState } from 'react';
import { uploadTipText } from '#contract/text/library.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { showToast } from '#ui/toast.ts';
import { UploadTile } from '#ui/upload-tile.tsx';
import { UploadTray } from '#ui/upload-tray.tsx';
import { useScope } from '../../app/me.ts';
import { formatBytes } from '../../app/format.ts';
import { useLive } from '../../app/use-live.ts';
import { tileLookOf } from './tile-state.ts';
import { UploadTips } from './upload-tips.tsx';
import './uploads.css';

const loadEngine = () => import('#workers/upload.ts');

/** Unfinished uploads, oldest first: of the scope, or of one folder. */
const useJobs = (folderId: string | null | undefined): StoredUploadJob[] | undefined => {
  const scope = useScope();
  return useLive(async (db) => {
    const jobs = await db.uploadJobs.where('scope').equals(scope).sortBy('startedAtMs');
    return jobs.filter((job) => job.state !== 'done' && job.state !== 'cancelled' && (folderId === undefined || job.folderId === folderId));
  }, [scope, folderId]);
};

/** How many uploads are unfinished. */
export const useUploadCount = (): number => useJobs(undefined)?.length ?? 0;

export interface UploadsProps {
  /** Only uploads into this folder. */
  folderId?: string | undefined;
  tips?: boolean | undefined;
}

/** Tips and the running uploads, above the grid. Source: creator-content §4; design §6. */
export function Uploads({ folderId, tips = true }: UploadsProps) {
  const jobs = useJobs(folderId) ?? [];
  const [isFolded, setFolded] = useState(false);
  const needYou = jobs.filter((job) => tileLookOf(job).needsYou).length;
  return (
    <div className="uploads">
      {tips && <UploadTips />}
      {jobs.length > 0 && (
        <UploadTray count={jobs.length} needYou={needYou} folded={isFolded} onFoldedChange={setFolded} help={uploadTipText.keptHelp}>
          <UploadTiles jobs={jobs} />
        </UploadTray>
      )}
    </div>
  );
}

function UploadTiles({ jobs }: { jobs: readonly StoredUploadJob[] }) {
  const [cancelling, setCancelling] = useState<StoredUploadJob>();
  const again = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string>();

  const cancel = async (job: StoredUploadJob) => {
    setCancelling(undefined);
    await (await loadEngine()).cancelUpload(job.id);
  };
  const retry = async (job: StoredUploadJob) => {
    if (job.keptIn !== 'nowhere') return (await loadEngine()).retryUpload(job.id);
    setWanted(job.id);
    again.current?.click();
  };
  const giveAgain = async (file: File | undefined) => {
    if (!file || !wanted) return;
    const problem = await (await loadEngine()).chooseAgain(wanted, file);
    if (problem) showToast({ text: problem, kind: 'failure' });
  };
  return (
    <>
      {jobs.map((job) => (
        // After the Uploading step the server has the file: cancelling deletes it, so it is asked first.
        <JobTile key={job.id} job={job} onRetry={() => void retry(job)} onCancel={() => (job.step === 'Uploading' ? void cancel(job) : setCancelling(job))} />
      ))}
      <li hidden>
        <input
          ref={again} type="file" aria-label={uploadTipText.chooseAgain}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            void giveAgain(file);
          }}
        />
        <LazyConfirmDialog
          open={cancelling !== undefined} danger title={uploadTipText.cancelTitle(cancelling?.name ?? '')} description={uploadTipText.cancelBody}
          confirmLabel={uploadTipText.cancel} cancelLabel={uploadTipText.keep}
          onConfirm={() => { if (cancelling) void cancel(cancelling); }} onCancel={() => setCancelling(undefined)}
        />
      </li>
    </>
  );
}

function JobTile({ job, onRetry, onCancel }: { job: StoredUploadJob; onRetry: () => void; onCancel: () => void }) {
  const { state, percent, message } = tileLookOf(job);
  const size = job.type === 'text' || percent === undefined ? undefined : uploadTipText.amount(formatBytes(job.committedBytes), formatBytes(job.size));
  return <UploadTile name={job.name} kind={job.type} state={state} percent={percent} size={size} message={message} onRetry={onRetry} onCancel={onCancel} />;
}
