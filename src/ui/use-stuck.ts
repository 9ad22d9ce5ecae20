import { useEffect, useState, type RefObject } from 'react';

/** The player counts as stuck once the page went this far below it, px. Source: D-266. */
const STUCK_PX = 100;

/** Whether the page has scrolled on below a sticky element that stands first in its parent. */
export function useStuck(element: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const page = element.current?.parentElement;
    if (!enabled || !page) return;
    const look = () => setStuck(page.getBoundingClientRect().top < -STUCK_PX);
    look();
    document.addEventListener('scroll', look, { passive: true, capture: true });
    return () => document.removeEventListener('scroll', look, { capture: true });
  }, [element, enabled]);
  return stuck;
}
