import { Fragment, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { TileGrid } from '#ui/tile-grid.tsx';
import { useContentRows, type ContentList } from './use-contents.ts';
import { VirtualGrid } from './virtual-grid.tsx';

/** Up to here every tile is simply there; beyond, only those near the screen are. */
const PLAIN_MAX = 60;
const NONE: readonly string[] = [];

export interface ContentGridProps {
  label: string;
  list: ContentList;
  tile: (content: LibraryContent) => ReactNode;
}

/** The grid of own content; opens with the first rows and grows as far as the list goes. */
export function ContentGrid({ label, list: { ids, first }, tile }: ContentGridProps) {
  const isLong = (ids?.length ?? 0) > PLAIN_MAX;
  const rows = useContentRows(isLong ? NONE : (ids ?? NONE));
  if (isLong && ids) return <VirtualGrid label={label} ids={ids} first={first} tile={tile} />;
  const known = rows && rows.length > 0 ? rows : (first ?? rows ?? []);
  return (
    <TileGrid label={label}>
      {known.map((content) => (
        <Fragment key={content.id}>{tile(content)}</Fragment>
      ))}
    </TileGrid>
  );
}
