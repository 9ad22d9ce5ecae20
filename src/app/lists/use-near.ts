import { useEffect, useState, type RefObject } from 'react';

/** Far enough ahead that what is loaded stands before it is seen, px. */
const AHEAD_PX = 800;

/**
 * Whether what lies far down the page should be there: once the person is near, or at once where its files lie on this
 * device anyway.
 */
export const useNear = (place: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(() => Boolean(navigator.serviceWorker?.controller));
  useEffect(() => {
    if (isNear) return;
    const watcher = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, [isNear, place]);
  return isNear;
};
