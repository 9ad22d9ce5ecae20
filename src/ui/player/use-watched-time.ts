import { useEffect, useEffectEvent, type RefObject } from 'react';
import { watchedTime } from './watched-time.ts';

/** Least watched time between two reports during playback, ms. */
const REPORT_MS = 1000;

/** Reports the watched time of this mount: about every second of content, on pause, at the end and on leaving. */
export function useWatchedTime(
  media: RefObject<HTMLMediaElement | null>,
  onProgress: ((watchedMs: number) => void) | undefined,
): void {
  const report = useEffectEvent((watchedMs: number) => onProgress?.(watchedMs));
  useEffect(() => {
    const element = media.current!;
    const watched = watchedTime();
    let reportedMs = 0;
    const reportIfGrown = (leastMs: number) => {
      const watchedMs = watched.watchedMs();
      if (watchedMs - reportedMs < leastMs || watchedMs === reportedMs) return;
      reportedMs = watchedMs;
      report(watchedMs);
    };
    const onTime = () => {
      if (element.seeking) return watched.jumped();
      watched.reached(element.currentTime);
      reportIfGrown(REPORT_MS);
    };
    const onStop = () => {
      if (!element.seeking) watched.reached(element.currentTime);
      reportIfGrown(1);
    };
    const onJump = () => watched.jumped();
    const onSeeked = () => watched.reached(element.currentTime);
    const handlers: Record<string, () => void> = {
      timeupdate: onTime,
      pause: onStop,
      ended: onStop,
      playing: onSeeked,
      seeking: onJump,
      seeked: onSeeked,
      emptied: onJump,
    };
    for (const [name, handler] of Object.entries(handlers)) element.addEventListener(name, handler);
    // The browser may discard the page without unmounting.
    document.addEventListener('visibilitychange', onStop);
    return () => {
      onStop();
      for (const [name, handler] of Object.entries(handlers)) element.removeEventListener(name, handler);
      document.removeEventListener('visibilitychange', onStop);
    };
  }, [media]);
}
