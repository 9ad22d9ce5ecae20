import { useLive } from '#app/data/use-live.ts';
import { OwnPlaylist } from './own-playlist.tsx';
import { VisitedPlaylist } from './visited-playlist.tsx';

/** A playlist: its owner changes it, everybody plays it in its order. Source: D-128, EXP-014. */
export function PlaylistPageScreen({ playlistId, channelId }: { playlistId: string; channelId: string | undefined }) {
  // oxlint-disable-next-line sideline/own-rows -- who visits a playlist of others does not wait for the pull
  const own = useLive(async (db) => (await db.playlists.get(playlistId)) ?? null, [playlistId]);
  if (own === undefined) return null;
  return own ? <OwnPlaylist playlist={own} /> : <VisitedPlaylist playlistId={playlistId} channelId={channelId} />;
}
