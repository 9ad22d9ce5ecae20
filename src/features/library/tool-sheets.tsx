import { libraryText } from '#contract/text/library-page.ts';
import { Button } from '#ui/buttons/button.tsx';
import { RadioGroup, RadioRow } from '#ui/forms/radio-row.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { afterFrame } from '#ui/after-frame.ts';
import type { ContentQuery, Sort, State } from './content-query.ts';

export interface ToolSheetProps {
  open: boolean;
  onClose: () => void;
  query: ContentQuery;
  onChange: (change: Partial<ContentQuery>) => void;
}

export interface FilterSheetProps extends ToolSheetProps {
  /** Number of items that fit the filter. */
  found: number | undefined;
}

/** Archived content has a page of its own: it can only be restored, downloaded and deleted. Source: D-158. */
const isListed = (state: State): boolean => state !== 'archived';

/** Filter by the state of content. Source: D-92. */
export function FilterSheet({ open, onClose, query, onChange, found }: FilterSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={libraryText.filterTitle}
      footer={
        <Button block onClick={onClose}>
          {libraryText.showResults(found ?? 0)}
        </Button>
      }
    >
      <RadioGroup label={libraryText.stateFilter}>
        {(Object.keys(libraryText.states) as State[]).filter(isListed).map((state) => (
          <RadioRow
            key={state}
            name="state"
            label={libraryText.states[state]}
            checked={query.state === state}
            onChange={() => onChange({ state })}
          />
        ))}
      </RadioGroup>
      <Button block variant="ghost" href="/library/archived">
        {libraryText.states.archived}
      </Button>
    </Sheet>
  );
}

export interface SortSheetProps extends ToolSheetProps {
  /** Orders to choose from; by default all. */
  sorts?: readonly Sort[] | undefined;
}

const ALL_SORTS = Object.keys(libraryText.sorts) as Sort[];

/** Sort order of the list. Source: D-93. */
export function SortSheet({ open, onClose, query, onChange, sorts = ALL_SORTS }: SortSheetProps) {
  return (
    <Sheet open={open} onClose={onClose} title={libraryText.sortTitle}>
      <RadioGroup label={libraryText.sortTitle} hideLabel>
        {sorts.map((sort) => (
          <RadioRow
            key={sort}
            name="sort"
            label={libraryText.sorts[sort]}
            checked={query.sort === sort}
            onChange={() => {
              onChange({ sort });
              // Closing would delay the list.
              afterFrame(onClose);
            }}
          />
        ))}
      </RadioGroup>
    </Sheet>
  );
}
