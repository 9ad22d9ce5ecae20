// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Suspense, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { useLive } from '#app/data/use-live.ts';
import { useUnfinishedUploads } from '#app/data/upload-jobs.ts';
import { UploadTips } from './upload-tips.tsx';
import './uploads.css';
import { lazyPart } from '#ui/states/lazy-part.tsx';

const KeptRecordings = lazyPart(async () => (await import('./kept-recordings.tsx')).KeptRecordings);
const UploadJobs = lazyPart(async () => (await import('./upload-jobs.tsx')).UploadJobs);

/** How many uploads are unfinished. */
export const useUploadCount = (): number => useUnfinishedUploads().length;

export interface UploadsProps {
  /** Only uploads into this folder. */
  folderId?: string | undefined;
  tips?: boolean | undefined;
  /** The menu of the content that an upload has become. */
  menuOf?: ((content: LibraryContent) => ReactNode) | undefined;
}

/** The tips and the running uploads, above the grid. Source: UPL-003, UPL-004; design §6. */
export function Uploads({ folderId, tips = true, menuOf }: UploadsProps) {
  const jobs = useUnfinishedUploads(folderId);
  const recordings = useLive((db) => db.recordings.count(), []);
  return (
    <div className="uploads">
      {!!recordings && (
        <Suspense fallback={null}>
          <KeptRecordings />
        </Suspense>
      )}
      {tips && <UploadTips />}
      {jobs.length > 0 && (
        <Suspense fallback={null}>
          <UploadJobs jobs={jobs} menuOf={menuOf} />
        </Suspense>
      )}
    </div>
  );
}
