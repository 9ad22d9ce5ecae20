import type { ReactNode } from 'react';
import type { Playlist } from '#contract/rows.ts';
import { playlistText } from '#contract/text/playlists.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Cover } from '#ui/pictures/cover.tsx';
import { Facts } from '#ui/tiles/facts.tsx';
import { PlayIcon } from '#ui/icons.ts';

export interface PlaylistHeadProps {
  playlist: Pick<Playlist, 'id' | 'channelId' | 'title'>;
  channelName: string | undefined;
  /** Further facts, after the number of items. */
  facts?: readonly string[] | undefined;
  itemCount: number;
  sport: string | undefined;
  coverSrc: string | null | undefined;
  /** Where playing starts; undefined if there is nothing to play. */
  playHref: string | undefined;
  /** Further buttons. */
  actions?: ReactNode;
  badge?: ReactNode;
}

/** Cover, title, channel, number of items, and the button that plays the playlist from its start. */
export function PlaylistHead(props: PlaylistHeadProps) {
  const { playlist, channelName, facts = [], itemCount, sport, coverSrc, playHref, actions, badge } = props;
  return (
    <header className="playlist-page__head">
      <Cover id={playlist.id} sport={sport} src={coverSrc} eager />
      <h1>{playlist.title}</h1>
      <p className="t-2">
        <Facts
          facts={[
            channelName !== undefined && (
              <a key="channel" href={`/channels/${playlist.channelId}`}>
                {channelName}
              </a>
            ),
            playlistText.count(itemCount),
            ...facts,
          ]}
        />
      </p>
      {badge}
      <div className="wrap">
        {playHref !== undefined && (
          <Button size="m" icon={<PlayIcon className="icon-s icon-fill" />} href={playHref}>
            {playlistText.play}
          </Button>
        )}
        {actions}
      </div>
    </header>
  );
}
