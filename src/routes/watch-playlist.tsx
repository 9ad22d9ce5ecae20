import { createFileRoute } from '@tanstack/react-router';
import { withRegistration } from '#app/navigation/guards.ts';
import { readWatchSearch } from '#app/navigation/watch-address.ts';
import { useWatchNavigation } from '#app/navigation/watch-navigation.ts';
import { WatchPage } from '#features/watch/watch-page.tsx';

export const Route = createFileRoute('/watch-playlist')({
  beforeLoad: withRegistration,
  validateSearch: readWatchSearch,
  component: function Watch() {
    const search = Route.useSearch();
    return <WatchPage search={search} onOpen={useWatchNavigation(search)} />;
  },
});
