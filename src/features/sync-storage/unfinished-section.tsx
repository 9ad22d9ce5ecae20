import { useEffect, useState } from 'react';
import type { InputOf, OutputOf } from '#contract/call.ts';
import { syncStorageText } from '#contract/text/sync-storage.ts';
import { cancelUpload, listUploads } from '#contract/upload.ts';
import { CallError } from '#store/api.ts';
import { Button } from '#ui/buttons/button.tsx';
import { UploadIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { Time } from '#ui/time.tsx';
import { useOnline } from '#app/device/traffic.ts';
import { useMe, useScope } from '#app/data/me.ts';
import { useAct, useOnlineCall } from '#app/data/use-act.ts';
import { useLive } from '#app/data/use-live.ts';
import { formatAge, formatFileSize, formatFullDate } from '#app/format/format.ts';

type Unfinished = OutputOf<typeof listUploads>['results'][number];

/** Uploads that the server has begun and this device does not know: they can only be cancelled here. */
export function UnfinishedSection() {
  const me = useMe();
  const scope = useScope();
  return me?.isEducator || me?.isOrganization ? <CreatorsSection key={scope} /> : null;
}

function CreatorsSection() {
  const cancelled = useCancelled();
  const listed = useListed(cancelled !== undefined);
  const here = useLive((db) => db.uploadJobs.toCollection().primaryKeys(), []);
  const act = useAct();
  const [asked, setAsked] = useState<Unfinished>();
  const known = new Set<string>([...(here ?? []), ...(cancelled ?? [])]);
  const unfinished = listed.filter(({ uploadId }) => !known.has(uploadId));

  const cancel = async ({ uploadId }: Unfinished) => {
    setAsked(undefined);
    await act(cancelUpload, { uploadId });
  };
  // Until this device's own uploads are read, one of them could look like another device's.
  if (!here || unfinished.length === 0) return null;
  return (
    <section className="stack-s" aria-labelledby="unfinished">
      <SectionHeading id="unfinished">{syncStorageText.unfinished}</SectionHeading>
      <p className="t-small t-2">{syncStorageText.unfinishedHelp}</p>
      <RowList labelledBy="unfinished">
        {unfinished.map((each) => (
          <UnfinishedRow key={each.uploadId} upload={each} onCancel={() => setAsked(each)} />
        ))}
      </RowList>
      <LazyConfirmDialog
        open={asked !== undefined}
        title={syncStorageText.cancelUploadTitle(asked?.fileName ?? '')}
        description={syncStorageText.cancelUploadBody}
        confirmLabel={syncStorageText.cancelUpload}
        cancelLabel={syncStorageText.keepUpload}
        danger
        onConfirm={() => asked && void cancel(asked)}
        onCancel={() => setAsked(undefined)}
      />
    </section>
  );
}

/**
 * Uploads whose cancel is stored on this device: it waits, or was sent since the section was opened, so that an older list of the server
 * does not show them again. One whose cancel was refused is shown. Undefined until the outbox was read.
 */
const useCancelled = (): readonly string[] | undefined => {
  const [seen, setSeen] = useState<readonly string[]>([]);
  const entries = useLive((db) => db.outbox.filter(({ call }) => call === cancelUpload.id).toArray(), []);
  if (!entries) return undefined;
  const idsOf = (isRefused: boolean) =>
    entries
      .filter(({ state }) => (state === 'refused') === isRefused)
      .map(({ input }) => (input as InputOf<typeof cancelUpload>).uploadId);
  const added = idsOf(false).filter((id) => !seen.includes(id));
  if (added.length > 0) setSeen([...seen, ...added]);
  const refused = idsOf(true);
  return [...seen, ...added].filter((id) => !refused.includes(id));
};

/**
 * What the server lists. Without a network the section stays away.
 *
 * @param isReady Whether the outbox was read: a list that is asked for before could lack a cancel that arrives in between.
 */
const useListed = (isReady: boolean): Unfinished[] => {
  const ask = useOnlineCall();
  const isOnline = useOnline();
  const [listed, setListed] = useState<Unfinished[]>([]);
  useEffect(() => {
    if (!isOnline || !isReady) return;
    let isOver = false;
    ask(listUploads, {}).then(
      ({ results }) => isOver || setListed(results),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
    return () => {
      isOver = true;
    };
  }, [ask, isOnline, isReady]);
  return listed;
};

function UnfinishedRow({ upload, onCancel }: { upload: Unfinished; onCancel: () => void }) {
  const { fileName, received, length, isReserved, lastPartAt } = upload;
  const words = isReserved ? syncStorageText.arrived : syncStorageText.arrivedFree;
  return (
    <ListRow
      title={fileName}
      leading={<UploadIcon />}
      text={words(formatFileSize(received), formatFileSize(length))}
      time={
        <>
          {syncStorageText.lastPart}{' '}
          <Time iso={lastPartAt} full={formatFullDate}>
            {formatAge(lastPartAt)}
          </Time>
        </>
      }
      trailing={
        <Button
          variant="outline"
          size="m"
          onClick={onCancel}
          aria-label={`${syncStorageText.cancelUpload}: ${fileName}`}
        >
          {syncStorageText.cancelUpload}
        </Button>
      }
    />
  );
}
