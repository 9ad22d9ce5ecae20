import { Fragment, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { TileGrid } from '#ui/tile-grid.tsx';
import { useContentRows, type ContentList } from './use-contents.ts';
import { VirtualGrid } from './virtual-grid.tsx';

/** Up to this number every tile is rendered; longer lists render only those near the screen. */
const PLAIN_MAX = 60;
const NONE: readonly string[] = [];

export interface ContentGridProps {
  label: string;
  list: ContentList;
  tile: (content: LibraryContent) => ReactNode;
}

/** The grid of own content; shows the first rows until the whole list is read. */
export function ContentGrid({ label, list: { ids, first }, tile }: ContentGridProps) {
  const isLong = (ids?.length ?? 0) > PLAIN_MAX;
  const rows = useContentRows(isLong ? NONE : (ids ?? NONE));
  if (isLong && ids) return <VirtualGrid label={label} ids={ids} first={first} tile={tile} />;
  const shownRows = rows && rows.length > 0 ? rows : (first ?? rows ?? []);
  return (
    <TileGrid label={label}>
      {shownRows.map((content) => (
        <Fragment key={content.id}>{tile(content)}</Fragment>
      ))}
    </TileGrid>
  );
}
