import { useEffect, useRef, type RefObject } from 'react';

/** How far before the end more is asked for, px. */
const AHEAD_PX = 600;

/**
 * Calls `onReached` when the marked end of a list comes near the screen, while there is more.
 *
 * @returns The ref of an element at the list's end.
 */
export const useReachedEnd = (onReached: () => void, hasMore: boolean): RefObject<HTMLDivElement | null> => {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onReached);
  useEffect(() => { latest.current = onReached; });
  useEffect(() => {
    if (!end.current || !hasMore) return;
    const observer = new IntersectionObserver((entries) => { if (entries.at(-1)?.isIntersecting) latest.current(); }, { rootMargin: `${AHEAD_PX}px` });
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [hasMore]);
  return end;
};
