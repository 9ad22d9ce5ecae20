import { useState, type PointerEvent, type RefObject } from 'react';

/** Distance from which a press on a handle is a drag, not a tap, px. */
const DRAG_FROM_PX = 6;

/** Index of the row at a height of the screen, -1 if there is none. */
const rowAt = (list: HTMLElement, y: number): number =>
  [...list.querySelectorAll('li')].findIndex((row) => {
    const { top, bottom } = row.getBoundingClientRect();
    return y >= top && y < bottom;
  });

/**
 * Dragging of rows by their handles. The list takes the pointer, not the handle: the browser moves the handle's row in
 * the document while it is dragged, which would end the drag.
 *
 * @param list An element whose only `li` elements are the rows.
 * @param onOver Called with the id of the dragged row while it is over another one.
 * @returns Handlers for the list, and one for each handle.
 */
export const useRowDrag = (list: RefObject<HTMLElement | null>, onOver: (id: string, row: number) => void) => {
  const [pressed, setPressed] = useState<{ id: string; atPx: number }>();
  const [draggedId, setDraggedId] = useState<string>();
  const end = () => {
    setPressed(undefined);
    setDraggedId(undefined);
  };
  return {
    draggedId,
    onHandleDown: ({ clientY }: PointerEvent, id: string) => setPressed({ id, atPx: clientY }),
    listHandlers: {
      onPointerMove: ({ clientY, pointerId, buttons }: PointerEvent) => {
        if (!pressed) return;
        // Released outside of the list, before the drag began.
        if (buttons === 0) return end();
        const element = list.current!;
        if (draggedId === undefined) {
          if (Math.abs(clientY - pressed.atPx) < DRAG_FROM_PX) return;
          element.setPointerCapture(pointerId);
          setDraggedId(pressed.id);
        }
        const row = rowAt(element, clientY);
        if (row >= 0) onOver(pressed.id, row);
      },
      onPointerUp: end,
      onPointerCancel: end,
    },
  };
};
