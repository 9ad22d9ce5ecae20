import { useRef, useState } from 'react';
import type { TrimMode } from '#contract/library.ts';
import { TRIM_MIN_MS } from '#contract/limits.ts';
import { videoEditorText } from '#contract/text/video-editor.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { Dock } from '#ui/buttons/dock.tsx';
import { PausedIcon, PlayIcon, RetryIcon, WaitingIcon } from '#ui/icons.ts';
import { Note } from '#ui/states/note.tsx';
import { formatTime, type Part } from './edit-times.ts';
import { Filmstrip } from './filmstrip.tsx';
import { TimeField } from './time-field.tsx';
import { TimePicker } from './time-picker.tsx';
import { usePart, type ChosenPart, type KeptPart } from './use-part.ts';
import { usePartPlayer } from './use-part-player.ts';

export interface EditorProps {
  name: string;
  url: string;
  /** The server's length, until the browser knows its own, ms. */
  durationMs: number;
  poster: string | undefined;
  /** A published video is only copied. */
  isPublished: boolean;
  /** What was chosen before, and where to keep it. */
  kept: KeptPart;
  /** The element cannot play the address. */
  onFailed: () => void;
  onSave: (mode: TrimMode, part: Part) => void;
}

/** Reads the length of the video, then shows the editor. */
export function Editor(props: EditorProps) {
  const [durationMs, setDuration] = useState<number>();
  const readLength = ({ currentTarget: video }: React.SyntheticEvent<HTMLVideoElement>) => {
    if (Number.isFinite(video.duration)) setDuration(Math.round(video.duration * 1000));
    else if (props.durationMs > 0) setDuration(Math.round(props.durationMs));
    // A recording without a length in its header: a browser knows it once it has looked for the end.
    else video.currentTime = Number.MAX_SAFE_INTEGER;
  };
  if (durationMs === undefined)
    return (
      <main id="main" className="page video-editor">
        <video
          className="video-editor__video"
          src={props.url}
          poster={props.poster}
          muted
          playsInline
          preload="metadata"
          onLoadedMetadata={readLength}
          onDurationChange={readLength}
          onError={props.onFailed}
        />
      </main>
    );
  if (durationMs < TRIM_MIN_MS)
    return (
      <main id="main" className="page video-editor">
        <Note>{videoEditorText.videoTooShort}</Note>
      </main>
    );
  return <OpenEditor {...props} durationMs={durationMs} />;
}

function OpenEditor({ name, url, durationMs, poster, isPublished, kept, onFailed, onSave }: EditorProps) {
  const video = useRef<HTMLVideoElement>(null);
  const part = usePart(durationMs, kept);
  const player = usePartPlayer(video, part.settled, part.edge);
  const { startMs, endMs } = part.shown;
  const field = { part, durationMs, frameMs: player.frameMs };
  return (
    <>
      <main id="main" className="page video-editor">
        {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- the person's own video, which is being cut */}
        <video
          ref={video}
          className="video-editor__video"
          src={url}
          poster={poster}
          playsInline
          preload="auto"
          aria-label={videoEditorText.video(name)}
          onError={onFailed}
        />
        <div className="video-editor__play">
          <Button
            variant="tonal"
            size="m"
            icon={player.isPlaying ? <PausedIcon /> : <PlayIcon />}
            onClick={player.toggle}
          >
            {player.isPlaying ? videoEditorText.pause : videoEditorText.play}
          </Button>
          <output className="t-small t-2">{videoEditorText.length(formatTime(endMs - startMs))}</output>
        </div>
        <Filmstrip {...{ url, durationMs, part }} positionMs={player.positionMs} frameMs={player.frameMs} />
        <div className="video-editor__times">
          <TimeField edge="start" {...field} />
          <TimeField edge="end" {...field} />
        </div>
        <More part={part} durationMs={durationMs} />
      </main>
      <Saving {...{ name, part, isPublished, onSave }} />
    </>
  );
}

/** The time picker, and Reset. */
function More({ part, durationMs }: { part: ChosenPart; durationMs: number }) {
  const [isPicking, setPicking] = useState(false);
  /** A new picker for each opening, which begins with the start. */
  const [picks, setPicks] = useState(0);
  const pick = () => {
    setPicks(picks + 1);
    setPicking(true);
  };
  return (
    <div className="video-editor__more">
      <Button variant="outline" size="m" icon={<WaitingIcon />} onClick={pick}>
        {videoEditorText.pickTimes}
      </Button>
      <Button variant="ghost" size="m" icon={<RetryIcon />} disabled={part.isWhole} onClick={part.reset}>
        {videoEditorText.reset}
      </Button>
      <TimePicker key={picks} open={isPicking} onClose={() => setPicking(false)} {...{ part, durationMs }} />
    </div>
  );
}

const HELP_ID = 'video-editor-help';

/** Save as copy, and Save, which asks before the rest is lost. */
function Saving({
  name,
  part,
  isPublished,
  onSave,
}: Pick<EditorProps, 'name' | 'isPublished' | 'onSave'> & { part: ChosenPart }) {
  const [isReplacing, setReplacing] = useState(false);
  const help = [isPublished && videoEditorText.published, part.isWhole && videoEditorText.nothingCut]
    .filter(Boolean)
    .join(' ');
  const described = help === '' ? undefined : HELP_ID;
  return (
    <>
      <Dock help={help && <span id={HELP_ID}>{help}</span>}>
        <Button
          variant={isPublished ? 'primary' : 'outline'}
          disabled={part.isWhole}
          aria-describedby={described}
          onClick={() => onSave('copy', part.shown)}
        >
          {videoEditorText.saveCopy}
        </Button>
        {!isPublished && (
          <Button disabled={part.isWhole} aria-describedby={described} onClick={() => setReplacing(true)}>
            {videoEditorText.save}
          </Button>
        )}
      </Dock>
      <ConfirmDialog
        open={isReplacing}
        danger
        title={videoEditorText.replaceTitle(name)}
        description={videoEditorText.replaceBody}
        confirmLabel={videoEditorText.replaceConfirm}
        onCancel={() => setReplacing(false)}
        onConfirm={() => {
          setReplacing(false);
          onSave('replace', part.shown);
        }}
      />
    </>
  );
}
