import { createFileRoute } from '@tanstack/react-router';
import { CODE_SEARCH_MAX } from '#contract/search-limits.ts';
import { search, textUpTo } from '#app/navigation/search.ts';
import { CodesPage } from '#features/desk/codes-page.tsx';

export const Route = createFileRoute('/_tabs/admin/codes')({
  validateSearch: search({ find: textUpTo(CODE_SEARCH_MAX) }),
  component: function Codes() {
    const { find } = Route.useSearch();
    return <CodesPage key={find} find={find} />;
  },
});
