import { useSyncExternalStore } from 'react';

/** Whether the page is laid out for a pointer with room beside the column: popovers instead of sheets. */
export const DESKTOP = '(min-width: 640px) and (hover: hover)';

/** Whether a media query matches; updates when that changes. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    () => matchMedia(query).matches,
  );
}
