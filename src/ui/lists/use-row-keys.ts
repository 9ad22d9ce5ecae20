import { useEffect, useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';

/**
 * Alt and an arrow key move the row that has the focus. The focus stays on it, also where the browser has to move the
 * row in the document.
 *
 * @param list An element whose only `li` elements are the rows.
 * @param order Differs whenever the order does.
 */
export const useRowKeys = (
  list: RefObject<HTMLElement | null>,
  order: string,
  onMove: (row: number, step: 1 | -1) => void,
): void => {
  const focused = useRef<HTMLElement>(null);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return;
    const row = [...list.current!.querySelectorAll('li')].findIndex((each) => each.contains(event.target as Node));
    if (row < 0) return;
    event.preventDefault();
    onMove(row, event.key === 'ArrowUp' ? -1 : 1);
  });
  useEffect(() => {
    const element = list.current!;
    const move = (event: KeyboardEvent) => onKey(event);
    const note = ({ target }: FocusEvent) => {
      focused.current = target as HTMLElement;
    };
    element.addEventListener('keydown', move);
    element.addEventListener('focusin', note);
    return () => {
      element.removeEventListener('keydown', move);
      element.removeEventListener('focusin', note);
    };
  }, [list]);
  useLayoutEffect(() => {
    if (document.activeElement === document.body && focused.current?.isConnected) focused.current.focus();
  }, [order]);
};
