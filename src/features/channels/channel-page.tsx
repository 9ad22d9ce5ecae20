import { useNavigate } from '@tanstack/react-router';
import { listChannelPage, readChannel, type ChannelPage } from '#contract/channels.ts';
import type { Channel } from '#contract/rows.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { commonText } from '#contract/text/common.ts';
import type { OutboxEntry } from '#store/database.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Badge } from '#ui/tiles/badge.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { ChannelLogo } from '#ui/pictures/channel-logo.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RatingMark } from '#ui/rating/rating-mark.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { TileGrid } from '#ui/lists/tile-grid.tsx';
import { AnswerView } from '#app/data/answer-view.tsx';
import { channelPart } from '#app/data/channel-lists.ts';
import { useOwnPublications, withOwnChanges } from '#app/data/own-publications.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useQueued } from '#app/data/use-queued.ts';
import { AnswerList } from '#app/lists/answer-list.tsx';
import { FollowButton } from '#app/lists/follow-button.tsx';
import { KeepList } from '#app/lists/keep-list.tsx';
import { ListedTile } from '#app/lists/listed-tile.tsx';
import { PublicationMenu } from '#app/lists/publication-menu.tsx';
import { useGo } from '#app/navigation/go.ts';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import { useAnswer } from '#app/data/use-answer.ts';
import { useLive } from '#app/data/use-live.ts';
import { usePagedAnswer } from '#app/data/use-paged-answer.ts';
import { useSavedIds } from '#app/data/use-saved.ts';
import { ChannelPlaylists } from './channel-playlists.tsx';
import { JustPublished } from './just-published.tsx';
import { useChannelMenu } from './use-channel-menu.tsx';
import { useWaitingPictures } from './use-waiting-pictures.ts';
import { WaitingPublications } from './waiting-publications.tsx';
import './channel-page.css';

/**
 * A channel: cover, owner, contents and playlists; for its owner also publications that are not live yet.
 *
 * @param props.published The publication that was just made.
 */
export function ChannelPageScreen({ channelId, published }: { channelId: string; published: string | undefined }) {
  const { own, isNew = false } = useOwnChannel(channelId) ?? {};
  const answered = useAnswer(readChannel, { channelId });
  const others = answered.answer ?? (own && { ...own, following: false, isOwner: true, ownerId: '' });
  // The own row has the changes that are not sent yet.
  const channel = others && { ...others, ...own };
  usePageTitle(channel?.name ?? channelText.items);
  return (
    <>
      <AppBar clear title={channel?.name} back={goBack} />
      <main id="main" className="page channel-page">
        {channel ? (
          <ChannelHead channel={channel} own={own} />
        ) : (
          <AnswerView answered={answered} shape="card" count={1}>
            {() => null}
          </AnswerView>
        )}
        {published && <JustPublished publicationId={published} />}
        {channel?.isOwner && <WaitingPublications channelId={channelId} />}
        {channel && (isNew ? <NoContents /> : <ChannelContents channel={channel} />)}
      </main>
    </>
  );
}

/** An own channel; `isNew`: the server does not know it yet, so it cannot have contents. */
const useOwnChannel = (channelId: string): { own: Channel | undefined; isNew: boolean } | undefined =>
  // oxlint-disable-next-line sideline/own-rows -- who visits a channel of others does not wait for the pull
  useLive(
    async (db) => {
      const makes = ({ call, input }: OutboxEntry) => call.startsWith('channels.create') && input['id'] === channelId;
      const waiting = await db.outbox.where('state').equals('waiting').filter(makes).count();
      return { own: await db.channels.get(channelId), isNew: waiting > 0 };
    },
    [channelId],
  );

function NoContents() {
  return (
    <section>
      <SectionHeading>{channelText.items}</SectionHeading>
      <EmptyState drawing="quiet" level={3} title={commonText.noContent} />
    </section>
  );
}

function ChannelHead({ channel, own }: { channel: ChannelPage; own: Channel | undefined }) {
  const queued = useQueued();
  const waiting = useWaitingPictures(channel.id);
  return (
    <header className="channel-page__head">
      <Cover id={channel.id} sport={channel.sportId} src={waiting.cover ?? channel.coverImage} shape="channel" eager />
      <div className="channel-page__names">
        <ChannelLogo src={waiting.logo ?? channel.logoImage} id={channel.id} name={channel.name} size="l" />
        <div>
          <h1>{channel.name}</h1>
          <p className="t-2">
            <Facts
              facts={[
                channel.sportName,
                !channel.ownerId && channel.educatorName,
                channel.totalRating !== null && <RatingMark value={channel.totalRating} />,
              ]}
            />
          </p>
          {channel.ownerId && (
            <a className="channel-page__owner" href={`/profile/${channel.ownerId}`}>
              {channel.educatorName}
            </a>
          )}
          <p className="t-2">{channelText.followers(channel.followers)}</p>
          {!channel.active && <Badge tone="warn">{channelText.unpublished}</Badge>}
          {queued.has(channel.id) && <QueueBadge />}
        </div>
        {own && <OwnerMenu channel={own} />}
      </div>
      {channel.description && <p>{channel.description}</p>}
      {channel.isOwner ? (
        <Button size="m" href={`/channel-content-library/${channel.id}`}>
          {channelText.addContent}
        </Button>
      ) : (
        <div className="wrap">
          <FollowButton channelId={channel.id} name={channel.name} />
          <KeepList kind="channel" id={channel.id} title={channel.name} />
        </div>
      )}
    </header>
  );
}

/** The owner's actions. Source: D-127. */
function OwnerMenu({ channel }: { channel: Channel }) {
  const navigate = useNavigate();
  const menu = useChannelMenu(() => void navigate({ to: '/channels', replace: true }));
  // oxlint-disable-next-line sideline/own-rows -- of the menu of a channel whose row is there
  const below = useLive(
    (db) => db.channels.filter(({ parentChannel }) => parentChannel === channel.id).count(),
    [channel.id],
  );
  return (
    <>
      <RowMenu name={channel.name} items={menu.itemsOf(channel, below !== undefined && below > 0)} />
      {menu.dialog}
    </>
  );
}

function ChannelContents({ channel }: { channel: ChannelPage }) {
  const savedIds = useSavedIds();
  const contents = usePagedAnswer(listChannelPage, channel.id, channelPart(channel.id));
  const own = useOwnPublications(channel.id);
  const queued = useQueued();
  const go = useGo();
  return (
    <>
      <ChannelPlaylists channel={channel} />
      <section>
        <SectionHeading>{channelText.items}</SectionHeading>
        {channel.isOwner && (
          <RefusedChanges
            at="publications"
            canEdit={({ input }) => own.get(String(input['publishedId']))?.isDeleted === false}
            onEdit={({ id, input }) => void go(`/edit-channel-content/${String(input['publishedId'])}?again=${id}`)}
          />
        )}
        <AnswerList
          paged={contents}
          shape="tile"
          shows={({ id }) => !own.get(id)?.isDeleted}
          empty={<EmptyState drawing="quiet" level={3} title={commonText.noContent} />}
        >
          {(items) => (
            <TileGrid label={channelText.items}>
              {items.map((item) => {
                const publication = own.get(item.id);
                return (
                  <ListedTile
                    key={item.id}
                    item={withOwnChanges(item, publication)}
                    isSaved={savedIds.has(item.id)}
                    showChannel={false}
                    queued={publication && queued.has(item.id)}
                    menu={publication && <PublicationMenu publication={publication} />}
                  />
                );
              })}
            </TileGrid>
          )}
        </AnswerList>
      </section>
    </>
  );
}
