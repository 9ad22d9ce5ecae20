import { useEffect, useState, type RefObject } from 'react';
import { savesData } from './saves-data.ts';

/** Whether the person asked that nothing starts by itself: data saving or reduced motion. */
export const mustWait = (): boolean => savesData() || matchMedia('(prefers-reduced-motion: reduce)').matches;

/**
 * Starts playback once, as soon as the media is known. If the browser refuses sound, a video plays muted until the
 * person turns the sound on; audio stays paused. Why and when not: docs/decisions/0030.
 *
 * @returns `isMuted` while it plays without sound, for that reason or because the person muted it by a key.
 */
export function useAutoPlay(
  mediaRef: RefObject<HTMLMediaElement | null>,
  isWanted: boolean | 'continued',
): { isMuted: boolean; unmute: () => void } {
  const [isMuted, setMuted] = useState(false);
  useEffect(() => {
    const element = mediaRef.current!;
    // The next of a queue also goes on behind the lock screen.
    if (!isWanted || mustWait() || (document.visibilityState === 'hidden' && isWanted !== 'continued')) return;
    const start = () => void playOrMuted(element);
    element.addEventListener('loadedmetadata', start, { once: true });
    if (element.readyState >= HTMLMediaElement.HAVE_METADATA) start();
    return () => element.removeEventListener('loadedmetadata', start);
  }, [mediaRef, isWanted]);
  useEffect(() => {
    const element = mediaRef.current!;
    const follow = () => setMuted((before) => (element.muted ? before || !element.paused : false));
    element.addEventListener('volumechange', follow);
    element.addEventListener('playing', follow);
    return () => {
      element.removeEventListener('volumechange', follow);
      element.removeEventListener('playing', follow);
    };
  }, [mediaRef]);
  const unmute = () => {
    mediaRef.current!.muted = false;
  };
  return { isMuted, unmute };
}

const isRefused = (error: unknown): boolean => (error as { name?: string }).name === 'NotAllowedError';

const playOrMuted = async (element: HTMLMediaElement): Promise<void> => {
  try {
    await element.play();
  } catch (error) {
    if (!isRefused(error) || element.tagName !== 'VIDEO') return;
    element.muted = true;
    // Refused again, e.g. in a low power mode: the person starts it, with sound.
    await element.play().catch(() => {
      element.muted = false;
    });
  }
};
