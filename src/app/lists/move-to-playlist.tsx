import { useState } from 'react';
import { newId } from '#contract/ids.ts';
import { PLAYLIST_TITLE_MAX } from '#contract/limits.ts';
import { addToPlaylist, createPlaylist, removeFromPlaylist } from '#contract/playlists.ts';
import type { Publication } from '#contract/rows.ts';
import { publicationMenuText, publishText } from '#contract/text/publications.ts';
import { Button } from '#ui/buttons/button.tsx';
import { AddIcon, ChannelIcon, CheckIcon, PlaylistIcon } from '#ui/icons.ts';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import { useAct } from '../data/use-act.ts';
import { useOwnRows } from '../data/use-own-rows.ts';
import { NameSheet } from '../forms/name-sheet.tsx';
import { playlistTitleProblem } from '../forms/playlist-title.ts';

export interface MoveToPlaylistProps {
  open: boolean;
  onClose: () => void;
  publication: Publication;
}

/** Chooses the playlist of its channel that an item belongs to, none, or a new one. Source: D-128. */
export function MoveToPlaylist({ open, onClose, publication }: MoveToPlaylistProps) {
  const { id, channelId, playlistId: current } = publication;
  const scope = publication.scope;
  const act = useAct();
  const playlists =
    useOwnRows((db) => db.playlists.where('channelId').equals(channelId).sortBy('position'), [channelId]) ?? [];
  const [isNaming, setNaming] = useState(false);

  const move = async (playlistId: string | null, title: string) => {
    onClose();
    if (playlistId === current) return;
    if (playlistId) await act(addToPlaylist, { playlistId, ids: [id] }, { scope });
    else if (current) await act(removeFromPlaylist, { playlistId: current, publishedId: id }, { scope });
    showToast({
      text: playlistId ? publicationMenuText.movedTo(title) : publicationMenuText.movedOut,
      kind: 'success',
    });
  };
  const moveToNew = async (title: string) => {
    const playlistId = newId();
    await act(createPlaylist, { id: playlistId, channelId, title }, { scope });
    await move(playlistId, title);
  };
  const row = (playlistId: string | null, title: string) => (
    <ListRow
      key={playlistId ?? 'none'}
      title={title}
      leading={playlistId ? <PlaylistIcon /> : <ChannelIcon />}
      trailing={current === playlistId ? <CheckIcon /> : undefined}
      onOpen={() => void move(playlistId, title)}
    />
  );
  return (
    <>
      <Sheet
        open={open}
        onClose={onClose}
        title={publicationMenuText.move}
        footer={
          <Button variant="tonal" block icon={<AddIcon />} onClick={() => setNaming(true)}>
            {publishText.createPlaylist}
          </Button>
        }
      >
        <RowList label={publishText.playlists} plain>
          {row(null, publishText.noPlaylist)}
          {playlists.map(({ id: playlistId, title }) => row(playlistId, title))}
        </RowList>
      </Sheet>
      <NameSheet
        key={String(isNaming)}
        open={isNaming}
        onClose={() => setNaming(false)}
        title={publishText.createPlaylist}
        label={publishText.playlistName}
        initial=""
        saveLabel={publishText.playlistSave}
        maxLength={PLAYLIST_TITLE_MAX}
        onSave={moveToNew}
        check={(title) =>
          playlistTitleProblem(
            title,
            playlists.map((playlist) => playlist.title),
          )
        }
      />
    </>
  );
}
