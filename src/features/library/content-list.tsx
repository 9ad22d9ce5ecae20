import { Suspense, type ReactNode } from 'react';
import type { LibraryContent } from '#contract/rows.ts';
import { LIBRARY_SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { libraryText } from '#contract/text/library-page.ts';
import type { OutboxEntry } from '#store/database.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { lazyOverlay } from '#ui/overlays/lazy-overlay.tsx';
import { Skeleton } from '#ui/states/skeleton.tsx';
import { useAfterSkeleton } from '#ui/states/use-delayed-skeleton.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { useLive } from '#app/data/use-live.ts';
import { useOnline } from '#app/device/traffic.ts';
import { useKept } from '#app/navigation/entries.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { ContentGrid } from './content-grid.tsx';
import type { ContentMenuProps } from './content-menu.tsx';
import { EVERYTHING, type ContentQuery } from './content-query.ts';
import { ContentTools } from './content-tools.tsx';
import { LibraryTile } from './library-tile.tsx';
import { UploadMenu } from './upload-menu.tsx';
import { useContentDialogs, type OpenContentDialog } from './use-content-dialogs.tsx';
import { useChannelSports, useContentCount, useContentList } from './use-contents.ts';
import { useDebounced } from '#app/lists/use-debounced.ts';
import { ListAge } from '#app/lists/list-age.tsx';
import { useSelection } from '#app/lists/use-selection.ts';

const ContentMenu = lazyOverlay<ContentMenuProps>(async () => (await import('./content-menu.tsx')).ContentMenu);
const ContentSelection = lazyPart(async () => (await import('./content-selection.tsx')).ContentSelection);

export interface ContentListProps {
  /** Only the contents of this folder. */
  folderId?: string | undefined;
  searchLabel: string;
  /** Shown instead of all the rest if there is no content at all. */
  empty: ReactNode;
}

export interface ContentListView {
  /** The list with its tools, for the page. */
  body: ReactNode;
  /** The selection bar, which replaces the tab bar; render it outside of the page. */
  bar: ReactNode;
  /** The menu of a content that the card of its upload shows. */
  menuOf: (content: LibraryContent) => ReactNode;
  /** Whether the list is drawn. Until then it would push away anything rendered below it. */
  isKnown: boolean;
  /** Reopens a refused change of content with its input. */
  editRefused: (entry: OutboxEntry) => void;
}

/** Search, filter, sort and the grid: of the whole Library, or of one folder. */
export function useContentListView({ folderId, searchLabel, empty }: ContentListProps): ContentListView {
  const [typed, setTyped] = useKept<ContentQuery>('query', EVERYTHING);
  const search = useDebounced(typed.search, LIBRARY_SEARCH_DEBOUNCE_MS);
  const query = { ...typed, search, folderId };
  const list = useContentList(query);
  const selection = useSelection();
  const { skeleton, shown } = useAfterSkeleton(list.ids ?? list.first);
  const dialogs = useContentDialogs(selection.leave);
  const total = useContentCount();
  const shownCount = list.ids?.length ?? list.first?.length;
  const isFiltered = search.trim() !== '' || query.type !== 'all' || query.state !== 'all';
  const isEmpty =
    folderId === undefined ? total === 0 && list.ids !== undefined : list.ids?.length === 0 && !isFiltered;

  const body =
    list.isAllCards && !isFiltered ? null : isEmpty ? (
      empty
    ) : (
      <>
        <ContentTools
          label={searchLabel}
          query={typed}
          onChange={(change) => setTyped({ ...typed, ...change })}
          found={list.ids?.length}
        />
        <ListLine
          count={shownCount}
          isSearching={search !== ''}
          onSelect={selection.ids ? undefined : () => selection.start()}
        />
        {skeleton && <Skeleton shape="tile" />}
        {shown && (
          <Rows
            list={list}
            selection={selection}
            onDialog={dialogs.open}
            onClear={() => setTyped({ ...EVERYTHING, sort: typed.sort })}
          />
        )}
      </>
    );
  const bar = selection.ids && (
    <Suspense fallback={null}>
      <ContentSelection ids={selection.ids} selection={selection} allIds={list.ids ?? []} onDialog={dialogs.open} />
    </Suspense>
  );
  return {
    body: (
      <>
        {body}
        {dialogs.dialogs}
      </>
    ),
    bar,
    menuOf: (content) => <UploadMenu content={content} onDialog={dialogs.open} />,
    isKnown: shown !== undefined && list.ids !== undefined,
    editRefused: (entry) => void dialogs.editRefused(entry),
  };
}

/** Number of items, age of the list, and the button that enters select mode. */
function ListLine({
  count,
  isSearching,
  onSelect,
}: {
  count: number | undefined;
  isSearching: boolean;
  onSelect: (() => void) | undefined;
}) {
  const isOnline = useOnline();
  return (
    <>
      <div className="library__line">
        <p className="t-small t-2" aria-live="polite">
          {count === undefined ? '' : libraryText.items(count)}
        </p>
        {onSelect && (count ?? 0) > 0 && (
          <Button variant="ghost" size="m" onClick={onSelect}>
            {libraryText.select}
          </Button>
        )}
      </div>
      <ListAge />
      {!isOnline && isSearching && <p className="t-small t-2">{libraryText.onlyThisDevice}</p>}
    </>
  );
}

interface RowsProps {
  list: ReturnType<typeof useContentList>;
  selection: ReturnType<typeof useSelection>;
  onDialog: OpenContentDialog;
  onClear: () => void;
}

function Rows({ list, selection, onDialog, onClear }: RowsProps) {
  const sports = useChannelSports();
  const queued = useQueued();
  const saved = useLive(async (db) => new Set(await db.savedMedia.toCollection().primaryKeys()), []);
  const select = ({ id }: LibraryContent) => selection.start(id);
  const preview = (content: LibraryContent) => onDialog('preview', [content]);
  const sportOf = ({ published }: LibraryContent) => (published ? sports.get(published.channelId) : undefined);
  const tile = (content: LibraryContent, title: string) => (
    <LibraryTile
      content={content}
      title={title}
      sport={sportOf(content)}
      queued={queued.get(content.id)}
      isSaved={saved?.has(content.id) ?? false}
      onOpen={preview}
      menu={
        <RowMenu
          name={title}
          of={content.id}
          popup={(state) => <ContentMenu {...state} content={content} onDialog={onDialog} onSelect={select} />}
        />
      }
      selectable={selection.selectable(content.id)}
    />
  );
  if (list.ids?.length === 0)
    return (
      <div className="library__empty">
        <EmptyState
          drawing="search"
          title={libraryText.noMatch}
          action={
            <Button variant="outline" onClick={onClear}>
              {libraryText.clearFilter}
            </Button>
          }
        />
      </div>
    );
  return (
    <>
      <h2 className="visually-hidden">{libraryText.list}</h2>
      <ContentGrid label={libraryText.list} list={list} tile={tile} sportOf={sportOf} />
    </>
  );
}
