import { Suspense, useState } from 'react';
import type { Playlist } from '#contract/rows.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { AppBar } from '#ui/frame/app-bar.tsx';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { AddIcon, EditIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import { QueueBadge } from '#ui/tiles/queue-badge.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { itemsOf, readOwnItems } from '#app/data/own-playlists.ts';
import { RefusedChanges } from '#app/data/refused-changes.tsx';
import { useLive } from '#app/data/use-live.ts';
import { useOwnRow, useOwnRows } from '#app/data/use-own-rows.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { useUnsentPicture } from '#app/data/use-unsent-picture.ts';
import { useRenamePlaylist } from '#app/forms/use-rename-playlist.tsx';
import { ListAge } from '#app/lists/list-age.tsx';
import { goBack } from '#app/navigation/back.ts';
import { usePageTitle } from '#app/navigation/title.ts';
import type { AddItemsProps } from './add-items.tsx';
import { OwnItems } from './own-items.tsx';
import { PlaylistHead } from './playlist-head.tsx';
import { usePlaylistActions } from './use-playlist-actions.tsx';
import './playlist-page.css';

const AddItems = lazyPart(async () => (await import('./add-items.tsx')).AddItems);

/** An own playlist, from this device's rows: every change is shown at once and sent when there is a network. */
export function OwnPlaylist({ playlist }: { playlist: Playlist }) {
  const { id, channelId, title } = playlist;
  usePageTitle(title);
  const channel = useOwnRow((db) => db.channels.get(channelId), [channelId]);
  const siblings = useOwnRows((db) => db.playlists.where('channelId').equals(channelId).toArray(), [channelId]) ?? [];
  const onChannel = useLive((db) => readOwnItems(db, channelId), [channelId]);
  const items = itemsOf(onChannel ?? [], id);
  const isQueued = useQueued().has(id);
  const unsentCover = useUnsentPicture(id, 'coverImage');
  const coverSrc = unsentCover ?? playlist.coverImage ?? items[0]?.picture;
  const renaming = useRenamePlaylist(siblings);
  const actions = usePlaylistActions(playlist, coverSrc ?? undefined, unsentCover !== undefined);
  return (
    <>
      <AppBar
        title={playlistText.title}
        back={goBack}
        heading={false}
        actions={
          <RowMenu
            name={title}
            items={[
              { label: channelText.renamePlaylist, icon: <EditIcon />, onSelect: () => renaming.open(playlist) },
              ...actions.items,
            ]}
          />
        }
      />
      <main id="main" className="page">
        <PlaylistHead
          playlist={playlist}
          channelName={channel?.name}
          itemCount={items.length}
          sport={channel?.sportId}
          coverSrc={coverSrc}
          playHref={
            items.some(({ publication }) => publication.isLive)
              ? `/watch-playlist?channelId=${channelId}&playlistId=${id}`
              : undefined
          }
          badge={isQueued && <QueueBadge />}
          actions={<AddPart playlist={playlist} others={siblings} items={onChannel ?? []} sport={channel?.sportId} />}
        />
        <RefusedChanges at="playlists" rowId={id} canEdit={renaming.canReopen} onEdit={renaming.reopen} />
        <ListAge />
        {items.length > 0 && <OwnItems playlist={playlist} items={items} sport={channel?.sportId} />}
        {onChannel && items.length === 0 && (
          <EmptyState drawing="quiet" title={playlistText.emptyTitle}>
            {playlistText.emptyOwn}
          </EmptyState>
        )}
      </main>
      {renaming.sheet}
      {actions.overlays}
    </>
  );
}

/** The button that opens the sheet with the channel's other contents. */
function AddPart(props: Omit<AddItemsProps, 'open' | 'onClose'>) {
  const [sheet, setSheet] = useState({ open: false, round: 0 });
  return (
    <>
      <Button
        variant="tonal"
        size="m"
        icon={<AddIcon className="icon-s" />}
        onClick={() => setSheet(({ round }) => ({ open: true, round: round + 1 }))}
      >
        {playlistText.add}
      </Button>
      {sheet.round > 0 && (
        <Suspense fallback={null}>
          <AddItems
            key={sheet.round}
            {...props}
            open={sheet.open}
            onClose={() => setSheet(({ round }) => ({ open: false, round }))}
          />
        </Suspense>
      )}
    </>
  );
}
