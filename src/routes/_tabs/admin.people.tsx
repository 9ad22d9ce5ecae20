import { createFileRoute } from '@tanstack/react-router';
import { PEOPLE_SEARCH_MAX } from '#contract/search-limits.ts';
import { search, textUpTo } from '#app/navigation/search.ts';
import { PeoplePage } from '#features/desk/people-page.tsx';

export const Route = createFileRoute('/_tabs/admin/people')({
  validateSearch: search({ search: textUpTo(PEOPLE_SEARCH_MAX) }),
  component: function People() {
    return <PeoplePage {...Route.useSearch()} />;
  },
});
