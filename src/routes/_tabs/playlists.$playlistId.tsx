import { createFileRoute } from '@tanstack/react-router';
import { rowId, search } from '#app/navigation/search.ts';
import { PlaylistPageScreen } from '#features/playlists/playlist-page.tsx';

export const Route = createFileRoute('/_tabs/playlists/$playlistId')({
  validateSearch: search({ channelId: rowId }),
  component: function PlaylistRoute() {
    const { playlistId } = Route.useParams();
    const { channelId } = Route.useSearch();
    return <PlaylistPageScreen key={playlistId} playlistId={playlistId} channelId={channelId} />;
  },
});
