import { useLayoutEffect, useRef, useState } from 'react';
import { skeletonDelayMs } from './skeleton-timing.ts';

/** True while skeletons should show: not before 150 ms, then for at least 500 ms. */
function useDelayedSkeleton(loading: boolean): boolean {
  const [shown, setShown] = useState(false);
  const shownAtMs = useRef(0);
  // In the same commit as the data: a timer that comes between them would replace what was just shown.
  useLayoutEffect(() => {
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

/**
 * The data, withheld while skeletons show. Screens use the component `AfterSkeleton`; the hook is for a screen whose
 * frame also depends on the data.
 *
 * @param read The data; undefined while it is being read.
 */
export function useAfterSkeleton<T>(read: T | undefined): { skeleton: boolean; shown: T | undefined } {
  const skeleton = useDelayedSkeleton(read === undefined);
  return { skeleton, shown: skeleton ? undefined : read };
}
