import type { RefObject } from 'react';

/** A drawer closes when it is released past this share of its size. Source: design §4. */
const CLOSE_SHARE = 0.3;

/** Whether a drawer of this size closes when it is released after this movement (both px). */
export const closesOnRelease = (movedPx: number, sizePx: number): boolean =>
  sizePx > 0 && movedPx > sizePx * CLOSE_SHARE;

/**
 * Closes a dragged drawer past 30 % of its size; Base UI itself closes at half of it and on a flick.
 *
 * @returns Props to spread on the drawer's viewport.
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
