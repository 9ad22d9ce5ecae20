import { useNavigate } from '@tanstack/react-router';
import { listFollowed } from '#contract/channels.ts';
import {
  listSportContents,
  listSportPlaylists,
  readSport,
  type ContentListItem,
  type ListedPlaylist,
} from '#contract/sports.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import { communityText } from '#contract/text/community.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { sportText } from '#contract/text/sports.ts';
import { displayText } from '#contract/text/ui-display.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { PlaylistRow } from '#ui/tiles/playlist-row.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { SearchIcon } from '#ui/icons.ts';
import { TabPanel, Tabs } from '#ui/frame/tabs.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { goBack } from '#app/navigation/back.ts';
import { useKept } from '#app/navigation/entries.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { useFollowedIds } from '#app/lists/follow-button.tsx';
import { FollowableChannels } from '#app/lists/followable-channels.tsx';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { useScrolled } from '#app/frame/use-scrolled.ts';
import { EVERYTHING, SportTools } from './sport-tools.tsx';
import { SubscribeBoard } from './subscribe-board.tsx';
import './sport-page.css';

type Tab = 'recommended' | 'community';
/** Scroll position from which the header is compact, px. Source: D-266. */
const COMPACT_AFTER_PX = 20;
/** Contents per page. Source: EXP-031. */
const PAGE_SIZE = 25;

/** A sport: its price, its contents, and the followed channels in it. Source: SPO-001…SPO-006. */
export function SportPage({ sportId, sportName }: { sportId: string; sportName: string }) {
  usePageTitle(sportName);
  const [tab, setTab] = useKept<Tab>('tab', 'recommended');
  const isCompact = useScrolled(COMPACT_AFTER_PX);
  const sport = useAnswer(readSport, { name: sportId }, { freshMs: 60_000 });
  // The address may name a sport that does not exist.
  const isUnknown = !sport.answer && sport.error?.status === 404;
  return (
    <>
      <AppBar
        clear
        compact={isCompact}
        title={sportName}
        back={goBack}
        actions={
          <IconButton
            label={displayText.search}
            icon={<SearchIcon />}
            look={isCompact ? 'plain' : 'shade'}
            href={`/sport-page-search?sportId=${sportId}`}
          />
        }
      />
      <main id="main" className="page sport-page">
        <header className="sport-page__hero">
          <Cover id={sportId} sport={sportId} whole eager shape="fill" />
          <div className="sport-page__over">
            <h1>{sportName}</h1>
            {sport.answer && <p>{sportText.creatorsWithContent(sport.answer.activeEducatorsWithContent)}</p>}
          </div>
        </header>
        {sport.answer && <SubscribeBoard sport={sport.answer} />}
        {isUnknown ? (
          <AnswerView answered={sport} shape="card">
            {() => null}
          </AnswerView>
        ) : (
          <>
            <Tabs
              label={sportName}
              group="sport"
              selected={tab}
              onSelect={setTab}
              items={[
                { id: 'recommended', label: communityText.recommended },
                { id: 'community', label: sportText.communityTab },
              ]}
            />
            <TabPanel group="sport" id={tab}>
              {tab === 'recommended' ? <SportContents sportId={sportId} /> : <SportCommunity sportId={sportId} />}
            </TabPanel>
          </>
        )}
      </main>
    </>
  );
}

function SportContents({ sportId }: { sportId: string }) {
  const [query, setQuery] = useKept('query', EVERYTHING);
  const { contentType, ...order } = query;
  const paged = usePagedAnswer(
    contentType === 'playlists' ? listSportPlaylists : listSportContents,
    JSON.stringify([sportId, query]),
    (page) => ({
      sportId,
      ...order,
      contentType: contentType === 'playlists' ? 'all' : contentType,
      limit: PAGE_SIZE,
      offset: page * PAGE_SIZE,
    }),
  );
  const empty = contentType === 'playlists' ? sportText.noPlaylists : commonText.noContent;
  return (
    <div className="stack sport-page__panel">
      <SportTools
        query={query}
        found={paged.answered.answer?.count}
        onChange={(change) => setQuery({ ...query, ...change })}
      />
      <AnswerList paged={paged} shape="tile" empty={<EmptyState drawing="quiet" title={empty} />}>
        {(rows) => <FoundRows rows={rows} />}
      </AnswerList>
    </div>
  );
}

const isPlaylist = (row: ContentListItem | ListedPlaylist): row is ListedPlaylist => 'itemCount' in row;

/** The rows found. While the filter changes between contents and playlists they may be those of the former one. */
function FoundRows({ rows }: { rows: readonly (ContentListItem | ListedPlaylist)[] }) {
  const saved = useSavedIds();
  const playlists = rows.filter(isPlaylist);
  if (playlists.length > 0) return <Playlists playlists={playlists} />;
  return (
    <>
      <h2 className="visually-hidden">{channelText.items}</h2>
      <TileGrid label={channelText.items}>
        {rows.map((row) => !isPlaylist(row) && <ListedTile key={row.id} item={row} isSaved={saved.has(row.id)} />)}
      </TileGrid>
    </>
  );
}

function Playlists({ playlists }: { playlists: readonly ListedPlaylist[] }) {
  return (
    <RowList label={sportText.playlists}>
      {playlists.map((playlist) => (
        <PlaylistRow
          key={playlist.id}
          id={playlist.id}
          title={playlist.title}
          count={playlistText.count(playlist.itemCount)}
          sport={playlist.sportId}
          coverSrc={playlist.coverImage}
          href={`/playlists/${playlist.id}?channelId=${playlist.channelId}`}
          meta={
            <Facts
              facts={[
                playlist.channelName,
                playlist.avgTotal !== null && <RatingMark key="rating" value={playlist.avgTotal} />,
              ]}
            />
          }
        />
      ))}
    </RowList>
  );
}

function SportCommunity({ sportId }: { sportId: string }) {
  const navigate = useNavigate();
  const followed = useFollowedIds();
  const paged = usePagedAnswer(listFollowed, sportId, (page) => ({
    sport: sportId,
    ...(page > 0 && { page: page + 1 }),
  }));
  const toRecommended = () => void navigate({ to: '/community', search: { tab: 'recommended', sport: sportId } });
  return (
    <AnswerList
      paged={paged}
      shape="card"
      shows={({ id }) => followed.has(id)}
      empty={
        <EmptyState
          drawing="quiet"
          title={sportText.noFollowed}
          action={
            <Button size="m" onClick={toRecommended}>
              {communityText.goRecommended}
            </Button>
          }
        />
      }
    >
      {(channels) => <FollowableChannels label={sportText.communityTab} channels={channels} />}
    </AnswerList>
  );
}
