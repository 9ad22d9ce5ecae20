// `heights` is mutable and React cannot see its changes: the compiler must not memoize reads of it.
'use no memo';

import { startTransition, useEffect, useEffectEvent, useMemo, useReducer, useRef, useState } from 'react';
import { readKept, writeKept } from '#app/navigation/entries.ts';
import { followContents } from '#app/navigation/show-place.ts';
import { LineHeights } from './line-heights.ts';

/** Lines drawn beyond the screen on each side, after the visible ones are drawn. */
const OVERSCAN_LINES = 3;
/** The list has stopped scrolling once it has drawn the same lines for this long, ms. */
const SETTLED_MS = 300;
/** Lines assumed on the screen before any height is measured. */
const FIRST_LINES = 3;

/** Kept with the history entry: with other heights, the kept scroll position would show other lines. */
const KEPT = 'line heights';
interface KeptHeights {
  columns: number;
  heights: LineHeights;
}

/** The heights measured when this page was shown before, with as many columns. */
const keptHeights = (columns: number): LineHeights | undefined => {
  const kept = readKept<KeptHeights>(KEPT);
  return kept?.columns === columns ? kept.heights : undefined;
};

export interface LineWindow {
  heights: LineHeights;
  /** First line drawn; `to` is the line after the last. */
  from: number;
  to: number;
  /** Whether a line is on the screen; the others that are drawn are near it. */
  isOnScreen: (line: number) => boolean;
  /** Number of reused line elements: line n is drawn by element n modulo `slots`. */
  slots: number;
  /** The first slot in document order; updated once scrolling has ended, so that screen readers read from top to bottom. */
  firstSlot: number;
  /** Observes the height of a drawn line. @returns Stops observing. */
  watch: (line: HTMLElement) => () => void;
  /** Draws the lines that are on the screen now, e.g. after they were drawn by `drawPassing`. */
  update: () => void;
}

/** The heights of all lines; new ones for another number of lines or columns, and once the usual height is known. */
const useHeights = (lines: number, columns: number) => {
  const [usual, setUsual] = useState(() => ({ columns, px: keptHeights(columns)?.usualPx ?? 0 }));
  const usualPx = usual.columns === columns ? usual.px : 0;
  const heights = useMemo(() => {
    const kept = keptHeights(columns);
    return kept?.count === lines && kept.usualPx === usualPx ? kept : new LineHeights(lines, usualPx);
  }, [lines, columns, usualPx]);
  useEffect(() => writeKept(KEPT, { columns, heights } satisfies KeptHeights), [heights, columns]);
  return { heights, usualPx, setUsual };
};

/** Calls `update` when the page scrolls or changes its size. @returns Ends that. */
const onMoved = (update: () => void): (() => void) => {
  // The observer first reports after layout; measuring earlier would force a second layout.
  const layout = new ResizeObserver(update);
  layout.observe(document.documentElement);
  addEventListener('scroll', update, { passive: true });
  addEventListener('resize', update);
  return () => {
    layout.disconnect();
    removeEventListener('scroll', update);
    removeEventListener('resize', update);
  };
};

/**
 * The lines of a long list that are near the screen, updated as the page scrolls.
 *
 * @param columns Tiles per line; when it changes, all measured heights are dropped.
 * @param topPx The list's distance from the top of the page.
 * @param drawPassing Draws the lines from `from` up to `to` if the page scrolls too fast to be read. @returns Whether it did.
 */
export const useLineWindow = ({
  lines,
  columns,
  topPx,
  drawPassing,
}: {
  lines: number;
  columns: number;
  topPx: number;
  drawPassing: (screen: { from: number; to: number }) => boolean;
}): LineWindow => {
  const { heights, usualPx, setUsual } = useHeights(lines, columns);
  const [, redraw] = useReducer((round: number) => round + 1, 0);
  const [screen, setScreen] = useState({ firstLine: 0, count: FIRST_LINES });
  const screenRef = useRef(screen);
  // Fewer than are drawn where a part of the page above the list is on the screen.
  const seen = useRef(screen);
  const [overscan, setOverscan] = useState(0);
  const slots = screen.count + 2 * overscan;
  const from = Math.max(0, screen.firstLine - overscan);
  const to = Math.min(lines, from + slots);
  useEffect(() => startTransition(() => setOverscan(OVERSCAN_LINES)), []);

  const updateRef = useRef(() => {});
  const isDrawnPassing = useEffectEvent(drawPassing);
  useEffect(() => {
    const update = () => {
      const startPx = window.scrollY - topPx;
      const firstLine = heights.lineAt(startPx);
      const lines = heights.lineAt(startPx + window.innerHeight) - firstLine + 1;
      if (isDrawnPassing({ from: firstLine, to: firstLine + lines })) return;
      const now = screenRef.current;
      seen.current = { firstLine, count: lines };
      // React would render once more to find that nothing changed.
      if (now.firstLine === firstLine && now.count >= lines) return;
      screenRef.current = { firstLine, count: Math.max(now.count, lines) };
      setScreen(screenRef.current);
    };
    updateRef.current = update;
    return onMoved(update);
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
      if (grownAbovePx !== 0) followContents(grownAbovePx);
    });
    watcher.measureAll();
  }, [watcher, heights, columns, usualPx, setUsual, topPx]);

  const firstSlot = useFirstSlot(from, slots);
  const isOnScreen = (line: number) => {
    const { firstLine, count } = seen.current;
    return line >= firstLine && line < firstLine + count;
  };
  const update = () => updateRef.current();
  return { heights, watch: watcher.watch, from, to, isOnScreen, slots, firstSlot, update };
};

/** The slot that comes first in the document, once scrolling has ended. */
const useFirstSlot = (from: number, slots: number): number => {
  const [firstSlot, setFirstSlot] = useState(0);
  // Not with each `scrollend`: a page that is scrolled by a script or by keys ends many times. An element that is moved in the
  // document is styled, laid out and painted anew.
  useEffect(() => {
    const timer = setTimeout(() => setFirstSlot(from % slots), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [from, slots]);
  return firstSlot;
};

type Measured = (lines: [line: number, px: number][]) => void;

/** One observer for all drawn lines. */
class Watcher {
  #onMeasured: Measured = () => {};
  readonly #lines = new Set<HTMLElement>();
  readonly #observer = new ResizeObserver((entries) => {
    this.#onMeasured(
      entries.map(({ target, borderBoxSize }) => [
        Number((target as HTMLElement).dataset['line']),
        borderBoxSize[0]!.blockSize,
      ]),
    );
  });

  listen(onMeasured: Measured): void {
    this.#onMeasured = onMeasured;
  }

  readonly watch = (line: HTMLElement): (() => void) => {
    this.#lines.add(line);
    this.#observer.observe(line);
    return () => {
      this.#lines.delete(line);
      this.#observer.unobserve(line);
    };
  };

  /** Measures all drawn lines again: an observer reports an unchanged size only once. */
  measureAll(): void {
    for (const line of this.#lines) {
      this.#observer.unobserve(line);
      this.#observer.observe(line);
    }
  }
}
