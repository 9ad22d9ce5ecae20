import { useEffect, type RefObject } from 'react';
import { bufferedEnd } from './use-media-state.ts';

/** How long a seek into what is buffered may take, ms: many times what a slow phone needs. */
const LOST_AFTER_MS = 3000;

/**
 * Repeats a seek that the browser has lost. WebKit loses one at times that comes while playback starts, e.g. that of hls.js to
 * the first picture: it would load for ever what it has.
 */
export function useLostSeek(mediaRef: RefObject<HTMLMediaElement | null>): void {
  useEffect(() => {
    const element = mediaRef.current!;
    let timer: ReturnType<typeof setInterval> | undefined;
    const repeat = () => {
      const { currentTime, seeking } = element;
      if (seeking && bufferedEnd(element) > currentTime) element.currentTime = currentTime;
    };
    const stop = () => clearInterval(timer);
    const watch = () => {
      stop();
      timer = setInterval(repeat, LOST_AFTER_MS);
    };
    const events = { seeking: watch, seeked: stop, emptied: stop };
    for (const [name, listener] of Object.entries(events)) element.addEventListener(name, listener);
    return () => {
      stop();
      for (const [name, listener] of Object.entries(events)) element.removeEventListener(name, listener);
    };
  }, [mediaRef]);
}
