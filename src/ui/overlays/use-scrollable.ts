import { useEffect, useState } from 'react';

/**
 * Whether the content of a box overflows; such a box must be focusable to be scrolled by keyboard.
 *
 * @returns Whether it overflows, and a callback for the box's `ref`.
 */
export function useScrollable(): [boolean, (box: HTMLElement | null) => void] {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const [scrollable, setScrollable] = useState(false);
  useEffect(() => {
    if (!box) return;
    const observer = new ResizeObserver(() => setScrollable(box.scrollHeight > box.clientHeight + 1));
    for (const element of [box, ...box.children]) observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return [scrollable, setBox];
}
