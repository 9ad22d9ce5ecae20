// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useEffect, useState, type RefObject } from 'react';
import { whenIdle } from '../device/when-idle.ts';

/** Distance at which loading starts, far enough that it is done before the part is seen, px. */
const AHEAD_PX = 800;
/** Under a service worker it loads once the page is idle, after this time at the latest, ms. */
const IDLE_WITHIN_MS = 1_000;

/**
 * Whether to render a part far down the page: once it comes near the screen, or once the page is idle under a service
 * worker, which has its files on this device.
 */
export const useNear = (place: RefObject<Element | null>): boolean => {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    if (isNear) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${AHEAD_PX}px` },
    );
    watcher.observe(place.current!);
    let isLeft = false;
    if (navigator.serviceWorker?.controller)
      whenIdle(() => {
        if (!isLeft) setNear(true);
      }, IDLE_WITHIN_MS);
    return () => {
      isLeft = true;
      watcher.disconnect();
    };
  }, [isNear, place]);
  return isNear;
};
