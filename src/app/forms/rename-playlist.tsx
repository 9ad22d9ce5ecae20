import { PLAYLIST_TITLE_MAX } from '#contract/limits.ts';
import { renamePlaylist } from '#contract/playlists.ts';
import type { Playlist } from '#contract/rows.ts';
import { channelText } from '#contract/text/channels-page.ts';
import { useAct } from '../data/use-act.ts';
import { NameSheet } from './name-sheet.tsx';
import { playlistTitleProblem } from './playlist-title.ts';

interface RenamePlaylistProps {
  playlist: Pick<Playlist, 'id' | 'title' | 'scope'>;
  /** Titles of the channel's other playlists. */
  taken: readonly string[];
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
}

/** Asks for the new title of an own playlist and queues the change. */
export function RenamePlaylist({ playlist, taken, open, onClose, onSaved }: RenamePlaylistProps) {
  const act = useAct();
  const save = async (title: string) => {
    await act(renamePlaylist, { playlistId: playlist.id, title }, { scope: playlist.scope });
    onSaved();
  };
  return (
    <NameSheet
      open={open}
      onClose={onClose}
      title={channelText.renamePlaylist}
      label={channelText.playlistName}
      initial={playlist.title}
      saveLabel={channelText.savePlaylist}
      maxLength={PLAYLIST_TITLE_MAX}
      check={(title) => playlistTitleProblem(title, taken)}
      onSave={save}
    />
  );
}
