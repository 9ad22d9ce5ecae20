import { useEffect, useRef } from 'react';
import { useRouter } from '@tanstack/react-router';
import { uploadText } from '#contract/text/upload.ts';
import { copyNameOf } from '#store/uploads/job.ts';
import { showToast } from '#ui/toast.ts';
import { useUploadJobs } from '#app/data/upload-jobs.ts';

/** Durations of the notices, ms. Source: UPL-041, UPL-052. */
const FAILED_MS = 4_000;
const COPY_NOTICE_MS = 7_000;

/**
 * Shows a notice on every page when an upload fails, with a link to the Library. Source: UPL-051.
 *
 * @param props.isFirstNew The page opened without any job, so the first jobs have not been announced yet.
 */
export function UploadNotices({ isFirstNew }: { isFirstNew: boolean }) {
  const router = useRouter();
  const jobs = useUploadJobs();
  const failed = useRef<Set<string> | undefined>(isFirstNew ? new Set() : undefined);
  const copies = useRef<Set<string> | undefined>(isFirstNew ? new Set() : undefined);

  useEffect(() => {
    if (!jobs) return;
    const failedNow = jobs.filter((job) => job.state === 'failed').map((job) => job.id);
    const copiesNow = jobs.flatMap((job) => copyNameOf(job) ?? []);
    const fresh = failedNow.filter((id) => failed.current && !failed.current.has(id));
    failed.current = new Set(failedNow);
    // Copies that existed when the page opened were announced before.
    for (const job of jobs) {
      const copy = copyNameOf(job);
      if (copy && copies.current && !copies.current.has(copy))
        showToast({ text: uploadText.storedAsCopy(job.name, copy), durationMs: COPY_NOTICE_MS });
    }
    copies.current = new Set(copiesNow);
    if (fresh.length === 0 || location.pathname.startsWith('/library')) return;
    showToast({
      text: uploadText.failed,
      kind: 'failure',
      durationMs: FAILED_MS,
      action: { label: uploadText.goToLibrary, onAction: () => void router.navigate({ to: '/library' }) },
    });
  }, [jobs, router]);
  return null;
}
