import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react';

/**
 * Runs down the time of a toast, and holds it while somebody reads or reaches for it: the mouse is over it, a finger is
 * on it, the keyboard's focus is in it, or the page is in the background.
 *
 * @param stayMs 0: it stays.
 * @returns Props to spread on the toast.
 */
export function useToastTimer(stayMs: number, onElapsed: () => void) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isAway = usePageAway();
  const left = useRef(stayMs);
  const elapsed = useRef(onElapsed);
  useEffect(() => {
    elapsed.current = onElapsed;
  });
  const isHeld = isHovered || isFocused || isAway;
  useEffect(() => {
    if (stayMs === 0 || isHeld) return;
    const from = performance.now();
    const timer = setTimeout(() => elapsed.current(), left.current);
    return () => {
      clearTimeout(timer);
      left.current = Math.max(0, left.current - (performance.now() - from));
    };
  }, [stayMs, isHeld]);
  return {
    onPointerEnter: () => setHovered(true),
    // A finger's own leave comes with its release.
    onPointerLeave: (_event: PointerEvent) => setHovered(false),
    onFocus: (event: FocusEvent<HTMLElement>) => setFocused(event.target.matches(':focus-visible')),
    onBlur: (event: FocusEvent<HTMLElement>) =>
      setFocused(event.currentTarget.contains(event.relatedTarget) && isFocused),
  };
}

/** Whether the window is behind another one or its tab is hidden. */
function usePageAway(): boolean {
  const [isAway, setAway] = useState(document.hidden);
  useEffect(() => {
    const watch = new AbortController();
    const { signal } = watch;
    const leave = (event: Event) => event.target === window && setAway(true);
    window.addEventListener('blur', leave, { signal });
    window.addEventListener('focus', () => setAway(document.hidden), { signal });
    document.addEventListener('visibilitychange', () => setAway(document.hidden), { signal });
    return () => watch.abort();
  }, []);
  return isAway;
}
