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

/** Lines whose rows are read together; a block on either side is there before a fast scroll needs it. */
const BLOCK_LINES = 24;

/** From here the styles make three columns (tile-grid.css). */
const WIDE_PX = 500;

/** As the list last lay: the best guess at how it will lie when it is opened again. */
let lastLayout = { columns: window.innerWidth < WIDE_PX ? 2 : 3, topPx: 0 };

/** Ten thousand tiles of which only those near the screen exist; rows are read by id as they come near. */
export function VirtualGrid({ label, ids, first, tile }: VirtualGridProps) {
  // Where lines stand changes without telling React: the compiler must not keep what it worked out.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const [{ columns, topPx }, setLayout] = useState(lastLayout);
  useLayoutEffect(() => {
    const measure = () => {
      const next = layoutOf(list.current!);
      lastLayout = next;
      setLayout((now) => (now.columns === next.columns && now.topPx === next.topPx ? now : next));
    };
    // Speaks first when the page has been laid out: asked before, the browser would have to do it twice.
    const watcher = new ResizeObserver(measure);
    watcher.observe(list.current!);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);

  const lines = Math.ceil(ids.length / columns);
  const seen = useLineWindow({ lines, columns, topPx });
  const { heights, watch } = seen;
  const rows = useRowsNear({ ids, first, perBlock: BLOCK_LINES * columns, fromLine: seen.from, toLine: seen.to });
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines stand between the list and its items
    <div ref={list} role="list" aria-label={label} className="virtual-grid" style={{ height: heights.totalPx }}>
      {/* Tells how many columns the styles make of this width and text size. */}
      <div className="tile-grid virtual-grid__ruler" aria-hidden="true" />
      {inSlots(seen).map(({ slot, line }) => (
        <Line key={slot} line={line} topPx={heights.topOf(line)} watch={watch}>
          {ids.slice(line * columns, (line + 1) * columns).map((id, column) => (
            // oxlint-disable-next-line react/no-array-index-key -- the elements of a place serve one item after the other
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

/** Drawn lines by the elements they use; the elements stay where they are in the document while the list moves. */
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

/** The rows of the blocks around some lines, by id; what was read before stays until they are there. */
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

/** A line of tiles. Its elements serve another line when this one has left the screen. */
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
      // What had the focus is gone from the screen: it must not stand for another item now.
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

/** Drawn again only when its row or what is drawn changes, not with every line that comes into sight. */
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
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines stand between the list and its items
    <div role="listitem" className="tile-grid__item" aria-setsize={size} aria-posinset={place}>
      {content ? tile(content) : <span className="skeleton skeleton--cover virtual-grid__blank" />}
    </div>
  );
});
