import { useEffect, useRef, useState } from 'react';
import { skeletonDelayMs } from './skeleton-timing.ts';

/**
 * True while skeletons should be on screen: nothing under 150 ms, then at least 500 ms.
 *
 * `const skeleton = useDelayedSkeleton(rows === undefined);` then: skeleton, else nothing while there are no rows, else the rows.
 */
export function useDelayedSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAtMs = useRef(0);
  useEffect(() => {
    const delayMs = skeletonDelayMs(loading, shown, performance.now() - shownAtMs.current);
    if (delayMs === null) return;
    const timer = setTimeout(() => {
      if (loading) shownAtMs.current = performance.now();
      setShown(loading);
    }, delayMs);
    return () => clearTimeout(timer);
  }, [loading, shown]);
  return shown;
}
