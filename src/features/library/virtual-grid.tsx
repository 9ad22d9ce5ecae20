// `heights` is mutable and React cannot see its changes: the compiler must not memoize reads of it.
'use no memo';

import {
  memo,
  startTransition,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type ReactNode,
  type RefObject,
} from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { reportUnhandled } from '#ui/missing-file.ts';
import type { PassingLines, PassingList } from './passing-lines.ts';
import { titlesOf } from './shown-titles.ts';
import { useContentRows, type ContentList } from './use-contents.ts';
import { useLineWindow, type LineWindow } from './use-line-window.ts';
import './virtual-grid.css';

export interface VirtualGridProps {
  label: string;
  ids: readonly string[];
  first: readonly LibraryContent[] | undefined;
  rowOf?: ContentList['rowOf'];
  tile: (content: LibraryContent, title: string) => ReactNode;
  /** The sport whose drawing is shown for a content without a picture. */
  sportOf?: ((content: LibraryContent) => string | undefined) | undefined;
}

/** Lines whose rows are read together. One block more on each side is read ahead for fast scrolling. */
const BLOCK_LINES = 24;

/** Width from which the styles make three columns (tile-grid.css), px. */
const WIDE_PX = 500;

/** The last layout of the list: the initial estimate when it opens again. */
let lastLayout = { columns: window.innerWidth < WIDE_PX ? 2 : 3, topPx: 0 };

/** A virtual grid: renders only the tiles near the screen, and reads their rows by id until all are in memory. */
export function VirtualGrid({ label, ids, first, rowOf, tile, sportOf }: VirtualGridProps) {
  const list = useRef<HTMLDivElement>(null);
  const passingPlace = useRef<HTMLDivElement>(null);
  const passing = useRef<PassingLines>(undefined);
  const [{ columns, topPx }, setLayout] = useState(lastLayout);
  useLayoutEffect(() => {
    const measure = () => {
      const next = layoutOf(list.current!);
      lastLayout = next;
      setLayout((now) => (now.columns === next.columns && now.topPx === next.topPx ? now : next));
    };
    // The observer first reports after layout; measuring earlier would force a second layout.
    const watcher = new ResizeObserver(measure);
    watcher.observe(list.current!);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);

  const lines = Math.ceil(ids.length / columns);
  const drawPassing = (screen: { from: number; to: number }) => passing.current?.draw(screen) ?? false;
  const lineWindow = useLineWindow({ lines, columns, topPx, drawPassing });
  const { heights, watch } = lineWindow;
  usePassingLines(passing, passingPlace, rowOf && { ids, columns, heights, rowOf, sportOf }, lineWindow);
  const rows = useRowsNear({
    ids,
    first,
    rowOf,
    perBlock: BLOCK_LINES * columns,
    fromLine: lineWindow.from,
    toLine: lineWindow.to,
  });
  const near = useMemo(() => ({ ids, rows, titleOf: titlesOf(rows.values()) }), [ids, rows]);
  // A search or filter changes all lines at once: those on the screen come first.
  const later = useDeferredValue(near);
  return (
    // Line elements separate the list from its items.
    <div ref={list} role="list" aria-label={label} className="virtual-grid" style={{ height: heights.totalPx }}>
      {/* Measured to find the number of columns at this width and text size. */}
      <div className="tile-grid virtual-grid__ruler" aria-hidden="true" />
      {inSlots(lineWindow).map(({ slot, line }) => (
        <Line
          key={slot}
          line={line}
          columns={columns}
          topPx={heights.topOf(line)}
          watch={watch}
          near={lineWindow.isOnScreen(line) ? near : later}
          tile={tile}
        />
      ))}
      <div ref={passingPlace} aria-hidden="true" className="virtual-grid__passing" />
    </div>
  );
}

/** Draws lines while the page scrolls fast, once all rows are in memory; its code comes then. */
const usePassingLines = (
  passingRef: RefObject<PassingLines | undefined>,
  placeRef: RefObject<HTMLDivElement | null>,
  list: PassingList | undefined,
  { from, to, update }: LineWindow,
) => {
  const isInMemory = list !== undefined;
  const make = useEffectEvent(
    (Lines: typeof PassingLines) => new Lines(placeRef.current!, list!, () => startTransition(update)),
  );
  useEffect(() => {
    if (!isInMemory) return undefined;
    let isOver = false;
    import('./passing-lines.ts')
      .then(({ PassingLines: Loaded }) => {
        if (!isOver) passingRef.current = make(Loaded);
      })
      .catch(reportUnhandled);
    return () => {
      isOver = true;
      passingRef.current?.stop();
      passingRef.current = undefined;
    };
  }, [isInMemory, passingRef]);
  useLayoutEffect(() => {
    if (list) passingRef.current?.show(list, { from, to });
  });
};

/** Assigns drawn lines to slots, in document order, which stays unchanged while the list scrolls. */
const inSlots = ({ from, to, slots, firstSlot }: LineWindow): { slot: number; line: number }[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => ({
    slot: (from + index) % slots,
    line: from + index,
  })).toSorted((a, b) => ((a.slot - firstSlot + slots) % slots) - ((b.slot - firstSlot + slots) % slots));

const layoutOf = (list: HTMLElement): { columns: number; topPx: number } => {
  const ruler = list.querySelector('.virtual-grid__ruler')!;
  const columns = getComputedStyle(ruler).gridTemplateColumns.split(' ').length;
  return { columns: Math.max(1, columns), topPx: Math.round(list.getBoundingClientRect().top + window.scrollY) };
};

interface Near extends Pick<VirtualGridProps, 'ids' | 'first' | 'rowOf'> {
  perBlock: number;
  fromLine: number;
  toLine: number;
}

const NONE: readonly string[] = [];

/** Rows of the blocks around the given lines, by id. Those from the database stay until the new ones are read. */
const useRowsNear = ({ ids, first, rowOf, perBlock, fromLine, toLine }: Near): ReadonlyMap<string, LibraryContent> => {
  const fromBlock = Math.max(0, Math.floor(fromLine / BLOCK_LINES) - 1);
  const toBlock = Math.floor(Math.max(0, toLine - 1) / BLOCK_LINES) + 1;
  const wanted = useMemo(
    () => ids.slice(fromBlock * perBlock, (toBlock + 1) * perBlock),
    [ids, fromBlock, toBlock, perBlock],
  );
  const read = useContentRows(rowOf ? NONE : wanted);
  return useMemo(() => {
    const rows = rowOf ? wanted.map(rowOf).filter((row) => row !== undefined) : [...(first ?? []), ...(read ?? [])];
    return new Map(rows.map((row) => [row.id, row]));
  }, [first, read, rowOf, wanted]);
};

/** The list, and the rows of its part near the screen. */
interface NearRows {
  ids: readonly string[];
  rows: ReadonlyMap<string, LibraryContent>;
  titleOf: (content: LibraryContent) => string;
}

interface LineProps extends Pick<VirtualGridProps, 'tile'> {
  line: number;
  columns: number;
  topPx: number;
  watch: LineWindow['watch'];
  near: NearRows;
}

/**
 * A line of tiles. Its elements are reused for another line once this one has left the screen. Memoized, so that a line that
 * scrolls into view renders itself only.
 */
const Line = memo(function Line(props: LineProps) {
  const { line, columns, topPx, watch, tile } = props;
  const { ids, rows, titleOf } = props.near;
  const idsOfLine = ids.slice(line * columns, (line + 1) * columns);
  // Until then the height of blanks would move the lines below it, and back again.
  const isFilled = idsOfLine.every((id) => rows.has(id));
  const element = useRef<HTMLDivElement>(null);
  // Before the observer reports: an element that is reused for a line without rows, or with less, would report its height.
  useLayoutEffect(() => (isFilled ? watch(element.current!) : undefined), [watch, line, isFilled]);
  useLayoutEffect(
    () => () => {
      // The focused item has left the screen: its element must not keep the focus for another item.
      const focused = document.activeElement;
      if (element.current?.contains(focused)) (focused as HTMLElement).blur();
    },
    [line],
  );
  return (
    <div
      ref={element}
      role="presentation"
      data-line={line}
      className="tile-grid virtual-grid__line"
      style={{ top: topPx }}
    >
      {idsOfLine.map((id, column) => {
        const content = rows.get(id);
        return (
          <Item
            // The elements of a column are reused for one item after another.
            key={column}
            content={content}
            title={content && titleOf(content)}
            size={ids.length}
            place={line * columns + column + 1}
            tile={tile}
          />
        );
      })}
    </div>
  );
});

/** Memoized: renders again only when its row or `tile` changes, not with every line that scrolls into view. */
const Item = memo(function Item({
  content,
  title = '',
  size,
  place,
  tile,
}: {
  content?: LibraryContent | undefined;
  title?: string | undefined;
  size: number;
  place: number;
  tile: VirtualGridProps['tile'];
}) {
  return (
    // Line elements separate the list from its items.
    <div role="listitem" className="tile-grid__item" aria-setsize={size} aria-posinset={place}>
      {content ? tile(content, title) : <span className="skeleton skeleton--cover virtual-grid__blank" />}
    </div>
  );
});
