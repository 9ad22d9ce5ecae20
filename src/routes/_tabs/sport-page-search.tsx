import { createFileRoute } from '@tanstack/react-router';
import { SEARCH_TEXT_MAX } from '#contract/search-limits.ts';
import { oneOf, orElse, search, textUpTo } from '#app/navigation/search.ts';
import { SearchPage } from '#features/search/search-page.tsx';

export const Route = createFileRoute('/_tabs/sport-page-search')({
  validateSearch: search({
    q: textUpTo(SEARCH_TEXT_MAX),
    filterBy: orElse(oneOf('all', 'channels', 'content', 'playlists', 'educators', 'sports'), 'all'),
    sportId: textUpTo(80),
  }),
  component: function SportPageSearch() {
    const { q = '', filterBy, sportId } = Route.useSearch();
    return <SearchPage path="/sport-page-search" q={q} filterBy={filterBy} sportId={sportId} />;
  },
});
