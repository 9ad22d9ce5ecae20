import { memo, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import type { LibraryContent } from '#contract/rows.ts';
import { useContentRows } from './use-contents.ts';
import './virtual-grid.css';

export interface VirtualGridProps {
  label: string;
  ids: readonly string[];
  first: readonly LibraryContent[] | undefined;
  tile: (content: LibraryContent) => ReactNode;
}

/** Height of a line of tiles before it is measured, px. */
const LINE_PX = 240;
const OVERSCAN_LINES = 4;
/** Rows are read in blocks, so that scrolling one line reads nothing. */
const BLOCK = 60;

/** Ten thousand tiles of which only those near the screen exist; rows are read by id as they come near. */
export function VirtualGrid({ label, ids, first, tile }: VirtualGridProps) {
  // The virtualizer changes without telling React: the compiler must not keep what it gave.
  'use no memo';
  const list = useRef<HTMLDivElement>(null);
  const [{ columns, top }, setLayout] = useState({ columns: 2, top: 0 });
  useLayoutEffect(() => {
    const measure = () => setLayout(layoutOf(list.current!));
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(list.current!);
    watcher.observe(document.body);
    return () => watcher.disconnect();
  }, []);

  const lines = Math.ceil(ids.length / columns);
  // oxlint-disable-next-line react/incompatible-library -- its answers change with the scroll and are not memoized here
  const virtualizer = useWindowVirtualizer({ count: lines, estimateSize: () => LINE_PX, overscan: OVERSCAN_LINES, scrollMargin: top });
  const shown = virtualizer.getVirtualItems();
  const from = Math.floor(((shown[0]?.index ?? 0) * columns) / BLOCK) * BLOCK;
  const to = Math.ceil((((shown.at(-1)?.index ?? 0) + 1) * columns) / BLOCK) * BLOCK;
  // The blocks on either side are there before a fast scroll needs them.
  const rows = useRows(ids, Math.max(0, from - BLOCK), to + BLOCK, first);

  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- lines stand between the list and its items
    <div ref={list} role="list" aria-label={label} className="virtual-grid" style={{ height: virtualizer.getTotalSize() }}>
      {/* Tells how many columns the styles make of this width and text size. */}
      <div className="tile-grid virtual-grid__ruler" aria-hidden="true" />
      {shown.map((line) => (
        <div
          key={line.key} role="presentation" ref={virtualizer.measureElement} data-index={line.index}
          className="tile-grid virtual-grid__line" style={{ transform: `translateY(${line.start - top}px)` }}
        >
          {ids.slice(line.index * columns, (line.index + 1) * columns).map((id, column) => (
            // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as above
            <div key={id} role="listitem" className="tile-grid__item" aria-setsize={ids.length} aria-posinset={line.index * columns + column + 1}>
              {rows.has(id) ? <Tile content={rows.get(id)!} tile={tile} /> : <span className="skeleton skeleton--cover virtual-grid__blank" />}
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}

const layoutOf = (list: HTMLElement): { columns: number; top: number } => {
  const ruler = list.querySelector('.virtual-grid__ruler')!;
  const columns = getComputedStyle(ruler).gridTemplateColumns.split(' ').length;
  return { columns: Math.max(1, columns), top: Math.round(list.getBoundingClientRect().top + window.scrollY) };
};

/** Drawn again only when its row or what is drawn changes, not with every line that comes into sight. */
const Tile = memo(function Tile({ content, tile }: { content: LibraryContent; tile: (content: LibraryContent) => ReactNode }) {
  return tile(content);
});

/** Rows from one place to another, with those read before while the next are being read. */
const useRows = (ids: readonly string[], from: number, to: number, first: readonly LibraryContent[] | undefined): ReadonlyMap<string, LibraryContent> => {
  const wanted = useMemo(() => ids.slice(from, to), [ids, from, to]);
  const read = useContentRows(wanted);
  const [kept, setKept] = useState<readonly LibraryContent[]>(first ?? []);
  if (read && read !== kept) setKept(read);
  return useMemo(() => new Map([...(first ?? []), ...kept, ...(read ?? [])].map((row) => [row.id, row])), [first, kept, read]);
};
