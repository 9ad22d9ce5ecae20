import { listChannelPage, listPlaylists, readChannel, type ChannelPage } from '#contract/channels.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import { AppBar } from '#ui/app-bar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { ChannelLogo } from '#ui/channel-logo.tsx';
import { Cover } from '#ui/cover.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PlaylistRow } from '#ui/playlist-row.tsx';
import { RatingMark } from '#ui/rating-mark.tsx';
import { RowList } from '#ui/row-list.tsx';
import { SectionHeading } from '#ui/section-heading.tsx';
import { TileGrid } from '#ui/tile-grid.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { channelPart } from '#app/data/channel-lists.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { FollowButton } from '#app/lists/follow-button.tsx';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { WaitingPublications } from './waiting-publications.tsx';
import './channel-page.css';

/** A channel: cover, owner, contents and playlists; for its owner also publications that are not live yet. */
export function ChannelPageScreen({ channelId }: { channelId: string }) {
  const own = useLive((db) => db.channels.get(channelId), [channelId]);
  const answered = useAnswer(readChannel, { channelId });
  const channel = answered.answer ?? (own && { ...own, following: false, isOwner: true, ownerId: '' });
  usePageTitle(channel?.name ?? channelText.items);
  return (
    <>
      <AppBar clear title={channel?.name} back={goBack} />
      <main className="page channel-page">
        {channel ? (
          <ChannelHead channel={channel} />
        ) : (
          <AnswerView answered={answered} shape="card" count={1}>
            {() => null}
          </AnswerView>
        )}
        {channel?.isOwner && <WaitingPublications channelId={channelId} />}
        {channel && <ChannelContents channel={channel} />}
      </main>
    </>
  );
}

function ChannelHead({ channel }: { channel: ChannelPage }) {
  return (
    <header className="channel-page__head">
      <Cover id={channel.id} sport={channel.sportId} src={channel.coverImage} shape="channel" eager />
      <div className="channel-page__names">
        <ChannelLogo src={channel.logoImage} sport={channel.sportId} size="l" />
        <div>
          <h1>{channel.name}</h1>
          <p className="t-2">
            {channel.sportName} · {channel.educatorName}
            {channel.totalRating !== null && (
              <>
                {' '}
                · <RatingMark value={channel.totalRating} />
              </>
            )}
          </p>
          <p className="t-2">{channelText.followers(channel.followers)}</p>
          {!channel.active && <Badge tone="warn">{channelText.unpublished}</Badge>}
        </div>
      </div>
      {channel.description && <p>{channel.description}</p>}
      {channel.isOwner ? (
        <Button size="m" href="/library">
          {channelText.addContent}
        </Button>
      ) : (
        <FollowButton channelId={channel.id} name={channel.name} />
      )}
    </header>
  );
}

function ChannelContents({ channel }: { channel: ChannelPage }) {
  const savedIds = useSavedIds();
  const contents = usePagedAnswer(listChannelPage, channel.id, channelPart(channel.id));
  const {
    answered: { answer: playlists },
    end: playlistsEnd,
  } = usePagedAnswer(listPlaylists, channel.id, channelPart(channel.id));
  return (
    <>
      {playlists && playlists.results.length > 0 && (
        <section>
          <SectionHeading>{channelText.playlists}</SectionHeading>
          <RowList label={channelText.playlists}>
            {playlists.results.map((playlist) => (
              <PlaylistRow
                key={playlist.id}
                id={playlist.id}
                title={playlist.title}
                count={channelText.playlistItems(playlist.itemCount)}
                sport={channel.sportId}
                coverSrc={playlist.coverImage}
                href={`/watch-playlist?channelId=${channel.id}&playlistId=${playlist.id}`}
              />
            ))}
          </RowList>
          <div ref={playlistsEnd} />
        </section>
      )}
      <section>
        <SectionHeading>{channelText.items}</SectionHeading>
        <AnswerList paged={contents} shape="tile" empty={<EmptyState drawing="quiet" title={commonText.noContent} />}>
          {(items) => (
            <TileGrid label={channelText.items}>
              {items.map((item) => (
                <ListedTile key={item.id} item={item} isSaved={savedIds.has(item.id)} showChannel={false} />
              ))}
            </TileGrid>
          )}
        </AnswerList>
      </section>
    </>
  );
}
