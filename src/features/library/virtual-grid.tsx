import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
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

/** As the list last lay: the best guess at how it will lie when it is opened again. */
let lastLayout = { columns: 2, topPx: 0 };

/** Ten thousand tiles of which only those near the screen exist; rows are read by id as they come near. */
export function VirtualGrid({ label, ids, first, tile }: VirtualGridProps) {
  // Where lines stand changes without telling React: the compiler must not keep what it worked out.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const [{ columns, topPx }, setLayout] = useState(lastLayout);
  useLayoutEffect(() => {
    const measure = () => {
      const next = layoutOf(list.current!);
      if (lastLayout.columns === next.columns && lastLayout.topPx === next.topPx) return;
      lastLayout = next;
      // Before the page is painted: nobody sees the guess.
      flushSync(() => setLayout(next));
    };
    // Speaks first when the page has been laid out: asked before, the browser would have to do it twice.
    const watcher = new ResizeObserver(measure);
    watcher.observe(list.current!);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);

  const lines = Math.ceil(ids.length / columns);
  const { heights, from, to, watch } = useLineWindow({ lines, columns, topPx });
  const lastBlock = Math.floor(Math.max(0, lines - 1) / BLOCK_LINES);
  const fromBlock = Math.max(0, Math.floor(from / BLOCK_LINES) - 1);
  const toBlock = Math.min(lastBlock, Math.floor(Math.max(0, to - 1) / BLOCK_LINES) + 1);
  const shown = Array.from({ length: toBlock - fromBlock + 1 }, (_, index) => fromBlock + index);
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines stand between the list and its items
    <div ref={list} role="list" aria-label={label} className="virtual-grid" style={{ height: heights.totalPx }}>
      {/* Tells how many columns the styles make of this width and text size. */}
      <div className="tile-grid virtual-grid__ruler" aria-hidden="true" />
      {shown.map((block) => (
        <Block
          key={block} ids={ids} columns={columns} first={block === 0 ? first : undefined} tile={tile} watch={watch}
          start={block * BLOCK_LINES} tops={topsOf(heights, Math.max(from, block * BLOCK_LINES), Math.min(to, (block + 1) * BLOCK_LINES))}
          from={Math.max(from, block * BLOCK_LINES)}
        />
      ))}
    </div>
  );
}

const layoutOf = (list: HTMLElement): { columns: number; topPx: number } => {
  const ruler = list.querySelector('.virtual-grid__ruler')!;
  const columns = getComputedStyle(ruler).gridTemplateColumns.split(' ').length;
  return { columns: Math.max(1, columns), topPx: Math.round(list.getBoundingClientRect().top + window.scrollY) };
};

const topsOf = (heights: LineWindow['heights'], from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => heights.topOf(from + index));

interface BlockProps extends Pick<VirtualGridProps, 'ids' | 'first' | 'tile'>, Pick<LineWindow, 'watch'> {
  columns: number;
  /** The block's first line. */
  start: number;
  /** First line that is drawn, and where it and those after it stand. */
  from: number;
  tops: readonly number[];
}

/** Lines whose rows are read together, of which those near the screen are drawn. */
function Block({ ids, columns, first, tile, watch, start, from, tops }: BlockProps) {
  const wanted = useMemo(() => ids.slice(start * columns, (start + BLOCK_LINES) * columns), [ids, start, columns]);
  const read = useContentRows(wanted);
  const rows = useMemo(() => new Map([...(first ?? []), ...(read ?? [])].map((row) => [row.id, row])), [first, read]);
  return tops.map((topPx, index) => {
    const at = (from + index) * columns;
    return (
      <div
        key={from + index} role="presentation" ref={watch as (line: HTMLElement | null) => () => void} data-line={from + index}
        className="tile-grid virtual-grid__line" style={{ transform: `translateY(${topPx}px)` }}
      >
        {ids.slice(at, at + columns).map((id, column) => (
          <Item key={id} content={rows.get(id)} size={ids.length} place={at + column + 1} tile={tile} />
        ))}
      </div>
    );
  });
}

/** Drawn again only when its row or what is drawn changes, not with every line that comes into sight. */
const Item = memo(function Item({ content, size, place, tile }: { content: LibraryContent | undefined; size: number; place: number; tile: VirtualGridProps['tile'] }) {
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines stand between the list and its items
    <div role="listitem" className="tile-grid__item" aria-setsize={size} aria-posinset={place}>
      {content ? tile(content) : <span className="skeleton skeleton--cover virtual-grid__blank" />}
    </div>
  );
});
