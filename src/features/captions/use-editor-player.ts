import { useEffect, useRef, useState, type RefObject } from 'react';

export interface EditorPlayer {
  positionMs: number;
  /** The position now, also between two reports. */
  nowMs(): number;
  /** The media element; null without a file. */
  element(): HTMLMediaElement | null;
  /** Length of the media; endless while it is unknown. */
  lengthMs(): number;
  /** Plays from a position; with an end, only up to it. */
  playFrom(startMs: number, endMs?: number): void;
}

/**
 * Follows and moves the media element of the editor. Without one it stays at the start.
 *
 * @param state Changes when the element appears.
 */
export const useEditorPlayer = (mediaRef: RefObject<HTMLMediaElement | null>, state: string): EditorPlayer => {
  const [positionMs, setPosition] = useState(0);
  const endRef = useRef(Infinity);
  useEffect(() => {
    const media = mediaRef.current;
    if (!media) return;
    const stop = new AbortController();
    const follow = () => {
      const nowMs = media.currentTime * 1000;
      if (nowMs >= endRef.current) {
        endRef.current = Infinity;
        media.pause();
      }
      setPosition(nowMs);
    };
    for (const name of ['timeupdate', 'seeked']) media.addEventListener(name, follow, stop);
    return () => stop.abort();
  }, [mediaRef, state]);
  return {
    positionMs,
    nowMs: () => (mediaRef.current?.currentTime ?? 0) * 1000,
    element: () => mediaRef.current,
    lengthMs: () => (mediaRef.current?.duration || Infinity) * 1000,
    playFrom(startMs, endMs = Infinity) {
      const media = mediaRef.current;
      if (!media) return;
      media.currentTime = startMs / 1000;
      endRef.current = endMs;
      media.play().catch(() => {});
    },
  };
};
