import type { RefObject } from 'react';
import type { PlayerActions } from './player-controls.tsx';

interface Parts {
  state: { durationS: number };
  stream: { setLevel: (level: number) => void };
  controls: { show: () => void };
  toggleFull: () => void;
  toggleCaptions: () => void;
}

/** The actions of the player's buttons and keys on its media element. */
export function usePlayerActions(
  mediaRef: RefObject<HTMLMediaElement | null>,
  { state, stream, controls, toggleFull, toggleCaptions }: Parts,
): PlayerActions {
  const actions: PlayerActions = {
    toggle: () => {
      const element = mediaRef.current!;
      controls.show();
      if (element.paused || element.ended) element.play().catch(() => {});
      else element.pause();
    },
    skip: (seconds) => {
      controls.show();
      actions.seek((mediaRef.current?.currentTime ?? 0) + seconds);
    },
    seek: (positionS) => {
      mediaRef.current!.currentTime = Math.min(Math.max(positionS, 0), state.durationS || positionS);
    },
    setRate: (rate) => {
      mediaRef.current!.playbackRate = rate;
    },
    setLevel: stream.setLevel,
    toggleFull,
    toggleCaptions,
  };
  return actions;
}
