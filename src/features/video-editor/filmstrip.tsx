import { useEffect, useRef } from 'react';
import { Slider } from '@base-ui/react/slider';
import { TRIM_MIN_MS } from '#contract/limits.ts';
import { videoEditorText } from '#contract/text/video-editor.ts';
import { spokenTime } from '#ui/player/media-time.ts';
import { drawFrames } from './draw-frames.ts';
import { formatTime, marksOf, type Edge } from './edit-times.ts';
import type { ChosenPart } from './use-part.ts';

export interface FilmstripProps {
  url: string;
  durationMs: number;
  part: ChosenPart;
  positionMs: number;
  /** Length of a frame, ms: the step of an arrow key. */
  frameMs: number;
}

const FRAMES = 8;
const EDGES = ['start', 'end'] as const satisfies readonly Edge[];
/** Step of an arrow key with Shift, and of Page Up and Down, ms. */
const LONG_STEP_MS = 1_000;

/** Pictures of the video with a handle at each end of the part, and five marks below. Source: D-138, VID-003. */
export function Filmstrip({ url, durationMs, part, positionMs, frameMs }: FilmstripProps) {
  const { startMs, endMs } = part.shown;
  // The slider's own step is 1 ms, for fingers.
  const onArrow = (event: React.KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    const edge = (event.target as Element).closest<HTMLElement>('[data-edge]')?.dataset['edge'] as Edge | undefined;
    if (direction === undefined || edge === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const step = event.shiftKey ? LONG_STEP_MS : frameMs;
    part.move(edge, (edge === 'start' ? startMs : endMs) + direction * step);
  };
  const share = (ms: number) => `${(ms / durationMs) * 100}%`;
  return (
    <div className="filmstrip" role="group" aria-label={videoEditorText.part} onKeyDownCapture={onArrow}>
      <Slider.Root
        value={[startMs, endMs]}
        min={0}
        max={durationMs}
        step={1}
        largeStep={LONG_STEP_MS}
        minStepsBetweenValues={TRIM_MIN_MS}
        thumbCollisionBehavior="none"
        onValueChange={(values, { activeThumbIndex }) => {
          const edge = EDGES[activeThumbIndex]!;
          part.move(edge, (values as readonly number[])[activeThumbIndex]!);
        }}
      >
        <Slider.Control className="filmstrip__control">
          <Slider.Track className="filmstrip__track">
            <Frames url={url} durationMs={durationMs} />
            <span className="filmstrip__out" style={{ left: 0, width: share(startMs) }} />
            <span className="filmstrip__out" style={{ right: 0, left: share(endMs) }} />
            <span className="filmstrip__kept" style={{ left: share(startMs), width: share(endMs - startMs) }} />
            <span className="filmstrip__position" style={{ left: share(Math.min(positionMs, durationMs)) }} />
            {EDGES.map((edge, index) => (
              <Slider.Thumb
                key={edge}
                index={index}
                className="filmstrip__handle"
                data-edge={edge}
                getAriaLabel={() => videoEditorText.handle[edge]}
                getAriaValueText={(_, ms) => `${formatTime(ms)}, ${spokenTime(ms / 1000)}`}
              />
            ))}
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <ol className="filmstrip__marks" aria-hidden="true">
        {marksOf(durationMs).map((ms) => (
          <li key={ms}>{formatTime(ms)}</li>
        ))}
      </ol>
    </div>
  );
}

function Frames({ url, durationMs }: { url: string; durationMs: number }) {
  const frames = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stop = new AbortController();
    void drawFrames(url, durationMs, [...frames.current!.querySelectorAll('canvas')], stop.signal);
    return () => stop.abort();
  }, [url, durationMs]);
  return (
    <div ref={frames} className="filmstrip__frames" aria-hidden="true">
      {Array.from({ length: FRAMES }, (_, at) => (
        <canvas key={at} />
      ))}
    </div>
  );
}
