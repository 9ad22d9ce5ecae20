// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Suspense } from 'react';
import type { StoredUploadJob } from '#store/uploads/job.ts';
import { useScope } from '#app/data/me.ts';
import { useUploadJobs } from '#app/data/upload-jobs.ts';
import { UploadTips } from './upload-tips.tsx';
import './uploads.css';
import { lazyPart } from '#ui/lazy-part.tsx';

const UploadJobs = lazyPart(async () => (await import('./upload-jobs.tsx')).UploadJobs);

/** Unfinished uploads, oldest first: of the scope, or of one folder. */
const useUnfinished = (folderId: string | undefined): StoredUploadJob[] => {
  const scope = useScope();
  const jobs = useUploadJobs() ?? [];
  return jobs.filter(
    (job) =>
      job.scope === scope &&
      job.state !== 'done' &&
      job.state !== 'cancelled' &&
      (folderId === undefined || job.folderId === folderId),
  );
};

/** How many uploads are unfinished. */
export const useUploadCount = (): number => useUnfinished(undefined).length;

export interface UploadsProps {
  /** Only uploads into this folder. */
  folderId?: string | undefined;
  tips?: boolean | undefined;
}

/** The tips and the running uploads, above the grid. Source: UPL-003, UPL-004; design §6. */
export function Uploads({ folderId, tips = true }: UploadsProps) {
  const jobs = useUnfinished(folderId);
  return (
    <div className="uploads">
      {tips && <UploadTips />}
      {jobs.length > 0 && (
        <Suspense fallback={null}>
          <UploadJobs jobs={jobs} />
        </Suspense>
      )}
    </div>
  );
}
