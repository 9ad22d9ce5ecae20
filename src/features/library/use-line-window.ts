import { startTransition, useEffect, useMemo, useReducer, useState } from 'react';
import { LineHeights } from './line-heights.ts';

/** Lines drawn beyond the screen on both sides, once those on it stand. */
const BEYOND_LINES = 3;
/** Lines on the screen before it is known how high they are. */
const FIRST_LINES = 3;

export interface LineWindow {
  heights: LineHeights;
  /** First line drawn, and the one after the last. */
  from: number;
  to: number;
  /** Most lines drawn at a time: a line that comes into sight takes the elements of the one that many before it. */
  slots: number;
  /** The slot that stands first in the document, so that it reads from top to bottom once scrolling has come to rest. */
  firstSlot: number;
  /** Watches the height of a drawn line. */
  watch: (line: HTMLElement) => () => void;
}

/**
 * Which of many lines lie near the screen, as the page scrolls.
 *
 * @param columns Tiles of a line: with another number every line is another one.
 * @param topPx The list's distance from the top of the page.
 */
export const useLineWindow = ({
  lines,
  columns,
  topPx,
}: {
  lines: number;
  columns: number;
  topPx: number;
}): LineWindow => {
  // Where lines stand changes without telling React: the compiler must not keep what it worked out.
  'use no memo';
  const [usual, setUsual] = useState({ columns, px: 0 });
  const usualPx = usual.columns === columns ? usual.px : 0;
  const heights = useMemo(() => new LineHeights(lines, usualPx), [lines, usualPx]);
  const [, redraw] = useReducer((round: number) => round + 1, 0);
  const [screen, setScreen] = useState({ firstLine: 0, count: FIRST_LINES });
  const [beyond, setBeyond] = useState(0);
  useEffect(() => startTransition(() => setBeyond(BEYOND_LINES)), []);

  useEffect(() => {
    const look = () => {
      const startPx = window.scrollY - topPx;
      const firstLine = heights.lineAt(startPx);
      const lines = heights.lineAt(startPx + window.innerHeight) - firstLine + 1;
      setScreen((now) =>
        now.firstLine === firstLine && now.count >= lines ? now : { firstLine, count: Math.max(now.count, lines) },
      );
    };
    // Speaks first when the page has been laid out: asked before, the browser would have to do it twice.
    const layout = new ResizeObserver(look);
    layout.observe(document.documentElement);
    addEventListener('scroll', look, { passive: true });
    addEventListener('resize', look);
    return () => {
      layout.disconnect();
      removeEventListener('scroll', look);
      removeEventListener('resize', look);
    };
  }, [heights, topPx]);

  const [watcher] = useState(() => new Watcher());
  useEffect(() => {
    watcher.listen((measured) => {
      let grownPx = 0;
      let grownAbovePx = 0;
      for (const [line, px] of measured) {
        const isAbove = heights.topOf(line + 1) <= window.scrollY - topPx;
        const deltaPx = heights.measure(line, px);
        grownPx += Math.abs(deltaPx);
        if (isAbove) grownAbovePx += deltaPx;
      }
      if (usualPx === 0) return setUsual({ columns, px: heights.usualPx });
      if (grownPx === 0) return;
      redraw();
      // What is being looked at stays where it is.
      if (grownAbovePx !== 0) window.scrollBy(0, grownAbovePx);
    });
    watcher.again();
  }, [watcher, heights, columns, usualPx, topPx]);

  const slots = screen.count + 2 * beyond;
  const from = Math.max(0, screen.firstLine - beyond);
  const [firstSlot, setFirstSlot] = useState(0);
  useEffect(() => {
    const rest = () => setFirstSlot(from % slots);
    addEventListener('scrollend', rest);
    return () => removeEventListener('scrollend', rest);
  }, [from, slots]);
  return { heights, watch: watcher.watch, from, to: Math.min(lines, from + slots), slots, firstSlot };
};

type Measured = (lines: [line: number, px: number][]) => void;

/** One observer for all drawn lines. */
class Watcher {
  #take: Measured = () => {};
  readonly #lines = new Set<HTMLElement>();
  readonly #observer = new ResizeObserver((entries) => {
    this.#take(
      entries.map(({ target, borderBoxSize }) => [
        Number((target as HTMLElement).dataset['line']),
        borderBoxSize[0]!.blockSize,
      ]),
    );
  });

  listen(take: Measured): void {
    this.#take = take;
  }

  readonly watch = (line: HTMLElement): (() => void) => {
    this.#lines.add(line);
    this.#observer.observe(line);
    return () => {
      this.#lines.delete(line);
      this.#observer.unobserve(line);
    };
  };

  /** Measures what is drawn anew: an observer speaks of the same size only once. */
  again(): void {
    for (const line of this.#lines) {
      this.#observer.unobserve(line);
      this.#observer.observe(line);
    }
  }
}
