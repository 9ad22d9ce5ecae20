import { findFeaturable, type FeaturedOfDesk } from '#contract/desk.ts';
import { FEATURED_FOUND_MAX, FEATURED_SEARCH_MAX } from '#contract/limits.ts';
import { SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { deskFeaturedText } from '#contract/text/desk-featured.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SearchField } from '#ui/forms/search-field.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Note } from '#ui/states/note.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { DeskAnswer } from '#app/desk/desk-view.tsx';
import { useDesk } from '#app/desk/use-desk.ts';
import { useDebounced } from '#app/lists/use-debounced.ts';
import { useKept } from '#app/navigation/entries.ts';
import { FeaturedCover, FeaturedFacts, featuredHref } from './featured-row.tsx';

const { add: text } = deskFeaturedText;

interface FeaturedSearchProps {
  /** Differs after each change of the list: what is found says whether it is featured. */
  round: number;
  isFull: boolean;
  feature: (row: FeaturedOfDesk) => void;
}

/** Finds channels and playlists that Explore shows, to feature them. */
export function FeaturedSearch({ round, isFull, feature }: FeaturedSearchProps) {
  const [typed, setTyped] = useKept('search', '');
  const search = useDebounced(typed, SEARCH_DEBOUNCE_MS).trim();
  return (
    <section className="stack-s">
      <SectionHeading>{text.heading}</SectionHeading>
      {isFull && <Note role="status">{text.full}</Note>}
      <SearchField
        label={text.search}
        maxLength={FEATURED_SEARCH_MAX}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      {search && <Found key={round} search={search} isFull={isFull} feature={feature} />}
    </section>
  );
}

type FoundProps = Omit<FeaturedSearchProps, 'round'> & { search: string };

function Found({ search, isFull, feature }: FoundProps) {
  const desk = useDesk(findFeaturable, [{ search }]);
  return (
    <DeskAnswer desk={desk}>
      {([read]) => {
        const { results } = read!;
        if (results.length === 0) return <EmptyState drawing="search" title={text.none} />;
        return (
          <div className="stack-s">
            <RowList label={text.results}>
              {results.map((row) => (
                <ListRow
                  key={row.id}
                  title={row.title}
                  href={featuredHref(row)}
                  text={<FeaturedFacts row={row} />}
                  align="start"
                  leading={<FeaturedCover row={row} />}
                  trailing={
                    row.isFeatured ? (
                      <Badge tone="success">{text.featured}</Badge>
                    ) : (
                      <Button
                        variant="outline"
                        size="m"
                        disabled={isFull}
                        aria-label={text.labelOf(row.title)}
                        onClick={() => feature(row)}
                      >
                        {text.label}
                      </Button>
                    )
                  }
                />
              ))}
            </RowList>
            {results.length === FEATURED_FOUND_MAX && <p className="t-small t-2">{text.more}</p>}
          </div>
        );
      }}
    </DeskAnswer>
  );
}
