import { Suspense, useState } from 'react';
import { reorderChannels, setChannelActive } from '#contract/channels.ts';
import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { Button } from '#ui/button.tsx';
import { ChannelCard } from '#ui/channel-card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { AddIcon, ExternalIcon, SortIcon, UnavailableIcon } from '#ui/icons.ts';
import { LazyConfirmDialog } from '#ui/lazy-overlays.tsx';
import { lazyPart } from '#ui/lazy-part.tsx';
import { Note } from '#ui/note.tsx';
import { RowMenu, type RowMenuItem } from '#ui/row-menu.tsx';
import { useGo } from '#app/navigation/go.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import { useScope } from '#app/data/me.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { ListAge } from '#app/lists/list-age.tsx';
import { ListScreen } from '#app/lists/list-screen.tsx';
import './channels-own.css';

const ReorderChannels = lazyPart(async () => (await import('./reorder-channels.tsx')).ReorderChannels);

interface OwnChannel {
  channel: Channel;
  items: number;
}

/** Own channels in their order, each with its number of items; undefined while the first read runs. */
const useOwnChannels = (): readonly OwnChannel[] | undefined => {
  const scope = useScope();
  return useOwnRows(
    async (db) => {
      const channels = inHierarchy(await db.channels.where('scope').equals(scope).toArray());
      return Promise.all(
        channels.map(async (channel) => ({
          channel,
          items: await db.publications
            .where('channelId')
            .equals(channel.id)
            .filter((publication) => !publication.isDeleted)
            .count(),
        })),
      );
    },
    [scope],
  );
};

/** The Creator's landing page: their channels. Source: PUB-001…PUB-006, D-127, T-19, T-20. */
export function ChannelsScreen() {
  return (
    <ListScreen
      root
      title={channelsText.title}
      rows={useOwnChannels()}
      shape="card"
      age={false}
      refused={<RefusedChanges at="channels" />}
      empty={
        <EmptyState drawing="quiet" level={2} title={channelsText.emptyTitle}>
          {channelsText.empty}
        </EmptyState>
      }
    >
      {(own) => <ChannelList own={own} />}
    </ListScreen>
  );
}

function ChannelList({ own }: { own: readonly OwnChannel[] }) {
  const act = useAct();
  const queued = useQueued();
  const [asked, setAsked] = useState<Channel>();
  const [isReordering, setReordering] = useState(false);
  const unpublished = own.filter(({ channel }) => !channel.active).length;
  const names = new Map(own.map(({ channel }) => [channel.id, channel.name]));
  const setActive = (channel: Channel, active: boolean) =>
    void act(setChannelActive, { channelId: channel.id, active });
  const finish = (ids: string[] | undefined) => {
    setReordering(false);
    if (ids) void act(reorderChannels, { ids });
  };
  if (isReordering)
    return (
      <Suspense fallback={null}>
        <ReorderChannels channels={own.map(({ channel }) => channel)} onDone={finish} />
      </Suspense>
    );
  return (
    <>
      {unpublished > 0 && (
        <Note tone="warn" role="status">
          {channelsText.unpublished(unpublished)} {channelsText.unpublishedHelp(unpublished)}
        </Note>
      )}
      <div className="channels-own__line">
        <p className="channels-own__count">{channelsText.count(own.length)}</p>
        {own.length > 1 && (
          <Button variant="ghost" size="m" icon={<SortIcon className="icon-s" />} onClick={() => setReordering(true)}>
            {channelsText.reorder}
          </Button>
        )}
      </div>
      <ListAge />
      <h2 className="visually-hidden">{channelsText.list}</h2>
      <ul className="stack" aria-label={channelsText.list}>
        {own.map(({ channel, items }) => (
          <li key={channel.id} className={`channels-own__level-${Math.min(channel.channelLevel, 2)}`}>
            <OwnChannelCard
              channel={channel}
              items={items}
              isQueued={queued.has(channel.id)}
              parentName={channel.parentChannel ? names.get(channel.parentChannel) : undefined}
              onPublish={() => setActive(channel, true)}
              onUnpublish={() => setAsked(channel)}
            />
          </li>
        ))}
      </ul>
      <LazyConfirmDialog
        open={asked !== undefined}
        danger
        title={channelsText.unpublishTitle(asked?.name ?? '')}
        description={channelsText.unpublishBody}
        confirmLabel={channelsText.unpublish}
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          if (asked) setActive(asked, false);
          setAsked(undefined);
        }}
      />
    </>
  );
}

interface CardProps {
  channel: Channel;
  items: number;
  isQueued: boolean;
  parentName: string | undefined;
  onPublish: () => void;
  onUnpublish: () => void;
}

function OwnChannelCard({ channel, items, isQueued, parentName, onPublish, onUnpublish }: CardProps) {
  const go = useGo();
  const page = `/channels/${channel.id}`;
  const menu: RowMenuItem[] = [
    { label: channelsText.open, icon: <ExternalIcon />, onSelect: () => void go(page) },
    channel.active
      ? { label: channelsText.unpublish, icon: <UnavailableIcon />, onSelect: onUnpublish }
      : { label: channelsText.publish, icon: <AddIcon />, onSelect: onPublish },
  ];
  return (
    <ChannelCard
      id={channel.id}
      name={channel.name}
      sport={channel.sportId}
      rating={channel.totalRating}
      coverSrc={channel.coverImage}
      logoSrc={channel.logoImage}
      facts={[channel.sportName, ...(parentName ? [channelsText.level(parentName)] : []), channelsText.items(items)]}
      href={page}
      unpublished={!channel.active}
      queued={isQueued}
      trailing={<RowMenu name={channel.name} items={menu} />}
      action={
        channel.active ? (
          <Button
            variant="tonal"
            size="m"
            block
            icon={<AddIcon className="icon-s" />}
            href={`/library?channel=${channel.id}`}
          >
            {channelsText.addContent}
          </Button>
        ) : (
          <Button size="m" block onClick={onPublish}>
            {channelsText.publish}
          </Button>
        )
      }
    />
  );
}
