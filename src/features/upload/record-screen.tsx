import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { keptRecordingText, recordText as text } from '#contract/text/upload-record.ts';
import { sendChunk } from '#contract/upload.ts';
import { wordsHere } from '#store/background.ts';
import type { StoredRecording } from '#store/uploads/recording.ts';
import { bytesOf } from '#store/uploads/pick.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SwitchCameraIcon } from '#ui/icons.ts';
import { lengthTime } from '#ui/player/media-time.ts';
import { Note } from '#ui/states/note.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAccount } from '#app/data/account.ts';
import { Allowed } from '#app/data/may.tsx';
import { useScope } from '#app/data/me.ts';
import { useLive } from '#app/data/use-live.ts';
import { goBack } from '#app/navigation/back.ts';
import { useGo } from '#app/navigation/go.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { startUploads } from '#workers/upload.ts';
import { useMediaLimits } from './media-limit.ts';
import { BITS_PER_SECOND, Recorder, type RecorderView } from './recorder.ts';
import './record.css';

export interface RecordScreenProps {
  folderId: string | null;
  /** A kept recording that gets more clips. */
  recordingId: string | undefined;
}

/** Records a video at the pitch, with large controls for one hand. Source: decision 0042. */
export function RecordScreen({ folderId, recordingId }: RecordScreenProps) {
  usePageTitle(text.title);
  const continued = useLive(
    async (db) => ({ row: recordingId === undefined ? undefined : await db.recordings.get(recordingId) }),
    [recordingId],
  );
  // The row changes with every piece; only the first read counts.
  const [first, setFirst] = useState<typeof continued>();
  if (continued && !first) setFirst(continued);
  return (
    <div className="column">
      <AppBar title={text.title} back={goBack} />
      <main id="main" className="page record">
        <Allowed call={sendChunk}>{first && <Recording folderId={folderId} continued={first.row} />}</Allowed>
      </main>
    </div>
  );
}

const useRecorder = (folderId: string | null, continued: StoredRecording | undefined): Recorder | undefined => {
  const { db, userId } = useAccount();
  const scope = useScope();
  const { size: limit } = useMediaLimits();
  const limitBytes = bytesOf(limit);
  const [recorder, setRecorder] = useState<Recorder>();
  const options = useRef({ db, owner: userId, scope, folderId, continued, limitBytes });
  useEffect(() => {
    const made = new Recorder(options.current);
    setRecorder(made);
    void made.open();
    const onHidden = () => {
      if (document.visibilityState === 'hidden') void made.interrupt('hidden');
    };
    document.addEventListener('visibilitychange', onHidden);
    return () => {
      document.removeEventListener('visibilitychange', onHidden);
      void made.close();
    };
  }, []);
  return recorder;
};

function Recording({ folderId, continued }: { folderId: string | null; continued: StoredRecording | undefined }) {
  const recorder = useRecorder(folderId, continued);
  return recorder ? <Controls recorder={recorder} folderId={folderId} /> : null;
}

function Controls({ recorder, folderId }: { recorder: Recorder; folderId: string | null }) {
  const view = useSyncExternalStore(recorder.subscribe, () => recorder.view);
  const go = useGo();
  const { phase, savedMs, clips } = view;
  const isRecording = phase === 'recording';
  const isRunning = isRecording || phase === 'starting';
  const use = async () => {
    try {
      const isMade = await recorder.use();
      startUploads();
      if (isMade) showToast({ text: wordsHere(text.saved), kind: 'success' });
    } catch {
      // The Library offers it again.
      showToast({ text: keptRecordingText.unreadable, kind: 'failure' });
    }
    await go(folderId === null ? '/library' : `/library/${folderId}`, { replace: true });
  };
  return (
    <>
      <Picture view={view} />
      <Notices view={view} onRetry={() => void recorder.open()} />
      <Safe view={view} />
      <div className="record__controls">
        <span className="record__side">
          {view.canSwitch && phase !== 'saving' && (
            <IconButton
              className="record__switch"
              label={text.switchCamera}
              icon={<SwitchCameraIcon />}
              onClick={() => void recorder.switchCamera()}
            />
          )}
        </span>
        <button
          type="button"
          className="record__main"
          data-recording={isRecording || undefined}
          aria-disabled={!view.stream || phase === 'opening' || phase === 'saving' || undefined}
          onClick={({ detail }) => {
            // The second tap of a double tap must not end the clip.
            if (detail < 2) void (isRunning ? recorder.stop() : recorder.start());
          }}
        >
          <span className="record__mark" aria-hidden="true" />
          <span>{isRecording ? text.stop : isRunning ? text.starting : clips > 0 ? text.next : text.record}</span>
        </button>
        <span className="record__side">
          {savedMs > 0 && !isRunning && (
            <Button className="record__use" busy={phase === 'saving' && text.saving} onClick={() => void use()}>
              {keptRecordingText.use}
            </Button>
          )}
        </span>
      </div>
      <p className="t-small t-2">{text.staysOn}</p>
    </>
  );
}

/** Why the camera cannot be used and the way out, or why a clip ended. */
function Notices({ view: { problem, notice }, onRetry }: { view: RecorderView; onRetry: () => void }) {
  return (
    <>
      {problem && (
        <Note
          tone="danger"
          role="alert"
          action={
            problem === 'unsupported' || problem === 'missing' ? (
              <Button size="m" variant="outline" href="/library">
                {text.toLibrary}
              </Button>
            ) : (
              <Button size="m" variant="outline" onClick={onRetry}>
                {text.tryAgain}
              </Button>
            )
          }
        >
          {text.problems[problem]}
        </Note>
      )}
      {notice && !problem && (
        <Note tone={notice === 'silent' ? 'info' : 'warn'} role="status">
          {text.notices[notice]}
        </Note>
      )}
    </>
  );
}

const stateWords = (phase: RecorderView['phase'], savedMs: number): string => {
  if (phase === 'opening') return text.opening;
  if (phase === 'starting') return text.starting;
  if (phase === 'recording') return text.recording;
  return savedMs > 0 ? text.paused : text.ready;
};

function Picture({ view: { stream, phase, savedMs, clipStartedAtMs } }: { view: RecorderView }) {
  const video = useRef<HTMLVideoElement>(null);
  useEffect(() => {
    if (video.current) video.current.srcObject = stream;
  }, [stream]);
  return (
    <div className="record__picture">
      <video ref={video} className="record__video" autoPlay muted playsInline aria-label={text.picture} />
      <p className="record__time" data-recording={phase === 'recording' || undefined}>
        <span className="record__state">{stateWords(phase, savedMs)}</span>{' '}
        <Clock key={clipStartedAtMs} savedMs={savedMs} clipStartedAtMs={clipStartedAtMs} />
      </p>
    </div>
  );
}

/** Recorded time, that of the running clip included. */
function Clock({ savedMs, clipStartedAtMs }: Pick<RecorderView, 'savedMs' | 'clipStartedAtMs'>) {
  const [before] = useState(savedMs);
  const [nowMs, setNowMs] = useState(clipStartedAtMs ?? 0);
  useEffect(() => {
    if (clipStartedAtMs === null) return;
    const timer = setInterval(() => setNowMs(performance.now()), 500);
    return () => clearInterval(timer);
  }, [clipStartedAtMs]);
  const ms = clipStartedAtMs === null ? savedMs : before + nowMs - clipStartedAtMs;
  return <span role="timer">{lengthTime(Math.floor(ms / 1000))}</span>;
}

/** How long the room lasts, in words. */
const roomTime = (bytes: number): string => {
  const minutes = Math.floor((bytes * 8) / BITS_PER_SECOND / 60);
  if (minutes < 1) return text.lessThanMinute;
  return minutes < 120 ? text.minutes(minutes) : text.hours(Math.floor(minutes / 60));
};

/** What is safe where, and the room that is left. */
function Safe({ view: { savedMs, sentMs, clips, roomBytes } }: { view: RecorderView }) {
  const time = (ms: number) => lengthTime(Math.floor(ms / 1000));
  return (
    <p className="record__safe">
      {savedMs > 0 && (
        <strong>
          {text.onDevice(time(savedMs))} {sentMs > 0 ? text.sent(time(sentMs)) : text.nothingSent}
        </strong>
      )}{' '}
      {clips > 0 && <span>{text.clips(clips)}. </span>}
      {roomBytes !== null && <span>{text.room(roomTime(roomBytes))}</span>}
    </p>
  );
}
