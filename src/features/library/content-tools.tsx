// Memoizing its parts would take more code than rendering them again.
'use no memo';

import { useState } from 'react';
import { libraryText } from '#contract/text/library-page.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { AudioIcon, FilterIcon, SortIcon, TextIcon, VideoIcon } from '#ui/icons.ts';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import type { ContentQuery, Sort, TypeFilter } from './content-query.ts';
import type { FilterSheetProps, SortSheetProps } from './tool-sheets.tsx';

const FilterSheet = lazyOverlay<FilterSheetProps>(async () => (await import('./tool-sheets.tsx')).FilterSheet);
const SortSheet = lazyOverlay<SortSheetProps>(async () => (await import('./tool-sheets.tsx')).SortSheet);

const TYPES: readonly { value: TypeFilter; label: string; icon?: React.ReactNode }[] = [
  { value: 'all', label: libraryText.types.all },
  { value: 'video', label: libraryText.types.video, icon: <VideoIcon /> },
  { value: 'audio', label: libraryText.types.audio, icon: <AudioIcon /> },
  { value: 'text', label: libraryText.types.text, icon: <TextIcon /> },
];

export interface ContentToolsProps {
  label: string;
  query: ContentQuery;
  onChange: (change: Partial<ContentQuery>) => void;
  /** Number of items that fit the filter. */
  found: number | undefined;
  /** Orders to choose from; by default all. */
  sorts?: readonly Sort[] | undefined;
  /** False where all contents have the same state: without its filter. */
  hasStates?: boolean | undefined;
}

/** Search, filter and sort of the list. Source: LIB-003…LIB-005, D-92, D-93. */
export function ContentTools({ label, query, onChange, found, sorts, hasStates = true }: ContentToolsProps) {
  const [sheet, setSheet] = useState<'filter' | 'sort'>();
  const close = () => setSheet(undefined);
  const isFiltered = query.state !== 'all';
  return (
    <>
      <div className="library__tools">
        <SearchField label={label} value={query.search} onChange={({ target }) => onChange({ search: target.value })} />
        {hasStates && (
          <IconButton
            look="ring"
            label={libraryText.filterButton}
            icon={<FilterIcon />}
            aria-haspopup="dialog"
            onClick={() => setSheet('filter')}
            badge={
              isFiltered ? (
                <>
                  <span className="dot library__filter-on" />
                  <span className="visually-hidden">{libraryText.states[query.state]}</span>
                </>
              ) : undefined
            }
          />
        )}
        <IconButton
          look="ring"
          label={libraryText.sortButton(libraryText.sorts[query.sort])}
          icon={<SortIcon />}
          aria-haspopup="dialog"
          onClick={() => setSheet('sort')}
        />
      </div>
      <ChipFilter
        single
        label={libraryText.typeFilter}
        options={TYPES}
        value={[query.type]}
        onChange={([type]) => onChange({ type: type ?? 'all' })}
      />
      <FilterSheet open={sheet === 'filter'} onClose={close} query={query} onChange={onChange} found={found} />
      <SortSheet open={sheet === 'sort'} onClose={close} query={query} onChange={onChange} sorts={sorts} />
    </>
  );
}
