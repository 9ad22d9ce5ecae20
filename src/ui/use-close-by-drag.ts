import type { RefObject } from 'react';

/** A drawer let go past this share of its size closes. Source: design §4. */
const CLOSE_SHARE = 0.3;

/** Whether a drawer moved this far, of this size (both px), closes when the finger lifts. */
export const closesOnRelease = (movedPx: number, sizePx: number): boolean =>
  sizePx > 0 && movedPx > sizePx * CLOSE_SHARE;

/**
 * Closes a dragged drawer past 30 % of its size; Base UI itself waits for half of it
 * and adds the flick. Spread the answer on the drawer's viewport.
 */
export function useCloseByDrag(panel: RefObject<HTMLElement | null>, direction: 'down' | 'right', onClose: () => void) {
  const onRelease = () => {
    const element = panel.current;
    if (!element?.hasAttribute('data-swiping')) return;
    const axis = direction === 'down' ? 'y' : 'x';
    const moved = Number.parseFloat(element.style.getPropertyValue(`--drawer-swipe-movement-${axis}`));
    const size = direction === 'down' ? element.offsetHeight : element.offsetWidth;
    if (closesOnRelease(moved, size)) onClose();
  };
  return { onPointerUpCapture: onRelease, onTouchEndCapture: onRelease };
}
