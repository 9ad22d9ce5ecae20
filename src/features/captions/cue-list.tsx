import { useEffect, useRef } from 'react';
import { captionsText } from '#contract/text/captions.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { addCue, cuesOf, setCueText, splitCue, type CaptionsDraft } from './captions-draft.ts';
import { CueRow } from './cue-row.tsx';
import type { DraftHistory } from './use-draft-history.ts';
import type { EditorPlayer } from './use-editor-player.ts';

/** Rows that are drawn at once. */
const PAGE = 100;

export interface CueListProps {
  draft: CaptionsDraft;
  change: DraftHistory['change'];
  player: EditorPlayer;
  /** The caption that is written or was chosen last. */
  selected: number | undefined;
  onSelect: (key: number) => void;
}

/** The captions of a language, one field each; Enter goes to the next one and plays it. */
export function CueList({ draft, change, player, selected, onSelect }: CueListProps) {
  const cues = cuesOf(draft);
  const list = useRef<HTMLOListElement>(null);
  const wanted = useRef<number>(undefined);
  const at = Math.max(
    0,
    cues.findIndex(({ key }) => key === selected),
  );
  const first = at - (at % PAGE);
  useEffect(() => {
    if (wanted.current === undefined || wanted.current !== selected) return;
    list.current?.querySelector<HTMLElement>(`[data-key="${selected}"] textarea`)?.focus();
    wanted.current = undefined;
  }, [selected, cues.length]);

  const goTo = (key: number) => {
    wanted.current = key;
    onSelect(key);
  };
  const goNext = (index: number) => {
    const next = cues[index + 1];
    if (next) {
      goTo(next.key);
      player.playFrom(next.startMs, next.endMs);
      return;
    }
    const added = addCue(draft, Math.max(player.nowMs(), cues[index]?.endMs ?? 0));
    if (!added) return;
    change(added.draft);
    goTo(added.key);
  };
  if (cues.length === 0)
    return (
      <EmptyState drawing="quiet" title={captionsText.empty}>
        {captionsText.emptyHelp}
      </EmptyState>
    );
  return (
    <>
      <ol ref={list} className="cues" start={first + 1}>
        {cues.slice(first, first + PAGE).map((cue, offset) => (
          <CueRow
            key={cue.key}
            cue={cue}
            number={first + offset + 1}
            isSelected={cue.key === selected}
            isPlaying={cue.startMs <= player.positionMs && player.positionMs < cue.endMs}
            {...{ draft, change, player }}
            onSelect={() => onSelect(cue.key)}
            onText={(text) => change(setCueText(draft, cue.key, text), `text ${cue.key}`)}
            onSplit={(caret) => change(splitCue(draft, cue.key, caret))}
            onEnter={() => goNext(first + offset)}
          />
        ))}
      </ol>
      {cues.length > PAGE && <Pages first={first} count={cues.length} onGo={(index) => onSelect(cues[index]!.key)} />}
    </>
  );
}

function Pages({ first, count, onGo }: { first: number; count: number; onGo: (index: number) => void }) {
  const last = Math.min(first + PAGE, count);
  return (
    <nav className="cues__pages" aria-label={captionsText.captions}>
      <Button variant="outline" size="m" disabled={first === 0} onClick={() => onGo(first - PAGE)}>
        {captionsText.pageBefore}
      </Button>
      <span className="t-small t-2">{captionsText.page(first + 1, last, count)}</span>
      <Button variant="outline" size="m" disabled={last === count} onClick={() => onGo(last)}>
        {captionsText.pageAfter}
      </Button>
    </nav>
  );
}
