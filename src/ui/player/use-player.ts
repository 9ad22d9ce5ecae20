import { useEffect, type RefObject } from 'react';
import type { PlayerProps } from './player.tsx';
import { useAutoPlay } from './use-auto-play.ts';
import { useCaptions } from './use-captions.ts';
import { useControlsVisible } from './use-controls-visible.ts';
import { useFullScreen } from './use-full-screen.ts';
import { useJump } from './use-jump.ts';
import { useLostSeek } from './use-lost-seek.ts';
import { useMediaSession } from './use-media-session.ts';
import { useMediaSource } from './use-media-source.ts';
import { useMediaState } from './use-media-state.ts';
import { usePictureInPicture } from './use-picture-in-picture.ts';
import { setRate, usePlayerActions } from './use-player-actions.ts';
import { usePlayerKeys } from './use-player-keys.ts';
import { usePosition } from './use-position.ts';
import { useWatchedTime } from './use-watched-time.ts';

interface Elements {
  frame: RefObject<HTMLElement | null>;
  media: RefObject<(HTMLVideoElement & HTMLAudioElement) | null>;
}

/** Everything of the player that is not drawn: its source, state, keys, lock screen, and what it reports. */
export function usePlayer(props: PlayerProps, { frame, media }: Elements, isMenuOpen: boolean) {
  const { kind, title, artist, source, poster, durationMs = 0, startAtMs = 0, autoPlay = false, options } = props;
  const { onOptions, onNext } = props;
  const state = useMediaState(media, startAtMs, durationMs);
  const stream = useMediaSource({ media, source, startAtMs, onExpired: () => props.onExpired?.() });
  const sound = useAutoPlay(media, autoPlay);
  const { full, toggle: toggleFull } = useFullScreen(frame, media);
  const subtitles = useCaptions(media, props);
  const controls = useControlsVisible(!state.playing || state.waiting || isMenuOpen || kind === 'audio');
  const inPicture = usePictureInPicture(media, kind === 'video');
  const actions = usePlayerActions(media, {
    state,
    stream,
    controls,
    toggleFull,
    captions: subtitles,
    onRate: onOptions && ((rate) => onOptions({ rate })),
  });
  useEffect(() => {
    if (options?.rate !== undefined) setRate(media.current!, options.rate);
  }, [media, options?.rate]);
  useWatchedTime(media, props.onProgress);
  usePosition(media, props.onPosition);
  useMediaSession({
    title,
    artist,
    artwork: poster,
    active: state.playing,
    onPlay: () => void media.current!.play().catch(() => {}),
    onPause: () => media.current!.pause(),
    onSkip: actions.skip,
    onSeek: actions.seek,
    onNext,
  });
  useJump(media, props.jump);
  useLostSeek(media);
  const onKeyDown = usePlayerKeys(actions, frame, controls.show, options !== undefined && options.pageKeys !== false);
  return { state, stream, sound, full, subtitles, controls, inPicture, actions, onKeyDown };
}
