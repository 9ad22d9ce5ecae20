import { createFileRoute, redirect } from '@tanstack/react-router';
import { orElse, search, textUpTo } from '#app/navigation/search.ts';
import { SportPage } from '#features/sports/sport-page.tsx';

const words = orElse(textUpTo(80), '');
const readSearch = search({ sportId: words, sportName: words });

/** The sport is in the address, so that it survives a reload and can be linked to. */
export const Route = createFileRoute('/_tabs/sport-page')({
  validateSearch: readSearch,
  beforeLoad: ({ search: { sportId } }) => {
    if (!/^[a-z0-9-]+$/.test(sportId)) throw redirect({ to: '/home' });
  },
  component: function SportRoute() {
    const { sportId, sportName } = Route.useSearch();
    return <SportPage key={sportId} sportId={sportId} sportName={sportName || sportId} />;
  },
});
