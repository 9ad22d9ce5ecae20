import { useEffect, useState } from 'react';

/** Controls fade this long after the last touch, ms. Source: design §7. */
const FADE_MS = 3000;

/**
 * When the controls show: while `held` (paused, waiting, a menu open), after any touch or move
 * for three seconds, and as long as the keyboard focus is among them.
 */
export function useControlsVisible(held: boolean) {
  /** Counts touches; the controls are faded when no touch came after the one they faded at. */
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
