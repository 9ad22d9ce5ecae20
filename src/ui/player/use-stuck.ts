import { useEffect, useState, type RefObject } from 'react';

/** The player counts as stuck once the page has scrolled this far, px. Source: D-266. */
const STUCK_PX = 100;

/** Whether the page has scrolled below a sticky element, which must be the first child of its parent. */
export function useStuck(element: RefObject<HTMLElement | null>, enabled: boolean): boolean {
  const [stuck, setStuck] = useState(false);
  useEffect(() => {
    const page = element.current?.parentElement;
    if (!enabled || !page) return;
    const update = () => setStuck(page.getBoundingClientRect().top < -STUCK_PX);
    update();
    document.addEventListener('scroll', update, { passive: true, capture: true });
    return () => document.removeEventListener('scroll', update, { capture: true });
  }, [element, enabled]);
  return stuck;
}
