import { useRef, type PointerEvent } from 'react';

/** A toast leaves when it is released past this distance. */
const CLOSE_PX = 40;
/** A movement up to this distance may still be a tap, px. */
const TAP_PX = 4;

interface Drag {
  pointerId: number;
  fromX: number;
  fromY: number;
  axis: 'x' | 'y' | undefined;
}

/**
 * Lets a finger or mouse push a toast down, left or right, off the screen. The element's style follows in
 * `--toast-swipe-movement-x` and `-y`; `data-swiping` is set meanwhile.
 *
 * @returns Props to spread on the toast.
 */
export function useToastSwipe(onSwiped: () => void) {
  const drag = useRef<Drag>(undefined);
  const move = (element: HTMLElement, axis: 'x' | 'y', px: number) =>
    element.style.setProperty(`--toast-swipe-movement-${axis}`, `${px}px`);

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    // A press of the action is no swipe.
    if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return;
    const { pointerId, clientX, clientY } = event;
    drag.current = { pointerId, fromX: clientX, fromY: clientY, axis: undefined };
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now?.pointerId !== event.pointerId) return;
    const element = event.currentTarget;
    const moved = movedBy(now, event);
    if (!now.axis) {
      if (Math.max(Math.abs(moved.x), Math.abs(moved.y)) <= TAP_PX) return;
      now.axis = Math.abs(moved.x) > Math.abs(moved.y) ? 'x' : 'y';
      element.setPointerCapture(event.pointerId);
      element.dataset['swiping'] = '';
    }
    move(element, now.axis, moved[now.axis]);
  };
  const onRelease = (event: PointerEvent<HTMLElement>) => {
    const now = drag.current;
    if (now?.pointerId !== event.pointerId) return;
    drag.current = undefined;
    const element = event.currentTarget;
    delete element.dataset['swiping'];
    if (!now.axis) return;
    if (event.type === 'pointerup' && Math.abs(movedBy(now, event)[now.axis]) > CLOSE_PX) onSwiped();
    else move(element, now.axis, 0);
  };
  return { onPointerDown, onPointerMove, onPointerUp: onRelease, onPointerCancel: onRelease };
}

/** How far it is from where it began, px; it does not move up. */
const movedBy = ({ fromX, fromY }: Drag, { clientX, clientY }: PointerEvent): { x: number; y: number } => ({
  x: clientX - fromX,
  y: Math.max(0, clientY - fromY),
});
