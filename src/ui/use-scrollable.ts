import { useEffect, useState } from 'react';

/**
 * Whether a box has more than it shows; such a box must take the keyboard focus to be scrolled.
 *
 * @returns The answer, and a callback for the box's `ref`.
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
