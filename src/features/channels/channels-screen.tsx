import { Suspense, useState } from 'react';
import { createChannel, moveChannel } from '#contract/channels.ts';
import type { Channel } from '#contract/rows.ts';
import { channelsText } from '#contract/text/channels.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ChannelCard } from '#ui/tiles/channel-card.tsx';
import { Fab } from '#ui/buttons/fab.tsx';
import { AddIcon, ExternalIcon, SortIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { Note } from '#ui/states/note.tsx';
import { RowMenu, type RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { useGo } from '#app/navigation/go.ts';
import { inHierarchy } from '#app/navigation/in-hierarchy.ts';
import { Allowed } from '#app/data/may.tsx';
import { useScope } from '#app/data/me.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useAct } from '#app/data/use-act.ts';
import { useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { ListAge } from '#app/lists/list-age.tsx';
import { ListScreen } from '#app/lists/list-screen.tsx';
import { useChannelMenu } from './use-channel-menu.tsx';
import './channels-own.css';

const NoChannels = lazyPart(async () => (await import('./no-channels.tsx')).NoChannels);
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

/** Refused changes that a form reopens, with the address of the form. */
const FORMS: Readonly<Record<string, (input: Record<string, unknown>) => string>> = {
  'channels.create': () => '/create-channel?',
  'channels.createSubchannel': ({ parentId, communityId }) =>
    `/create-subchannel?parentChannelId=${String(parentId)}&communityId=${String(communityId)}&`,
  'channels.edit': ({ channelId }) => `/edit-channel/${String(channelId)}?`,
};

/** The Creator's landing page: their channels. Source: PUB-001…PUB-006, D-127, T-19, T-20. */
export function ChannelsScreen() {
  const go = useGo();
  const [isReordering, setReordering] = useState(false);
  return (
    <ListScreen
      root
      title={channelsText.title}
      className="page--fab"
      rows={useOwnChannels()}
      shape="card"
      age={false}
      refused={
        <RefusedChanges
          at="channels"
          canEdit={({ call }) => FORMS[call] !== undefined}
          onEdit={({ id, call, input }) => void go(`${FORMS[call]!(input)}again=${id}`)}
        />
      }
      empty={
        <Suspense fallback={null}>
          <NoChannels />
        </Suspense>
      }
      overlays={
        !isReordering && (
          <Allowed call={createChannel}>
            <Fab icon={<AddIcon />} onClick={() => void go('/create-channel')}>
              {channelsText.create}
            </Fab>
          </Allowed>
        )
      }
    >
      {(own) => <ChannelList own={own} isReordering={isReordering} onReorder={setReordering} />}
    </ListScreen>
  );
}

interface ChannelListProps {
  own: readonly OwnChannel[];
  isReordering: boolean;
  onReorder: (isReordering: boolean) => void;
}

function ChannelList({ own, isReordering, onReorder }: ChannelListProps) {
  const act = useAct();
  const queued = useQueued();
  const menu = useChannelMenu();
  const unpublished = own.filter(({ channel }) => !channel.active).length;
  const names = new Map(own.map(({ channel }) => [channel.id, channel.name]));
  const parents = new Set(own.map(({ channel }) => channel.parentChannel));
  const reorder: RowMenuItem[] =
    own.length > 1 ? [{ label: channelsText.reorder, icon: <SortIcon />, onSelect: () => onReorder(true) }] : [];
  if (isReordering)
    return (
      <Suspense fallback={null}>
        <ReorderChannels
          channels={own.map(({ channel }) => channel)}
          onMove={({ id, afterId }) => void act(moveChannel, { channelId: id, afterId })}
          onDone={() => onReorder(false)}
        />
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
          <Button variant="ghost" size="m" icon={<SortIcon className="icon-s" />} onClick={() => onReorder(true)}>
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
              menu={menu.itemsOf(channel, parents.has(channel.id)).toSpliced(-1, 0, ...reorder)}
              onPublish={() => menu.publish(channel)}
            />
          </li>
        ))}
      </ul>
      {menu.dialog}
    </>
  );
}

interface CardProps {
  channel: Channel;
  items: number;
  isQueued: boolean;
  parentName: string | undefined;
  menu: readonly RowMenuItem[];
  onPublish: () => void;
}

function OwnChannelCard({ channel, items, isQueued, parentName, menu, onPublish }: CardProps) {
  const go = useGo();
  const page = `/channels/${channel.id}`;
  const open: RowMenuItem = { label: channelsText.open, icon: <ExternalIcon />, onSelect: () => void go(page) };
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
      trailing={<RowMenu name={channel.name} items={[open, ...menu]} />}
      action={
        channel.active ? (
          <Button
            variant="tonal"
            size="m"
            block
            icon={<AddIcon className="icon-s" />}
            href={`/channel-content-library/${channel.id}`}
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
