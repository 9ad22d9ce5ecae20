import { useEffect, useRef, useState, type RefCallback } from 'react';

/** Distance from the end at which the next page is requested, px. */
const AHEAD_PX = 600;

/**
 * Calls `onReached` when the marked end of a list comes near the screen, while there is more.
 *
 * @returns The ref of an element at the list's end. Render it only together with the list: a skeleton is shorter, so an
 *   end below it would request pages before anyone scrolled to them.
 */
export const useReachedEnd = (onReached: () => void, hasMore: boolean): RefCallback<HTMLDivElement> => {
  const [end, setEnd] = useState<HTMLDivElement | null>(null);
  const latest = useRef(onReached);
  useEffect(() => {
    latest.current = onReached;
  });
  useEffect(() => {
    if (!end || !hasMore) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.at(-1)?.isIntersecting) latest.current();
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    observer.observe(end);
    return () => observer.disconnect();
  }, [end, hasMore]);
  return setEnd;
};
