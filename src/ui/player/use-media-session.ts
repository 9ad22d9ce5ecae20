import { useEffect, useEffectEvent } from 'react';

interface Options {
  title: string;
  artist: string | undefined;
  artwork: string | undefined;
  /** True while playing: the player that played last owns the session. */
  active: boolean;
  onPlay: () => void;
  onPause: () => void;
  onSkip: (seconds: number) => void;
  onSeek: (positionS: number) => void;
  onNext: (() => void) | undefined;
}

const ACTIONS = ['play', 'pause', 'seekbackward', 'seekforward', 'seekto', 'nexttrack'] as const;

/** Browsers refuse actions that they do not know. */
const setAction = (action: (typeof ACTIONS)[number], handler: MediaSessionActionHandler | null): void => {
  try {
    navigator.mediaSession.setActionHandler(action, handler);
  } catch {
    // It has no such button.
  }
};

/** Title and buttons on the lock screen and headphones: from the first play on, also while it pauses, until the player leaves. */
export function useMediaSession(options: Options): void {
  const { title, artist, artwork, active, onNext } = options;
  const hasNext = onNext !== undefined;
  const act = useEffectEvent((action: (typeof ACTIONS)[number], details: MediaSessionActionDetails) => {
    if (action === 'play') options.onPlay();
    else if (action === 'pause') options.onPause();
    else if (action === 'nexttrack') options.onNext?.();
    else if (action === 'seekto') options.onSeek(details.seekTime ?? 0);
    else options.onSkip((action === 'seekforward' ? 1 : -1) * (details.seekOffset ?? 10));
  });
  useEffect(() => {
    if (!('mediaSession' in navigator) || !active) return;
    navigator.mediaSession.metadata = new MediaMetadata({
      title,
      artist: artist ?? '',
      artwork: artwork ? [{ src: artwork }] : [],
    });
    for (const action of ACTIONS)
      setAction(action, action === 'nexttrack' && !hasNext ? null : (details) => act(action, details));
  }, [active, title, artist, artwork, hasNext]);
  useEffect(
    () => () => {
      if (!('mediaSession' in navigator)) return;
      navigator.mediaSession.metadata = null;
      for (const action of ACTIONS) setAction(action, null);
    },
    [],
  );
}
