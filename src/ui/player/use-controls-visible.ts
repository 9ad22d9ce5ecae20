import { useEffect, useState } from 'react';

/** Controls fade this long after the last touch, ms. Source: design §7. */
const FADE_MS = 3000;

/**
 * Whether the controls show: while `held` (paused, waiting, a menu open), for three seconds after any touch or move,
 * and while one of them has the keyboard focus.
 */
export function useControlsVisible(held: boolean) {
  /** Number of touches so far; the controls are faded while it equals `fadedAtTouch`. */
  const [touch, setTouch] = useState(0);
  const [fadedAtTouch, setFadedAtTouch] = useState<number>();
  const [focused, setFocused] = useState(false);
  const stays = held || focused;

  useEffect(() => {
    if (stays) return;
    const timer = setTimeout(() => setFadedAtTouch(touch), FADE_MS);
    return () => clearTimeout(timer);
  }, [stays, touch]);

  return {
    visible: stays || fadedAtTouch !== touch,
    show: () => setTouch((count) => count + 1),
    hide: () => setFadedAtTouch(touch),
    /** Spread on the element around the controls. */
    focusProps: {
      onFocus: (event: React.FocusEvent) => setFocused(event.target.matches(':focus-visible')),
      onBlur: () => setFocused(false),
    },
  };
}
