import { useRef, useState, type ReactNode } from 'react';
import { ENCODING } from '#contract/encoding.ts';
import { roomText, uploadTrayText } from '#contract/text/library.ts';
import type { LibraryContent } from '#contract/rows.ts';
import { preparingWords } from '#contract/text/upload-preparing.ts';
import { replaceFileText } from '#contract/text/upload-replace.ts';
import { wordsHere } from '#store/background.ts';
import { isRefusedForGood, type StoredUploadJob } from '#store/uploads/job.ts';
import { inQueueOrder, isQueued, orderQueue } from '#store/uploads/queue.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { UploadTile } from '#ui/tiles/upload-tile.tsx';
import { UploadTray } from '#ui/tiles/upload-tray.tsx';
import { useReorder } from '#ui/lists/use-reorder.tsx';
import { useAccount } from '#app/data/account.ts';
import { usePlanOfOther } from '#app/data/plan-owner.ts';
import { useLive } from '#app/data/use-live.ts';
import { formatFileSize } from '#app/format/format.ts';
import { hasHandlePicker } from './handle-picker.ts';
import { pickWithHandles, type PickedFile } from './pick-files.ts';
import { EqualNotice } from './equal-notice.tsx';
import { EditWhileUploading } from './edit-while-uploading.tsx';
import { MakeSmaller, smallerPercent } from './make-smaller.tsx';
import { PublishWhenReady } from './publish-when-ready.tsx';
import { tileLookOf, type TileLook } from './tile-state.ts';

/** With more uploads the tray folds itself, until the person opens it. Source: design §6. */
const SHOWN_MAX = 2;

const loadEngine = () => import('#workers/upload.ts');

export interface UploadJobsProps {
  jobs: readonly StoredUploadJob[];
  /** The menu of the content that an upload has become. */
  menuOf: ((content: LibraryContent) => ReactNode) | undefined;
}

/** Cards of the running uploads; loaded with the first of them. Source: UPL-003, UPL-004; design §6. */
export function UploadJobs({ jobs, menuOf }: UploadJobsProps) {
  const [wantsFolded, setFolded] = useState<boolean>();
  // A long tray would push the grid off the screen.
  const isFolded = wantsFolded ?? jobs.length > SHOWN_MAX;
  const needYou = jobs.filter((job) => tileLookOf(job).needsYou).length;
  const { order, list, queueMenuOf, news } = useQueueOrder(jobs);
  return (
    <div {...list}>
      <UploadTray
        count={jobs.length}
        needYou={needYou}
        folded={isFolded}
        onFoldedChange={setFolded}
        help={wordsHere(uploadTrayText.keptHelp)}
      >
        <UploadTiles jobs={order} menuOf={menuOf} queueMenuOf={queueMenuOf} />
      </UploadTray>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
    </div>
  );
}

/** Lets the person change the order in which files are sent. What the server has already comes after them. */
const useQueueOrder = (jobs: readonly StoredUploadJob[]) => {
  const { db } = useAccount();
  const queued = inQueueOrder(jobs.filter(isQueued)).map((job) => ({ id: job.id, title: job.name, job }));
  const { order, list, movesOf, news } = useReorder(queued, ({ ids }) => void orderQueue(db, ids));
  const queueMenuOf = ({ id, name }: StoredUploadJob): ReactNode => {
    const item = order.find((each) => each.id === id);
    if (!item || order.length < 2) return undefined;
    const [first, ...others] = movesOf(item);
    return <RowMenu name={name} of={id} items={[{ ...first!, label: uploadTrayText.sendNext }, ...others]} />;
  };
  return { order: [...order.map(({ job }) => job), ...jobs.filter((job) => !isQueued(job))], list, queueMenuOf, news };
};

/** The contents that uploads have become, by their ids: such a content is shown by its card only. */
const useContentsOf = (jobs: readonly StoredUploadJob[]): ReadonlyMap<string, LibraryContent> | undefined => {
  const ids = jobs.map(({ id }) => id).join(' ');
  // oxlint-disable-next-line sideline/own-rows -- an upload without a content is shown as an upload
  return useLive(
    async (db) => {
      const rows = await db.contents.bulkGet(ids.split(' '));
      return new Map(rows.filter((row) => row !== undefined).map((row) => [row.id, row]));
    },
    [ids],
  );
};

interface UploadTilesProps extends UploadJobsProps {
  /** The menu of an upload that is not sent yet. */
  queueMenuOf: (job: StoredUploadJob) => ReactNode;
}

function UploadTiles({ jobs, menuOf, queueMenuOf }: UploadTilesProps) {
  const contents = useContentsOf(jobs);
  const [cancelling, setCancelling] = useState<StoredUploadJob>();
  const fileInput = useRef<HTMLInputElement>(null);
  const [wanted, setWanted] = useState<string>();

  const cancel = async (job: StoredUploadJob) => {
    setCancelling(undefined);
    await (await loadEngine()).cancelUpload(job.id);
  };
  const retry = async (job: StoredUploadJob) => (await loadEngine()).retryUpload(job.id);
  const giveAgain = async (id: string | undefined, picked: PickedFile | undefined) => {
    if (!picked || !id) return;
    const problem = await (await loadEngine()).chooseAgain(id, picked.file, picked.handle);
    if (problem) showToast({ text: problem, kind: 'failure' });
  };
  const choose = (job: StoredUploadJob) => {
    if (hasHandlePicker()) return void pickWithHandles(false).then(([picked]) => giveAgain(job.id, picked));
    setWanted(job.id);
    fileInput.current?.click();
  };
  const allow = async (job: StoredUploadJob) => (await loadEngine()).allowAgain(job.id);
  const sendAnyway = async (job: StoredUploadJob) => (await loadEngine()).sendUploadAnyway(job.id);
  return (
    <>
      {jobs.map((job) => (
        // After the Uploading step the server has the file: cancelling deletes it and needs a confirmation, unless it
        // was refused.
        <JobTile
          key={job.id}
          job={job}
          content={contents?.get(job.id)}
          menuOf={menuOf}
          queueMenu={queueMenuOf(job)}
          onRetry={() => void retry(job)}
          onFile={{
            choose: () => choose(job),
            allow: () => void allow(job),
            anyway: () => void sendAnyway(job),
          }}
          onCancel={() => (job.step === 'Uploading' || isRefusedForGood(job) ? void cancel(job) : setCancelling(job))}
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
            void giveAgain(wanted, file && { file });
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

const isUnderWay = ({ encodingStatus: status }: LibraryContent): boolean => status >= 0 && status < ENCODING.done;

type FileAction = Exclude<NonNullable<TileLook['fileAction']>, 'plans'>;

const FILE_ACTIONS: Readonly<Record<FileAction, string>> = {
  choose: uploadTrayText.chooseAgain,
  allow: uploadTrayText.allowAgain,
  anyway: uploadTrayText.sendAnyway,
};

/** What follows the upload: for a new file of an item, what happens to the old one. */
function AfterUpload({ job, isRefused }: { job: StoredUploadJob; isRefused: boolean }) {
  const { replaces, replacesTitle = '' } = job;
  // A smaller file is another one than that which the person has already.
  const equal = job.contentId === null && !job.original ? job.equalTo : null;
  return (
    <>
      {replaces !== undefined && <p className="t-small t-2">{replaceFileText.replaces(replacesTitle)}</p>}
      {!isRefused && (
        <>
          {equal && <EqualNotice job={job} equal={equal} />}
          <MakeSmaller job={job} />
        </>
      )}
      {!isRefused && replaces === undefined && (
        <>
          <PublishWhenReady job={job} />
          <EditWhileUploading job={job} />
        </>
      )}
    </>
  );
}

interface JobTileProps extends Pick<UploadJobsProps, 'menuOf'> {
  job: StoredUploadJob;
  /** Undefined until the server has every byte. */
  content: LibraryContent | undefined;
  onRetry: () => void;
  queueMenu: ReactNode;
  /** By what the card offers. */
  onFile: Record<FileAction, () => void>;
  onCancel: () => void;
}

function JobTile({ job, content, menuOf, queueMenu, onRetry, onFile, onCancel }: JobTileProps) {
  const { state, percent, message, needsYou, fileAction } = tileLookOf(job);
  const size =
    job.type === 'text' || percent === undefined
      ? undefined
      : uploadTrayText.amount(formatFileSize(job.committedBytes), formatFileSize(job.size));
  // Until it is done: afterwards the row still has the last percent.
  const isPreparing = state === 'optimizing' && content && isUnderWay(content);
  const making = smallerPercent(job);
  const organization = usePlanOfOther(job.scope);
  return (
    <UploadTile
      name={content?.filename ?? job.name}
      kind={job.type}
      state={making === undefined ? state : 'making-smaller'}
      percent={making ?? percent}
      size={making === undefined ? size : undefined}
      message={making === undefined ? message : undefined}
      progress={isPreparing ? preparingWords(content) : undefined}
      prepared={isPreparing ? content.encodingProgress : undefined}
      menu={content && !needsYou ? menuOf?.(content) : queueMenu}
      action={
        fileAction === 'plans' ? (
          <Button variant="outline" size="m" href="/storage-plan-access-fees">
            {organization === undefined ? roomText.upgrade : roomText.seeSpace}
          </Button>
        ) : (
          fileAction && (
            <Button variant="outline" size="m" onClick={onFile[fileAction]}>
              {FILE_ACTIONS[fileAction]}
            </Button>
          )
        )
      }
      onRetry={onRetry}
      onCancel={onCancel}
      after={<AfterUpload job={job} isRefused={state === 'refused'} />}
    />
  );
}
