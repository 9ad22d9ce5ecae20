import { useState } from 'react';
import { PICTURE_MAX_BYTES } from '#contract/limits.ts';
import { renamePlaylist } from '#contract/playlists.ts';
import type { Playlist } from '#contract/rows.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { saveFile } from '#store/files.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CropField } from '#ui/crop/crop-field.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { useAccount } from '../data/account.ts';
import { useAct } from '../data/use-act.ts';

/** Size of a cover, px. Source: D-124. */
const COVER = { width: 1372, height: 848 };

export interface PlaylistCoverFieldProps {
  /** The picture that is shown until another one is chosen. */
  currentUrl: string | undefined;
  /** Called with the SHA-256 of the chosen picture, once it is stored on this device. */
  onChange: (sha256: string) => void;
  error?: string | undefined;
}

/** Chooses the cover of a playlist. Source: D-128. */
export function PlaylistCoverField({ currentUrl, onChange, error }: PlaylistCoverFieldProps) {
  const { db } = useAccount();
  return (
    <CropField
      label={playlistText.cover}
      help={playlistText.coverHelp}
      error={error}
      least={COVER}
      smallPicture="warn"
      maxBytes={PICTURE_MAX_BYTES}
      currentUrl={currentUrl}
      onChange={({ croppedBlob }) => void saveFile(db, croppedBlob).then(onChange)}
    />
  );
}

export interface PlaylistCoverProps {
  playlist: Pick<Playlist, 'id' | 'scope'>;
  currentUrl: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Changes the cover of an own playlist. Give it a new `key` for each opening. */
export function PlaylistCover({ playlist: { id, scope }, currentUrl, open, onClose }: PlaylistCoverProps) {
  const act = useAct();
  const [chosen, setChosen] = useState<string>();
  const [error, setError] = useState<string>();
  const choose = (sha256: string) => {
    setChosen(sha256);
    setError(undefined);
  };
  const save = async () => {
    if (chosen === undefined) return setError(playlistText.chooseCover);
    await act(renamePlaylist, { playlistId: id, coverImage: chosen }, { scope, files: [chosen] });
    onClose();
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={playlistText.changeCover}
      footer={
        <Button block onClick={() => void save()}>
          {playlistText.saveCover}
        </Button>
      }
    >
      <PlaylistCoverField currentUrl={currentUrl} error={error} onChange={choose} />
    </Sheet>
  );
}
