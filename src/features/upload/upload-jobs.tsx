import { useRef, useState } from 'react';
import { uploadTrayText } from '#contract/text/library.ts';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { showToast } from '#ui/toast.ts';
import { UploadTile } from '#ui/upload-tile.tsx';
import { UploadTray } from '#ui/upload-tray.tsx';
import { formatBytes } from '#app/format/format.ts';
import { tileLookOf } from './tile-state.ts';

const loadEngine = () => import('#workers/upload.ts');

/** Tiles of the running uploads; loaded with the first of them. Source: UPL-003, UPL-004; design §6. */
export function UploadJobs({ jobs }: { jobs: readonly StoredUploadJob[] }) {
  const [isFolded, setFolded] = useState(false);
  const needYou = jobs.filter((job) => tileLookOf(job).needsYou).length;
  return (
    <UploadTray
      count={jobs.length}
      needYou={needYou}
      folded={isFolded}
      onFoldedChange={setFolded}
      help={uploadTrayText.keptHelp}
    >
      <UploadTiles jobs={jobs} />
    </UploadTray>
  );
}

function UploadTiles({ jobs }: { jobs: readonly StoredUploadJob[] }) {
  const [cancelling, setCancelling] = useState<StoredUploadJob>();
  const fileInput = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string>();

  const cancel = async (job: StoredUploadJob) => {
    setCancelling(undefined);
    await (await loadEngine()).cancelUpload(job.id);
  };
  const retry = async (job: StoredUploadJob) => {
    if (job.keptIn !== 'nowhere') return (await loadEngine()).retryUpload(job.id);
    setWanted(job.id);
    fileInput.current?.click();
  };
  const giveAgain = async (file: File | undefined) => {
    if (!file || !wanted) return;
    const problem = await (await loadEngine()).chooseAgain(wanted, file);
    if (problem) showToast({ text: problem, kind: 'failure' });
  };
  return (
    <>
      {jobs.map((job) => (
        // After the Uploading step the server has the file: cancelling deletes it and needs a confirmation.
        <JobTile
          key={job.id}
          job={job}
          onRetry={() => void retry(job)}
          onCancel={() => (job.step === 'Uploading' ? void cancel(job) : setCancelling(job))}
        />
      ))}
      <li hidden>
        <input
          ref={fileInput}
          type="file"
          aria-label={uploadTrayText.chooseAgain}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            currentTarget.value = '';
            void giveAgain(file);
          }}
        />
        <LazyConfirmDialog
          open={cancelling !== undefined}
          danger
          title={uploadTrayText.cancelTitle(cancelling?.name ?? '')}
          description={uploadTrayText.cancelBody}
          confirmLabel={uploadTrayText.cancel}
          cancelLabel={uploadTrayText.keep}
          onConfirm={() => {
            if (cancelling) void cancel(cancelling);
          }}
          onCancel={() => setCancelling(undefined)}
        />
      </li>
    </>
  );
}

function JobTile({ job, onRetry, onCancel }: { job: StoredUploadJob; onRetry: () => void; onCancel: () => void }) {
  const { state, percent, message } = tileLookOf(job);
  const size =
    job.type === 'text' || percent === undefined
      ? undefined
      : uploadTrayText.amount(formatBytes(job.committedBytes), formatBytes(job.size));
  return (
    <UploadTile
      name={job.name}
      kind={job.type}
      state={state}
      percent={percent}
      size={size}
      message={message}
      onRetry={onRetry}
      onCancel={onCancel}
    />
  );
}
