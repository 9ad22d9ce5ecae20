import type { RefObject } from 'react';
import type { PlayerActions } from './player-controls.tsx';

interface Parts {
  state: { playing: boolean; durationS: number };
  stream: { setQuality: (height: number) => void };
  controls: { show: () => void };
  toggleFull: () => void;
  captions: { toggle: () => void; choose: (language: string | null) => void };
  onRate: ((rate: number) => void) | undefined;
}

/** The actions of the player's buttons and keys on its media element. */
export function usePlayerActions(
  mediaRef: RefObject<HTMLMediaElement | null>,
  { state, stream, controls, toggleFull, captions, onRate }: Parts,
): PlayerActions {
  const actions: PlayerActions = {
    toggle: () => {
      const element = mediaRef.current!;
      controls.show();
      // What the button showed when it was pressed: playback that starts by itself in that moment is not paused by it.
      if (state.playing) element.pause();
      else element.play().catch(() => {});
    },
    skip: (seconds, isQuiet = false) => {
      if (!isQuiet) controls.show();
      actions.seek((mediaRef.current?.currentTime ?? 0) + seconds);
    },
    seek: (positionS) => {
      mediaRef.current!.currentTime = Math.min(Math.max(positionS, 0), state.durationS || positionS);
    },
    setRate: (rate) => {
      setRate(mediaRef.current!, rate);
      onRate?.(rate);
    },
    setQuality: stream.setQuality,
    toggleSound: () => {
      const element = mediaRef.current!;
      element.muted = !element.muted;
    },
    toggleFull,
    toggleCaptions: captions.toggle,
    chooseCaptions: captions.choose,
  };
  return actions;
}

/** Sets the speed, also for what the element loads later. */
export const setRate = (element: HTMLMediaElement, rate: number): void => {
  element.defaultPlaybackRate = rate;
  element.playbackRate = rate;
};
