import { useEffect, useEffectEvent } from 'react';

interface Options {
  title: string;
  artist: string | undefined;
  artwork: string | undefined;
  /** True while playing: only the player that plays owns the session. */
  active: boolean;
  onSkip: (seconds: number) => void;
  onNext: (() => void) | undefined;
}

/** Title and buttons on the lock screen and headphones, while this player plays. */
export function useMediaSession({ title, artist, artwork, active, onSkip, onNext }: Options): void {
  const skip = useEffectEvent(onSkip);
  const next = useEffectEvent(() => onNext?.());
  const hasNext = onNext !== undefined;
  useEffect(() => {
    const session = navigator.mediaSession as MediaSession | undefined;
    if (!session || !active) return;
    session.metadata = new MediaMetadata({ title, artist: artist ?? '', artwork: artwork ? [{ src: artwork }] : [] });
    session.setActionHandler('seekbackward', () => skip(-10));
    session.setActionHandler('seekforward', () => skip(10));
    session.setActionHandler('nexttrack', hasNext ? () => next() : null);
    return () => {
      for (const action of ['seekbackward', 'seekforward', 'nexttrack'] as const)
        session.setActionHandler(action, null);
    };
  }, [active, title, artist, artwork, hasNext]);
}
