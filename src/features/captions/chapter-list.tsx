import { CHAPTER_TITLE_MAX } from '#contract/captions-cues.ts';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Field } from '#ui/forms/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { DeleteIcon, FrameBackIcon, FrameForwardIcon, PlayIcon, WaitingIcon } from '#ui/icons.ts';
import {
  changeChapter,
  formatPosition,
  removeChapter,
  type CaptionsDraft,
  type DraftChapter,
} from './captions-draft.ts';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

const STEP_MS = 1_000;

interface ChapterListProps {
  draft: CaptionsDraft;
  change: DraftHistory['change'];
  player: EditorPlayer;
}

/** The chapters, each with its start and its title. */
export function ChapterList({ draft, change, player }: ChapterListProps) {
  if (draft.chapters.length === 0)
    return (
      <EmptyState drawing="quiet" title={captionsText.noChapters}>
        {captionsText.noChaptersHelp}
      </EmptyState>
    );
  return (
    <ol className="cues">
      {draft.chapters.map((chapter, index) => (
        <ChapterRow key={chapter.key} chapter={chapter} number={index + 1} {...{ draft, change, player }} />
      ))}
    </ol>
  );
}

function ChapterRow({
  chapter: { key, startMs, title },
  number,
  draft,
  change,
  player,
}: ChapterListProps & { chapter: DraftChapter; number: number }) {
  const moveTo = (ms: number, step?: string) =>
    change(changeChapter(draft, key, { startMs: Math.max(0, Math.round(ms)) }), step);
  return (
    <li className="cue">
      <Button
        variant="ghost"
        size="m"
        icon={<PlayIcon />}
        aria-label={captionsText.playFrom(formatPosition(startMs))}
        onClick={() => player.playFrom(startMs)}
      >
        {formatPosition(startMs)}
      </Button>
      <Field
        label={captionsText.chapterTitle(number)}
        hideLabel
        placeholder={captionsText.chapterTitle(number)}
        value={title}
        maxLength={CHAPTER_TITLE_MAX}
        autoComplete="off"
        onChange={(event) => change(changeChapter(draft, key, { title: event.target.value }), `title ${key}`)}
      />
      <div className="cue__tools">
        <IconButton
          look="ring"
          label={captionsText.chapterEarlier}
          icon={<FrameBackIcon />}
          onClick={() => moveTo(startMs - STEP_MS, `chapter ${key}`)}
        />
        <IconButton
          look="ring"
          label={captionsText.chapterLater}
          icon={<FrameForwardIcon />}
          onClick={() => moveTo(startMs + STEP_MS, `chapter ${key}`)}
        />
        <IconButton
          look="ring"
          label={captionsText.chapterHere}
          icon={<WaitingIcon />}
          onClick={() => moveTo(player.nowMs())}
        />
        <IconButton
          look="ring"
          label={captionsText.removeChapter}
          icon={<DeleteIcon />}
          onClick={() => change(removeChapter(draft, key))}
        />
      </div>
    </li>
  );
}
