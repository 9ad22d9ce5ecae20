import { useState } from 'react';
import { addToPlaylist } from '#contract/playlists.ts';
import type { Scope } from '#contract/ids.ts';
import type { Playlist } from '#contract/rows.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { EmptyState } from '#ui/states/empty-state.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { Sheet } from '#ui/overlays/sheet.tsx';
import { showToast } from '#ui/overlays/toast.ts';
import type { OwnItem } from '#app/data/own-playlists.ts';
import { useAct } from '#app/data/use-act.ts';
import { describe } from './describe-item.ts';

/** Most ids of one call (contract/ids.ts). */
const BATCH = 500;

export interface AddItemsProps {
  playlist: Playlist;
  /** The playlists of the channel. */
  others: readonly Playlist[];
  /** The contents of the channel. */
  items: readonly OwnItem[];
  sport: string | undefined;
  open: boolean;
  onClose: () => void;
}

/** Chooses contents of the channel to put at the end of the playlist. Give it a new `key` for each opening. */
export function AddItems({ playlist, others, items, sport, open, onClose }: AddItemsProps) {
  const act = useAct();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const outside = items.filter(({ publication }) => publication.playlistId !== playlist.id);
  const titles = new Map(others.map(({ id, title }) => [id, title]));
  const toggle = (id: string, isChosen: boolean) =>
    setChosen(isChosen ? [...chosen, id] : chosen.filter((each) => each !== id));
  const add = async () => {
    for (let start = 0; start < chosen.length; start += BATCH)
      await act(
        addToPlaylist,
        { playlistId: playlist.id, ids: chosen.slice(start, start + BATCH) },
        { scope: playlist.scope as Scope },
      );
    showToast({ text: playlistText.added(chosen.length), kind: 'success' });
    onClose();
  };
  const textOf = ({ publication, content }: OwnItem) => {
    const other = publication.playlistId === null ? undefined : titles.get(publication.playlistId);
    if (other !== undefined) return playlistText.inOther(other);
    return publication.isLive ? content && describe(content) : playlistText.preparing;
  };
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={playlistText.addTitle}
      footer={
        outside.length > 0 && (
          <Button block disabled={chosen.length === 0} onClick={() => void add()}>
            {playlistText.addChosen(chosen.length)}
          </Button>
        )
      }
    >
      {outside.length === 0 ? (
        <EmptyState
          drawing="quiet"
          title={playlistText.nothingToAdd}
          action={<Button href={`/channel-content-library/${playlist.channelId}`}>{playlistText.addToChannel}</Button>}
        />
      ) : (
        <RowList label={playlistText.addTitle} plain>
          {outside.map((item) => (
            <ListRow
              key={item.publication.id}
              title={item.publication.title}
              text={textOf(item)}
              leading={
                <Cover
                  className="playlist-page__thumb"
                  id={item.publication.id}
                  sport={sport}
                  src={item.picture}
                  kind={item.publication.type}
                />
              }
              selectable={{
                checked: chosen.includes(item.publication.id),
                onChange: (isChosen) => toggle(item.publication.id, isChosen),
              }}
            />
          ))}
        </RowList>
      )}
    </Sheet>
  );
}
