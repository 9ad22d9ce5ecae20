// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { lazy, Suspense, useState } from 'react';
import { useMaybeAccount } from '#app/data/account.ts';
import { useUploadJobs } from '#app/data/upload-jobs.ts';

const UploadNotices = lazy(async () => ({ default: (await import('./upload-notices.tsx')).UploadNotices }));

/** The notices of uploads, on every page of a signed-in person; loaded with the first upload. Source: UPL-024, UPL-051. */
export function UploadWatch() {
  const account = useMaybeAccount();
  return account && <Watching key={account.userId} />;
}

function Watching() {
  const jobs = useUploadJobs();
  const [first, setFirst] = useState(jobs);
  const [isWatching, setWatching] = useState(false);
  if (first === undefined && jobs !== undefined) setFirst(jobs);
  if (!isWatching && jobs && jobs.length > 0) setWatching(true);
  return isWatching && first ? (
    <Suspense fallback={null}>
      <UploadNotices first={first} />
    </Suspense>
  ) : null;
}
