// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { startTransition, useEffect, useEffectEvent, useState } from 'react';

/** From this speed on the page scrolls too fast to be read, px per ms: some three screens of a phone per second. */
const FAST_PX_PER_MS = 2.5;
/** So many steps at that speed are scrolling; fewer are a jump, e.g. back to where the page was left. */
const FAST_STEPS = 3;
/** Scrolling is no longer fast this long after its last fast step, ms. */
const SLOWED_MS = 120;
/**
 * Whether a line came while the page scrolls too fast to be read: such a line is drawn with less, and filled in afterwards.
 *
 * @param from First line drawn now; `to` is the line after the last. What is drawn when fast scrolling begins stays as it is.
 */
export const usePassing = (from: number, to: number): ((line: number) => boolean) => {
  const [drawn, setDrawn] = useState<{ from: number; to: number }>();
  const begin = useEffectEvent(() => setDrawn((now) => now ?? { from, to }));
  useEffect(() => {
    let last = { px: window.scrollY, ms: performance.now() };
    let steps = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const end = () => {
      steps = 0;
      timer = undefined;
      startTransition(() => setDrawn(undefined));
    };
    const onScroll = () => {
      const now = { px: window.scrollY, ms: performance.now() };
      const isFast = Math.abs(now.px - last.px) > FAST_PX_PER_MS * Math.max(1, now.ms - last.ms);
      last = now;
      if (!isFast) return;
      steps += 1;
      clearTimeout(timer);
      timer = setTimeout(end, SLOWED_MS);
      if (steps === FAST_STEPS) begin();
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      removeEventListener('scroll', onScroll);
    };
  }, []);
  return (line) => drawn !== undefined && (line < drawn.from || line >= drawn.to);
};
