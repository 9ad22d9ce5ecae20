// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { Fragment } from 'react';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { useContentRows, type ContentList } from './use-contents.ts';
import { titlesOf } from './shown-titles.ts';
import { VirtualGrid, type VirtualGridProps } from './virtual-grid.tsx';

/** Up to this number every tile is rendered; longer lists render only those near the screen. */
const PLAIN_MAX = 60;
const NONE: readonly string[] = [];

export interface ContentGridProps extends Pick<VirtualGridProps, 'label' | 'tile' | 'sportOf'> {
  list: ContentList;
}

/** The grid of own content; shows the first rows until the whole list is read. */
export function ContentGrid({ label, list: { ids, first, rowOf }, tile, sportOf }: ContentGridProps) {
  const isLong = (ids?.length ?? 0) > PLAIN_MAX;
  const read = useContentRows(isLong || rowOf ? NONE : (ids ?? NONE));
  if (isLong && ids)
    return <VirtualGrid label={label} ids={ids} first={first} rowOf={rowOf} tile={tile} sportOf={sportOf} />;
  const rows = rowOf && ids ? ids.map(rowOf).filter((row) => row !== undefined) : read;
  const shownRows = rows && rows.length > 0 ? rows : (first ?? rows ?? []);
  const titleOf = titlesOf(shownRows);
  return (
    <TileGrid label={label}>
      {shownRows.map((content) => (
        <Fragment key={content.id}>{tile(content, titleOf(content))}</Fragment>
      ))}
    </TileGrid>
  );
}
