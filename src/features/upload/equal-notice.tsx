import { equalFileText as text } from '#contract/text/upload-equal.ts';
import type { EqualFile, StoredUploadJob } from '#store/uploads/job.ts';
import { Button } from '#ui/buttons/button.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { useLive } from '#app/data/use-live.ts';

const loadEngine = () => import('#workers/upload.ts');

/**
 * Says that the owner has the file already, and offers to use that one. The upload goes on meanwhile: it never waits for an
 * answer. Not offered once a publication is planned for it, which would end with it. Source: decision 0040.
 */
export function EqualNotice({ job, equal }: { job: StoredUploadJob; equal: EqualFile }) {
  const { db } = useAccount();
  // oxlint-disable-next-line sideline/own-rows -- nothing is said without the row
  const facts = useLive(
    async (live) => ({
      // Renamed, moved or deleted since.
      known: (await live.contents.get(equal.id)) ?? (await live.uploadJobs.get(equal.id)),
      folders: new Map((await live.folders.toArray()).map(({ id, title }) => [id, title])),
      isPlanned:
        (await live.publications
          .where('contentId')
          .equals(job.id)
          .filter(({ isDeleted }) => !isDeleted)
          .count()) > 0,
    }),
    [equal.id, job.id],
  );
  if (!facts?.known) return null;
  const { known, folders, isPlanned } = facts;
  const name = 'filename' in known ? known.filename : known.name;
  const folder = known.folderId === null ? undefined : folders.get(known.folderId);
  const keepBoth = () => void db.uploadJobs.update(job.id, { equalTo: null });
  const cancelUpload = async () => {
    await (await loadEngine()).cancelUpload(job.id);
    showToast({ text: text.used(name), kind: 'success' });
  };
  return (
    <div className="equal-notice">
      <p className="t-small">{folder === undefined ? text.inLibrary(name) : text.inFolder(name, folder)}</p>
      <div className="equal-notice__actions">
        {!isPlanned && (
          <Button variant="outline" size="m" onClick={() => void cancelUpload()} aria-label={text.useThatFor(job.name)}>
            {text.useThat}
          </Button>
        )}
        <Button variant="ghost" size="m" onClick={keepBoth} aria-label={text.bothFor(job.name)}>
          {text.both}
        </Button>
      </div>
    </div>
  );
}
