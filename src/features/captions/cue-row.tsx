import { useRef } from 'react';
import { CUE_TEXT_MAX } from '#contract/captions-cues.ts';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { DeleteIcon, FrameBackIcon, FrameForwardIcon, MergeIcon, PlayIcon, SplitIcon } from '#ui/icons.ts';
import { formatPosition, mergeCue, nudgeCue, removeCue, type CaptionsDraft, type DraftCue } from './captions-draft.ts';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

/** Step of the buttons that move an edge, ms. */
const NUDGE_MS = 100;

interface CueRowProps {
  cue: DraftCue;
  number: number;
  isSelected: boolean;
  isPlaying: boolean;
  draft: CaptionsDraft;
  change: DraftHistory['change'];
  player: EditorPlayer;
  onSelect: () => void;
  onText: (text: string) => void;
  onSplit: (caret: number) => void;
  onEnter: () => void;
}

/** A caption: its times, its words, and its buttons while it is chosen. */
export function CueRow({ cue, number, isSelected, isPlaying, ...row }: CueRowProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const { startMs, endMs, text } = cue;
  const times = `${formatPosition(startMs)} – ${formatPosition(endMs)}`;
  const split = () => row.onSplit(area.current?.selectionStart ?? text.length);
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (event.ctrlKey || event.metaKey) split();
    else row.onEnter();
  };
  return (
    <li
      className="cue"
      data-key={cue.key}
      data-selected={isSelected || undefined}
      data-playing={isPlaying || undefined}
    >
      <Button
        variant="ghost"
        size="m"
        icon={<PlayIcon />}
        aria-label={captionsText.playFrom(times)}
        onClick={() => {
          row.onSelect();
          row.player.playFrom(startMs);
        }}
      >
        {times}
      </Button>
      <textarea
        ref={area}
        className="cue__text"
        rows={2}
        maxLength={CUE_TEXT_MAX}
        aria-label={captionsText.cue(number, formatPosition(startMs))}
        value={text}
        onFocus={row.onSelect}
        onChange={(event) => row.onText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      {isSelected && <CueTools cue={cue} draft={row.draft} change={row.change} onSplit={split} />}
    </li>
  );
}

function CueTools({
  cue: { key },
  draft,
  change,
  onSplit,
}: Pick<CueRowProps, 'cue' | 'draft' | 'change'> & { onSplit: () => void }) {
  const nudge = (edge: 'start' | 'end', byMs: number) => change(nudgeCue(draft, key, edge, byMs), `${edge} ${key}`);
  const tools = [
    { label: captionsText.startEarlier, icon: <FrameBackIcon />, run: () => nudge('start', -NUDGE_MS) },
    { label: captionsText.startLater, icon: <FrameForwardIcon />, run: () => nudge('start', NUDGE_MS) },
    { label: captionsText.endEarlier, icon: <FrameBackIcon />, run: () => nudge('end', -NUDGE_MS) },
    { label: captionsText.endLater, icon: <FrameForwardIcon />, run: () => nudge('end', NUDGE_MS) },
    { label: captionsText.split, icon: <SplitIcon />, run: onSplit },
    { label: captionsText.merge, icon: <MergeIcon />, run: () => change(mergeCue(draft, key)) },
    { label: captionsText.remove, icon: <DeleteIcon />, run: () => change(removeCue(draft, key)) },
  ];
  return (
    <div className="cue__tools">
      {tools.map(({ label, icon, run }) => (
        <IconButton key={label} look="ring" label={label} icon={icon} title={label} onClick={run} />
      ))}
    </div>
  );
}
