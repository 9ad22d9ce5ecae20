import { useEffect, useEffectEvent, useState } from 'react';
import { EDITOR_DEBOUNCE_MS } from '#contract/limits.ts';
import { videoEditorText } from '#contract/text/video-editor.ts';
import { Field } from '#ui/forms/field.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { FrameBackIcon, FrameForwardIcon } from '#ui/icons.ts';
import { edgeProblem, formatTime, parseTime, type Edge } from './edit-times.ts';
import type { ChosenPart } from './use-part.ts';

export interface TimeFieldProps {
  edge: Edge;
  part: ChosenPart;
  durationMs: number;
  frameMs: number;
}

/** One edge of the part as a field, with a button for a frame earlier and one for a frame later. Source: D-138, D-139. */
export function TimeField({ edge, part, durationMs, frameMs }: TimeFieldProps) {
  const valueMs = edge === 'start' ? part.settled.startMs : part.settled.endMs;
  const shownMs = edge === 'start' ? part.shown.startMs : part.shown.endMs;
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();

  const apply = (text: string) => {
    const ms = parseTime(text);
    const problem = ms === undefined ? videoEditorText.format : edgeProblem(part.shown, edge, ms, durationMs);
    setError(problem);
    if (problem === undefined && ms !== undefined && text !== formatTime(shownMs)) part.move(edge, ms);
    return problem === undefined;
  };
  const applyLatest = useEffectEvent(apply);
  useEffect(() => {
    if (typed === undefined) return;
    const timer = setTimeout(() => applyLatest(typed), EDITOR_DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [typed]);
  const step = (direction: number) => {
    setTyped(undefined);
    setError(undefined);
    part.move(edge, shownMs + direction * frameMs);
  };
  return (
    <div className="time-field">
      <Field
        label={videoEditorText[edge]}
        value={typed ?? formatTime(valueMs)}
        error={error}
        inputMode="decimal"
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== undefined && apply(typed)) setTyped(undefined);
        }}
      />
      <div className="time-field__steps">
        <IconButton
          look="ring"
          label={videoEditorText.earlier[edge]}
          icon={<FrameBackIcon />}
          onClick={() => step(-1)}
        />
        <IconButton
          look="ring"
          label={videoEditorText.later[edge]}
          icon={<FrameForwardIcon />}
          onClick={() => step(1)}
        />
      </div>
    </div>
  );
}
