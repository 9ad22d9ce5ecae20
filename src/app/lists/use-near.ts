import { useEffect, useState, type RefObject } from 'react';

/** Distance at which loading starts, far enough that it is done before the part is seen, px. */
const AHEAD_PX = 800;

/**
 * Whether to render a part far down the page: once it comes near the screen, or at once under a service worker, which
 * has its files on this device.
 */
export const useNear = (place: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(() => Boolean(navigator.serviceWorker?.controller));
  useEffect(() => {
    if (isNear) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    watcher.observe(place.current!);
    return () => watcher.disconnect();
  }, [isNear, place]);
  return isNear;
};
