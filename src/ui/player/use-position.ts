import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Playback between two reports, s of content: what is lost at most if the device dies. */
const REPORT_S = 10;

/**
 * Reports the playback position: every ten seconds of playback and after a seek; as a stop on a pause, at the end, when the page
 * is hidden and on leaving.
 */
export function usePosition(
  media: RefObject<HTMLMediaElement | null>,
  onPosition: ((positionMs: number, isStop: boolean) => void) | undefined,
): void {
  const report = useEffectEvent((positionS: number, isStop: boolean) =>
    onPosition?.(Math.round(positionS * 1000), isStop),
  );
  useEffect(() => {
    const element = media.current!;
    // The element's own position is gone once its source is detached.
    let atS: number | undefined;
    let reportedS = 0;
    const say = (isStop: boolean) => {
      if (atS === undefined) return;
      reportedS = atS;
      report(atS, isStop);
    };
    const onTime = () => {
      if (element.readyState === 0) return;
      atS = element.currentTime;
      if (!element.seeking && Math.abs(atS - reportedS) >= REPORT_S) say(false);
    };
    const onSeeked = () => {
      onTime();
      say(false);
    };
    const onStop = () => {
      onTime();
      say(true);
    };
    const onHidden = () => document.visibilityState === 'hidden' && onStop();
    element.addEventListener('timeupdate', onTime);
    element.addEventListener('seeked', onSeeked);
    element.addEventListener('pause', onStop);
    element.addEventListener('ended', onStop);
    document.addEventListener('visibilitychange', onHidden);
    addEventListener('pagehide', onStop);
    return () => {
      say(true);
      element.removeEventListener('timeupdate', onTime);
      element.removeEventListener('seeked', onSeeked);
      element.removeEventListener('pause', onStop);
      element.removeEventListener('ended', onStop);
      document.removeEventListener('visibilitychange', onHidden);
      removeEventListener('pagehide', onStop);
    };
  }, [media]);
}
