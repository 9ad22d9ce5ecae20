import PlaylistRemoveIcon from 'lucide-react/icons/list-x';
import { moveInPlaylist, removeFromPlaylist } from '#contract/playlists.ts';
import type { Scope } from '#contract/ids.ts';
import type { Playlist } from '#contract/rows.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { Cover } from '#ui/pictures/cover.tsx';
import { ListRow } from '#ui/lists/list-row.tsx';
import { RowList } from '#ui/lists/row-list.tsx';
import { RowMenu } from '#ui/overlays/row-menu.tsx';
import { SectionHeading } from '#ui/frame/section-heading.tsx';
import { useReorder } from '#ui/lists/use-reorder.tsx';
import type { OwnItem } from '#app/data/own-playlists.ts';
import { useAct } from '#app/data/use-act.ts';
import { useQueued } from '#app/data/use-queued.ts';
import { describe } from './describe-item.ts';

export interface OwnItemsProps {
  playlist: Playlist;
  /** In the playlist's order; at least one. */
  items: readonly OwnItem[];
  sport: string | undefined;
}

/** The items of an own playlist: put in order and taken out. */
export function OwnItems({ playlist, items, sport }: OwnItemsProps) {
  const act = useAct();
  const queued = useQueued();
  const { id: playlistId, channelId } = playlist;
  const scope = playlist.scope as Scope;
  const rows = items.map((item) => ({ ...item, id: item.publication.id, title: item.publication.title }));
  const { order, draggedId, list, movesOf, gripOf, news } = useReorder(
    rows,
    ({ id, afterId }) => void act(moveInPlaylist, { playlistId, publishedId: id, afterId }, { scope }),
  );
  const canMove = items.length > 1;
  return (
    <section>
      <SectionHeading>{playlistText.items}</SectionHeading>
      <p className="visually-hidden" aria-live="polite">
        {news}
      </p>
      <div {...list}>
        <RowList ordered label={playlistText.items}>
          {order.map((row) => (
            <ListRow
              key={row.id}
              title={row.title}
              text={row.publication.isLive ? row.content && describe(row.content) : playlistText.preparing}
              href={
                row.publication.isLive
                  ? `/watch-playlist?content=${row.id}&channelId=${channelId}&playlistId=${playlistId}`
                  : undefined
              }
              queued={queued.has(row.id)}
              className={draggedId === row.id ? 'reorder--dragged' : undefined}
              leading={
                <span className="playlist-page__start">
                  {canMove && gripOf(row)}
                  <Cover
                    className="playlist-page__thumb"
                    id={row.id}
                    sport={sport}
                    src={row.picture}
                    kind={row.publication.type}
                  />
                </span>
              }
              trailing={
                <RowMenu
                  name={row.title}
                  items={[
                    ...(canMove ? movesOf(row) : []),
                    {
                      label: playlistText.remove,
                      icon: <PlaylistRemoveIcon />,
                      onSelect: () => void act(removeFromPlaylist, { playlistId, publishedId: row.id }, { scope }),
                    },
                  ]}
                />
              }
            />
          ))}
        </RowList>
      </div>
    </section>
  );
}
