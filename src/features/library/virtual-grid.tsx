import { memo, useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { useContentRows } from './use-contents.ts';
import { useLineWindow, type LineWindow } from './use-line-window.ts';
import './virtual-grid.css';

export interface VirtualGridProps {
  label: string;
  ids: readonly string[];
  first: readonly LibraryContent[] | undefined;
  tile: (content: LibraryContent) => ReactNode;
}

/** Lines whose rows are read together. One block more on each side is read ahead for fast scrolling. */
const BLOCK_LINES = 24;

/** Width from which the styles make three columns (tile-grid.css), px. */
const WIDE_PX = 500;

/** The last layout of the list: the initial estimate when it opens again. */
let lastLayout = { columns: window.innerWidth < WIDE_PX ? 2 : 3, topPx: 0 };

/** A virtual grid: renders only the tiles near the screen and reads their rows by id. */
export function VirtualGrid({ label, ids, first, tile }: VirtualGridProps) {
  // `heights` is mutable and React cannot see its changes: the compiler must not memoize reads of it.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
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
  const lineWindow = useLineWindow({ lines, columns, topPx });
  const { heights, watch } = lineWindow;
  const rows = useRowsNear({
    ids,
    first,
    perBlock: BLOCK_LINES * columns,
    fromLine: lineWindow.from,
    toLine: lineWindow.to,
  });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- line elements separate the list from its items
    <div ref={list} role="list" aria-label={label} className="virtual-grid" style={{ height: heights.totalPx }}>
      {/* Measured to find the number of columns at this width and text size. */}
      <div className="tile-grid virtual-grid__ruler" aria-hidden="true" />
      {inSlots(lineWindow).map(({ slot, line }) => (
        <Line key={slot} line={line} topPx={heights.topOf(line)} watch={watch}>
          {ids.slice(line * columns, (line + 1) * columns).map((id, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- the elements of a column are reused for one item after another
            <Item
              key={column}
              content={rows.get(id)}
              size={ids.length}
              place={line * columns + column + 1}
              tile={tile}
            />
          ))}
        </Line>
      ))}
    </div>
  );
}

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

interface Near extends Pick<VirtualGridProps, 'ids' | 'first'> {
  perBlock: number;
  fromLine: number;
  toLine: number;
}

/** Rows of the blocks around the given lines, by id; the previous rows stay until the new ones are read. */
const useRowsNear = ({ ids, first, perBlock, fromLine, toLine }: Near): ReadonlyMap<string, LibraryContent> => {
  const fromBlock = Math.max(0, Math.floor(fromLine / BLOCK_LINES) - 1);
  const toBlock = Math.floor(Math.max(0, toLine - 1) / BLOCK_LINES) + 1;
  const wanted = useMemo(
    () => ids.slice(fromBlock * perBlock, (toBlock + 1) * perBlock),
    [ids, fromBlock, toBlock, perBlock],
  );
  const read = useContentRows(wanted);
  return useMemo(() => new Map([...(first ?? []), ...(read ?? [])].map((row) => [row.id, row])), [first, read]);
};

/** A line of tiles. Its elements are reused for another line once this one has left the screen. */
function Line({
  line,
  topPx,
  watch,
  children,
}: {
  line: number;
  topPx: number;
  watch: LineWindow['watch'];
  children: ReactNode;
}) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => watch(element.current!), [watch, line]);
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
      {children}
    </div>
  );
}

/** Memoized: renders again only when its row or `tile` changes, not with every line that scrolls into view. */
const Item = memo(function Item({
  content,
  size,
  place,
  tile,
}: {
  content: LibraryContent | undefined;
  size: number;
  place: number;
  tile: VirtualGridProps['tile'];
}) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- line elements separate the list from its items
    <div role="listitem" className="tile-grid__item" aria-setsize={size} aria-posinset={place}>
      {content ? tile(content) : <span className="skeleton skeleton--cover virtual-grid__blank" />}
    </div>
  );
});
