import { useEffect, useRef, type RefObject } from 'react';

/** Plays from the position of each new object, not from that of the first one. */
export function useJump(mediaRef: RefObject<HTMLMediaElement | null>, jump: { toMs: number } | undefined) {
  const done = useRef(jump);
  useEffect(() => {
    if (!jump || jump === done.current) return;
    done.current = jump;
    const element = mediaRef.current!;
    element.currentTime = jump.toMs / 1000;
    element.play().catch(() => {});
  }, [mediaRef, jump]);
}
