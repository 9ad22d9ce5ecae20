import { useState, type MouseEvent } from 'react';
import { useNavigate } from '@tanstack/react-router';
import { searchText } from '#contract/text/search.ts';
import { listSports } from '#contract/sports.ts';
import { ChipFilter } from '#ui/buttons/chip-row.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { CloseIcon, HistoryIcon } from '#ui/icons.ts';
import { RowList } from '#ui/lists/row-list.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useAnswer } from '#app/data/use-answer.ts';
import { useReach } from '#app/device/traffic.ts';
import { ListPage } from '#app/lists/list-page.tsx';
import { DeviceResults } from './device-results.tsx';
import { AllResults, KindResults } from './online-results.tsx';
import { KINDS, LABELS, type Kind } from './results.tsx';
import { SearchBox } from './search-box.tsx';
import { useHistory } from './use-history.ts';
import { useSuggestions } from './use-suggestions.ts';
import './search.css';

export type SearchFilter = Kind | 'all';

export interface SearchPageProps {
  /** Where the page is: both routes have the same parameters. */
  path: '/explore-search' | '/sport-page-search';
  q: string;
  filterBy: SearchFilter;
  sportId: string | undefined;
}

const FILTERS = (['all', ...KINDS] as const).map((value) => ({
  value,
  label: value === 'all' ? searchText.all : LABELS[value],
}));

/** The search: history, suggestions, and results by kind, of the server or of this device. Source: EXP-016…EXP-025. */
export function SearchPage({ path, q, filterBy, sportId }: SearchPageProps) {
  const navigate = useNavigate();
  const history = useHistory();
  const sport = useSportName(sportId);
  // What is typed belongs to the text of the address: Back shows that one again.
  const [draft, setDraft] = useState({ q, typed: q });
  const typed = draft.q === q ? draft.typed : q;
  const [isOpen, setOpen] = useState(false);
  const texts = (history.entries ?? []).map(({ searchHistory }) => searchHistory);
  const options = useSuggestions(typed, sportId, texts, isOpen);

  const searchOf = (text: string, filter: SearchFilter) => ({
    ...(text && { q: text }),
    filterBy: filter,
    ...(sportId && { sportId }),
  });
  const hrefOf = (kind: Kind) => `${path}?${new URLSearchParams(searchOf(q, kind)).toString()}`;
  const search = (wanted: string) => {
    const text = wanted.trim();
    setDraft({ q: text, typed: text });
    history.keep(text);
    // The first search takes the place of the empty page: Back then leaves the search.
    if (text !== q) void navigate({ to: path, search: searchOf(text, filterBy), replace: q === '' });
  };
  const type = (next: string) => {
    setDraft({ q, typed: next });
    if (next === '' && q !== '') void navigate({ to: path, search: searchOf('', filterBy) });
  };
  const keepOpened = (event: MouseEvent) => {
    if ((event.target as Element).closest('a[href]')) history.keep(q);
  };
  const title = sport === undefined ? searchText.search : searchText.inSport(sport);
  const asked = { q, sportId, hrefOf };
  return (
    <ListPage title={title}>
      <SearchBox
        label={title}
        typed={typed}
        onType={type}
        options={options}
        onSearch={search}
        isOpen={isOpen}
        onOpenChange={setOpen}
      />
      {q === '' ? (
        <History history={history} onSearch={search} />
      ) : (
        <>
          <ChipFilter
            label={searchText.filter}
            single
            value={[filterBy]}
            onChange={([next]) => void navigate({ to: path, search: searchOf(q, next!), replace: true })}
            options={FILTERS}
          />
          {/* Notes which link was followed, however. */}
          <div className="stack" onClickCapture={keepOpened}>
            <Results {...asked} kind={filterBy} />
          </div>
        </>
      )}
    </ListPage>
  );
}

function Results({ kind, ...asked }: Parameters<typeof DeviceResults>[0]) {
  const isOffline = useReach() === 'offline';
  if (isOffline) return <DeviceResults {...asked} kind={kind} />;
  return kind === 'all' ? <AllResults {...asked} /> : <KindResults key={kind} {...asked} kind={kind} />;
}

/** The name of a sport, from the list that the device keeps. */
const useSportName = (sportId: string | undefined): string | undefined => {
  const { answer } = useAnswer(listSports, {}, { freshMs: 3_600_000, isEnabled: sportId !== undefined });
  if (sportId === undefined) return undefined;
  return answer?.results.find(({ id }) => id === sportId)?.name ?? sportId;
};

/** The last searches, each to open again or to remove. Source: EXP-016, D-202. */
function History({
  history: { entries, remove },
  onSearch,
}: {
  history: ReturnType<typeof useHistory>;
  onSearch: (text: string) => void;
}) {
  if (entries === undefined) return null;
  if (entries.length === 0)
    return (
      <EmptyState drawing="search" title={searchText.search}>
        {searchText.noRecent}
      </EmptyState>
    );
  return (
    <section>
      <SectionHeading>{searchText.recent}</SectionHeading>
      <RowList label={searchText.recent}>
        {entries.map(({ id, searchHistory }) => (
          <li key={id} className="search-page__history">
            <button type="button" className="search-page__again" onClick={() => onSearch(searchHistory)}>
              <HistoryIcon aria-hidden="true" className="icon-s" />
              {searchHistory}
            </button>
            <IconButton
              label={searchText.remove(searchHistory)}
              icon={<CloseIcon className="icon-s" />}
              onClick={() => remove(id)}
            />
          </li>
        ))}
      </RowList>
    </section>
  );
}
