import type { ReactNode } from 'react';
import PreviewIcon from 'lucide-react/icons/eye';
import type { LibraryContent } from '#contract/rows.ts';
import { LIBRARY_SEARCH_DEBOUNCE_MS } from '#contract/search-limits.ts';
import { channelLibraryText } from '#contract/text/library-channel.ts';
import { libraryText } from '#contract/text/library-page.ts';
import { AfterSkeleton } from '#ui/states/after-skeleton.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { ChannelIcon, PlayIcon } from '#ui/icons.ts';
import { SelectionBar } from '#ui/overlays/selection-bar.tsx';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRow } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { ListAge } from '#app/lists/list-age.tsx';
import { useKept } from '#app/navigation/entries.ts';
import { useGo } from '#app/navigation/go.ts';
import { ContentGrid } from './content-grid.tsx';
import { EVERYTHING, isUsable, type ContentQuery, type Sort } from './content-query.ts';
import { ContentTools } from './content-tools.tsx';
import { LibraryTile } from './library-tile.tsx';
import { useAddToChannel } from './use-add-to-channel.ts';
import { useContentList, type ContentList } from './use-contents.ts';
import { useDebounced } from '#app/lists/use-debounced.ts';

/** Source: D-36. */
const SORTS: readonly Sort[] = ['newest', 'oldest', 'a_z', 'z_a'];

/** The address of a content's preview. Source: PUB-013. */
const previewOf = (channelId: string, id: string): string => `/channel-content-library/${channelId}?content=${id}`;

/** Text is previewed in a new tab. Source: PUB-014. */
const isText = ({ type }: LibraryContent): boolean => type === 'text';

/** One selected content; the id is undefined in select mode before one is chosen. */
interface Selected {
  id: string | undefined;
}

/**
 * The contents that are on no channel, with the Library's tools and tiles. A tap adds one (decision 0030); in select mode a
 * tap selects it, and the bar previews or adds it.
 */
export const useChannelLibrary = (channelId: string): { body: ReactNode; bar: ReactNode } => {
  const [typed, setTyped] = useKept<ContentQuery>('query', EVERYTHING);
  const [selected, setSelected] = useKept<Selected | undefined>('selected', undefined);
  const search = useDebounced(typed.search, LIBRARY_SEARCH_DEBOUNCE_MS);
  const list = useContentList({ ...typed, search, offChannel: true });
  const isFiltered = search.trim() !== '' || typed.type !== 'all';
  const isEmpty = list.ids?.length === 0 && !isFiltered;
  const body = isEmpty ? (
    <Nothing title={channelLibraryText.empty} drawing="library" />
  ) : (
    <>
      <ContentTools
        label={libraryText.search}
        query={typed}
        onChange={(change) => setTyped({ ...typed, ...change })}
        found={list.ids?.length}
        sorts={SORTS}
        hasStates={false}
      />
      <div className="library__line">
        <p className="t-small t-2" aria-live="polite">
          {list.ids && libraryText.items(list.ids.length)}
        </p>
        {!selected && (list.ids?.length ?? 0) > 0 && (
          <Button variant="ghost" size="m" onClick={() => setSelected({ id: undefined })}>
            {channelLibraryText.selectOne}
          </Button>
        )}
      </div>
      <ListAge />
      <Tiles
        channelId={channelId}
        list={list}
        selected={selected}
        onSelect={setSelected}
        onClear={() => setTyped({ ...EVERYTHING, sort: typed.sort })}
      />
    </>
  );
  const bar = selected && !isEmpty && (
    <SelectedBar channelId={channelId} selected={selected} onLeave={() => setSelected(undefined)} />
  );
  return { body, bar };
};

function Nothing({
  title,
  drawing,
  children,
}: {
  title: string;
  drawing: 'library' | 'search';
  /** Further buttons. */
  children?: ReactNode;
}) {
  return (
    <div className="library__empty">
      <EmptyState
        drawing={drawing}
        title={title}
        action={
          <span className="wrap">
            <Button href="/library">{libraryText.toLibrary}</Button>
            {children}
          </span>
        }
      />
    </div>
  );
}

interface TilesProps {
  channelId: string;
  list: ContentList;
  selected: Selected | undefined;
  onSelect: (selected: Selected) => void;
  onClear: () => void;
}

function Tiles({ channelId, list, selected, onSelect, onClear }: TilesProps) {
  const go = useGo();
  const queued = useQueued();
  const saved = useLive(async (db) => new Set(await db.savedMedia.toCollection().primaryKeys()), []);
  const addToChannel = useAddToChannel(channelId);
  // The preview of a file that cannot be used says why.
  const open = (content: LibraryContent) =>
    void (isUsable(content) ? addToChannel(content) : go(previewOf(channelId, content.id)));
  const tile = (content: LibraryContent, title: string) => (
    <LibraryTile
      content={content}
      title={title}
      sport={undefined}
      queued={queued.get(content.id)}
      isSaved={saved?.has(content.id) ?? false}
      onOpen={open}
      menu={
        <IconButton
          label={channelLibraryText.previewOf(title)}
          icon={<PreviewIcon />}
          href={previewOf(channelId, content.id)}
          target={isText(content) ? '_blank' : undefined}
        />
      }
      selectable={
        selected && {
          checked: selected.id === content.id,
          disabled: !isUsable(content),
          onChange: (isChecked) => onSelect({ id: isChecked ? content.id : undefined }),
        }
      }
    />
  );
  return (
    <AfterSkeleton read={list.ids ?? list.first} shape="tile">
      {() =>
        list.ids?.length === 0 ? (
          <Nothing title={libraryText.noMatch} drawing="search">
            <Button variant="outline" onClick={onClear}>
              {libraryText.clearFilter}
            </Button>
          </Nothing>
        ) : (
          <>
            <h2 className="visually-hidden">{libraryText.list}</h2>
            <ContentGrid label={libraryText.list} list={list} tile={tile} />
          </>
        )
      }
    </AfterSkeleton>
  );
}

/** What is done with the selected content. */
function SelectedBar({ channelId, selected, onLeave }: { channelId: string; selected: Selected; onLeave: () => void }) {
  const go = useGo();
  const addToChannel = useAddToChannel(channelId);
  const content = useOwnRow(
    async (db) => (selected.id ? await db.contents.get(selected.id) : undefined),
    [selected.id],
  );
  const preview = (shown: LibraryContent) => {
    const address = previewOf(channelId, shown.id);
    if (isText(shown)) window.open(address, '_blank', 'noopener');
    else void go(address);
  };
  return (
    <SelectionBar
      summary={channelLibraryText.selected(content?.title)}
      onClear={onLeave}
      actions={[
        {
          label: channelLibraryText.preview,
          icon: <PlayIcon />,
          disabled: !content,
          reason: channelLibraryText.choose,
          onClick: () => content && preview(content),
        },
        {
          label: channelLibraryText.add,
          icon: <ChannelIcon />,
          disabled: !content,
          reason: channelLibraryText.choose,
          onClick: () => content && void addToChannel(content),
        },
      ]}
    />
  );
}
