import { Suspense, useState, type ReactNode } from 'react';
import ImageIcon from 'lucide-react/icons/image';
import ImageOffIcon from 'lucide-react/icons/image-off';
import { deletePlaylist, renamePlaylist } from '#contract/playlists.ts';
import type { Scope } from '#contract/ids.ts';
import type { Playlist } from '#contract/rows.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { DeleteIcon } from '#ui/icons.ts';
import { lazyPart } from '#ui/states/lazy-part.tsx';
import type { RowMenuItem } from '#ui/overlays/row-menu.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '#app/data/use-act.ts';
import { useGo } from '#app/navigation/go.ts';

const PlaylistCover = lazyPart(async () => (await import('#app/forms/playlist-cover.tsx')).PlaylistCover);

/** Changing and removing the cover, and deleting the playlist. */
export const usePlaylistActions = (
  playlist: Playlist,
  coverSrc: string | undefined,
  hasUnsentCover: boolean,
): { items: RowMenuItem[]; overlays: ReactNode } => {
  const { id, channelId, title, coverImage } = playlist;
  const scope = playlist.scope as Scope;
  const act = useAct();
  const go = useGo();
  const [cover, setCover] = useState({ open: false, round: 0 });
  const [asks, setAsks] = useState(false);
  const removeIt = async () => {
    setAsks(false);
    // First leave: this page shows a playlist that exists.
    await go(`/channels/${channelId}`, { replace: true });
    await act(deletePlaylist, { playlistId: id }, { scope });
    showToast({ text: playlistText.deleted(title), kind: 'success' });
  };
  const items = [
    {
      label: playlistText.changeCover,
      icon: <ImageIcon />,
      onSelect: () => setCover(({ round }) => ({ open: true, round: round + 1 })),
    },
    ...(coverImage !== null || hasUnsentCover
      ? [
          {
            label: playlistText.removeCover,
            icon: <ImageOffIcon />,
            onSelect: () => void act(renamePlaylist, { playlistId: id, coverImage: null }, { scope }),
          },
        ]
      : []),
    { label: playlistText.delete, icon: <DeleteIcon />, danger: true, onSelect: () => setAsks(true) },
  ];
  const overlays = (
    <>
      {cover.round > 0 && (
        <Suspense fallback={null}>
          <PlaylistCover
            key={cover.round}
            playlist={playlist}
            currentUrl={coverSrc}
            open={cover.open}
            onClose={() => setCover(({ round }) => ({ open: false, round }))}
          />
        </Suspense>
      )}
      <ConfirmDialog
        open={asks}
        danger
        title={playlistText.deleteTitle(title)}
        description={playlistText.deleteBody}
        confirmLabel={playlistText.delete}
        onCancel={() => setAsks(false)}
        onConfirm={() => void removeIt()}
      />
    </>
  );
  return { items, overlays };
};
