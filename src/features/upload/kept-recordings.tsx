import { useState } from 'react';
import { keptRecordingText as text } from '#contract/text/upload-record.ts';
import { deleteRecording, readKept, turnIntoUpload, type StoredRecording } from '#store/uploads/recording.ts';
import { Button } from '#ui/buttons/button.tsx';
import { LazyConfirmDialog } from '#ui/overlays/lazy-overlays.tsx';
import { lengthTime } from '#ui/player/media-time.ts';
import { showToast } from '#ui/overlays/toast.ts';
import { Note } from '#ui/states/note.tsx';
import { useAccount } from '#app/data/account.ts';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { startUploads } from '#workers/upload.ts';
import './record.css';

/** Recordings whose page was closed or killed: they are used, continued or deleted. Source: decision 0042. */
export function KeptRecordings() {
  const { db } = useAccount();
  const scope = useScope();
  const kept = useLive(async (live) => (await readKept(live)).filter((row) => row.scope === scope), [scope]);
  const [removing, setRemoving] = useState<StoredRecording>();
  const timeOf = ({ ms }: StoredRecording) => lengthTime(Math.floor(ms / 1000));
  const use = async ({ id }: StoredRecording) => {
    try {
      await turnIntoUpload(db, id);
      startUploads();
    } catch {
      showToast({ text: text.unreadable, kind: 'failure' });
    }
  };
  return (
    <>
      {(kept ?? []).map((recording) => (
        <Note
          key={recording.id}
          tone="info"
          action={
            <span className="kept-recording__actions">
              <Button size="m" onClick={() => void use(recording)} aria-label={text.useOf(timeOf(recording))}>
                {text.use}
              </Button>
              <Button
                size="m"
                variant="outline"
                href={`/record?recording=${recording.id}${recording.folderId ? `&folder=${recording.folderId}` : ''}`}
                aria-label={text.moreOf(timeOf(recording))}
              >
                {text.more}
              </Button>
              <Button
                size="m"
                variant="ghost"
                onClick={() => setRemoving(recording)}
                aria-label={text.removeOf(timeOf(recording))}
              >
                {text.remove}
              </Button>
            </span>
          }
        >
          {text.kept(timeOf(recording))}
        </Note>
      ))}
      <LazyConfirmDialog
        open={removing !== undefined}
        danger
        title={text.removeTitle}
        description={text.removeBody}
        confirmLabel={text.remove}
        cancelLabel={text.keep}
        onConfirm={() => {
          if (removing) void deleteRecording(db, removing.id);
          setRemoving(undefined);
        }}
        onCancel={() => setRemoving(undefined)}
      />
    </>
  );
}
