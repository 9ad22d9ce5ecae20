import { useState } from 'react';
import { Slider } from '@base-ui/react/slider';
import { playerText } from '#contract/text/watch-player.ts';
import { lengthTime, positionTime, spokenTime } from './media-time.ts';

interface Props {
  positionS: number;
  durationS: number;
  /** The length that is shown. */
  lengthS: number;
  bufferedS: number;
  onSeek: (positionS: number) => void;
  /** Positions that are marked on the track, ms. */
  marksMs?: readonly number[] | undefined;
}

/** Seek distance of one arrow key, s. */
const STEP_S = 5;

/** Elapsed time, track with the loaded part, total time. Seeks when the finger lifts. */
export function PlayerScrubber({ positionS, durationS, lengthS, bufferedS, onSeek, marksMs = [] }: Props) {
  const [draggedS, setDraggedS] = useState<number>();
  const shownS = Math.min(draggedS ?? positionS, durationS);
  const loaded = durationS > 0 ? Math.min(1, bufferedS / durationS) : 0;

  // The slider's own step is 0.1 s, for fingers; an arrow key moves further.
  const onArrow = (event: React.KeyboardEvent) => {
    const direction = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1 }[event.key];
    if (direction === undefined || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    onSeek(Math.min(Math.max(positionS + direction * STEP_S, 0), durationS));
  };

  return (
    <div className="player__time" onKeyDownCapture={onArrow}>
      <span className="player__clock" aria-hidden="true">
        {positionTime(shownS, durationS, lengthS)}
      </span>
      <Slider.Root
        className="player__slider"
        min={0}
        max={durationS || 1}
        step={0.1}
        largeStep={30}
        disabled={durationS === 0}
        value={shownS}
        onValueChange={(value) => setDraggedS(value as number)}
        onValueCommitted={(value) => {
          onSeek(value as number);
          setDraggedS(undefined);
        }}
      >
        <Slider.Control className="player__slide-area">
          <Slider.Track className="player__track">
            <span className="player__loaded" style={{ transform: `scaleX(${loaded})` }} />
            <Slider.Indicator className="player__played" />
            {marksMs
              .filter((ms) => ms > 0 && ms < durationS * 1000)
              .map((ms) => (
                <span key={ms} className="player__mark" style={{ left: `${ms / durationS / 10}%` }} />
              ))}
            <Slider.Thumb
              className="player__thumb"
              getAriaLabel={() => playerText.position}
              getAriaValueText={() => spokenTime(shownS)}
            />
          </Slider.Track>
        </Slider.Control>
      </Slider.Root>
      <span className="player__clock" aria-hidden="true">
        {lengthTime(lengthS)}
      </span>
    </div>
  );
}
