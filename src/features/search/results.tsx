import type { ReactNode } from 'react';
import type { ChannelPage } from '#contract/channels.ts';
import type { FoundContent, FoundEducator, FoundPlaylist } from '#contract/search.ts';
import { searchText } from '#contract/text/search.ts';
import type { Sport } from '#contract/sports.ts';
import { Avatar } from '#ui/pictures/avatar.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { PlaylistRow } from '#ui/tiles/playlist-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { SportCard } from '#ui/tiles/sport-card.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { useIsLocked } from '#app/data/use-locks.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { FollowableChannels } from '#app/lists/followable-channels.tsx';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { SaidLine } from './said-line.tsx';

/** The kinds of results, in the order in which All shows them. Source: EXP-018. */
export const KINDS = ['channels', 'content', 'playlists', 'educators', 'sports'] as const;
export type Kind = (typeof KINDS)[number];

export interface Asked {
  q: string;
  sportId: string | undefined;
  /** Address of the results of one kind. */
  hrefOf: (kind: Kind) => string;
}

export interface FoundRows {
  channels: readonly ChannelPage[];
  content: readonly FoundContent[];
  playlists: readonly FoundPlaylist[];
  educators: readonly FoundEducator[];
  sports: readonly Sport[];
}

export const LABELS: Readonly<Record<Kind, string>> = {
  channels: searchText.channels,
  content: searchText.content,
  playlists: searchText.playlists,
  educators: searchText.creators,
  sports: searchText.sports,
};

const sportHref = ({ id, name }: Sport): string => `/sport-page?sportId=${id}&sportName=${encodeURIComponent(name)}`;

function ContentResults({ rows, searched }: { rows: FoundRows['content']; searched: string }) {
  const savedIds = useSavedIds();
  return (
    <TileGrid label={LABELS.content}>
      {rows.map((item) => (
        <ContentResult key={item.id} item={item} isSaved={savedIds.has(item.id)} searched={searched} />
      ))}
    </TileGrid>
  );
}

/** What was found by its captions shows the line, and opens at its time. An answer may be older than a lock. */
function ContentResult({ item, isSaved, searched }: { item: FoundContent; isSaved: boolean; searched: string }) {
  const isLocked = useIsLocked(item);
  const said = isLocked ? undefined : item.said;
  if (!said) return <ListedTile item={item} isSaved={isSaved} />;
  return (
    <ListedTile
      item={item}
      isSaved={isSaved}
      excerpt={<SaidLine said={said} searched={searched} />}
      atSeconds={said.atSeconds}
    />
  );
}

function PlaylistResults({ rows }: { rows: FoundRows['playlists'] }) {
  return (
    <RowList label={LABELS.playlists}>
      {rows.map((playlist) => (
        <PlaylistRow
          key={playlist.id}
          id={playlist.id}
          title={playlist.title}
          count={searchText.items(playlist.itemCount)}
          meta={<Facts facts={[playlist.sportName, playlist.educatorName]} />}
          coverSrc={playlist.coverImage}
          href={`/playlists/${playlist.id}?channelId=${playlist.channelId}`}
        />
      ))}
    </RowList>
  );
}

function EducatorResults({ rows }: { rows: FoundRows['educators'] }) {
  return (
    <RowList label={LABELS.educators}>
      {rows.map(({ id, educatorName, educatorUsername, sportInterests, userPhoto }) => (
        <ListRow
          key={id}
          title={educatorName}
          text={<Facts facts={[`@${educatorUsername}`, ...sportInterests]} />}
          leading={<Avatar name={educatorName} id={id} src={userPhoto} />}
          href={`/profile/${id}`}
        />
      ))}
    </RowList>
  );
}

function SportResults({ rows }: { rows: FoundRows['sports'] }) {
  return (
    <TileGrid label={LABELS.sports}>
      {rows.map((sport) => (
        <SportCard key={sport.id} sport={sport.id} name={sport.name} href={sportHref(sport)} />
      ))}
    </TileGrid>
  );
}

export function NothingFound() {
  return (
    <EmptyState drawing="search" title={searchText.nothing}>
      {searchText.nothingHint}
    </EmptyState>
  );
}

/**
 * The results of one kind; each leads to its page.
 *
 * @param searched The text whose words were found.
 */
export function Results({
  kind,
  found,
  searched,
}: {
  kind: Kind;
  found: Partial<FoundRows>;
  searched: string;
}): ReactNode {
  switch (kind) {
    case 'channels':
      return <FollowableChannels label={LABELS.channels} channels={found.channels ?? []} showSport />;
    case 'content':
      return <ContentResults rows={found.content ?? []} searched={searched} />;
    case 'playlists':
      return <PlaylistResults rows={found.playlists ?? []} />;
    case 'educators':
      return <EducatorResults rows={found.educators ?? []} />;
    case 'sports':
      return <SportResults rows={found.sports ?? []} />;
  }
}
