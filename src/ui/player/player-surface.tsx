import { useEffect, useRef, useState } from 'react';
import { playerText } from '#contract/text/watch-player.ts';
import type { MediaState } from './use-media-state.ts';

interface SurfaceProps {
  state: MediaState;
  controls: { visible: boolean; show: () => void; hide: () => void };
  onToggle: () => void;
  /** Seeks by some seconds without showing the controls. */
  onSkip: (seconds: number) => void;
}

/** Two taps within this time are a double tap, ms. */
const DOUBLE_TAP_MS = 300;
const SKIP_S = 10;
/** How long the feedback stays, ms. */
const FEEDBACK_MS = 800;

type Side = -1 | 0 | 1;

/** The outer thirds of the picture seek. */
const sideOf = ({ clientX, currentTarget }: React.MouseEvent): Side => {
  const { left, width } = currentTarget.getBoundingClientRect();
  const share = (clientX - left) / width;
  if (share < 1 / 3) return -1;
  return share > 2 / 3 ? 1 : 0;
};

/**
 * The picture below the controls. A tap shows and hides them, a double tap at a side seeks by ten seconds and each further tap by ten
 * more; a mouse click plays and pauses, as everywhere.
 */
export function PlayerSurface({ state, controls, onToggle, onSkip }: SurfaceProps) {
  const last = useRef<{ atMs: number; side: Side }>(undefined);
  const [skippedS, setSkippedS] = useState(0);
  useEffect(() => {
    if (skippedS === 0) return;
    const timer = setTimeout(() => setSkippedS(0), FEEDBACK_MS);
    return () => clearTimeout(timer);
  }, [skippedS]);

  const onSurface = (event: React.MouseEvent) => {
    if ((event.nativeEvent as PointerEvent).pointerType === 'mouse') return onToggle();
    const [side, before] = [sideOf(event), last.current];
    last.current = { atMs: event.timeStamp, side };
    if (side !== 0 && before?.side === side && event.timeStamp - before.atMs < DOUBLE_TAP_MS) {
      onSkip(side * SKIP_S);
      // Taps of one row add up; those of the other side begin again.
      setSkippedS((sum) => (Math.sign(sum) === side ? sum + side * SKIP_S : side * SKIP_S));
    } else if (controls.visible && state.playing) controls.hide();
    else controls.show();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions -- a short way to the buttons */}
      <div className="player__surface" onClick={onSurface} />
      {skippedS !== 0 && (
        <output className="player__skipped" data-side={skippedS < 0 ? 'back' : 'forward'}>
          {playerText.skipped(skippedS)}
        </output>
      )}
    </>
  );
}
